/// Returns the type that encoders store values of `type` as: `type` itself, or a ``RawPart`` for a raw-representable
/// type, an optional or an array of one. Returns `nil` if values of the type cannot be archived.
func storedType(of type: Any.Type) -> (any ArchiveValue.Type)? {
  if let type = type as? any ArchiveValue.Type { return type }
  if let type = type as? any RawRepresentable.Type { return rawPart(of: type) }
  return (type as? any RawPartContainer.Type)?.ofRawParts
}

/// Returns the type with the memory layout of `type` that encoders store: `type` itself, or a ``RawPart`` for a
/// raw-representable type or an optional of one. Also returns `nil` for arrays of these, because they are not arrays of
/// parts.
package func storedTypeInPlace(of type: Any.Type) -> (any ArchiveValue.Type)? {
  (type as? any ArchiveValue.Type) ?? (type is any ArrayOfAny.Type ? nil : storedType(of: type))
}

private protocol ArrayOfAny {}
extension Array: ArrayOfAny {}

private func rawPart<Value: RawRepresentable>(of type: Value.Type) -> (any ArchiveValue.Type)? {
  // Establishes the constraint of `RawPart` step by step: first the raw type, then the type with that raw type.
  func part<Raw: ArchiveValue>(_ raw: Raw.Type) -> (any ArchiveValue.Type)? {
    func part<Checked: RawRepresentable<Raw>>(_ type: Checked.Type) -> any ArchiveValue.Type {
      RawPart<Checked>.self
    }
    guard let type = type as? any RawRepresentable<Raw>.Type else { return nil }
    return part(type)
  }
  guard let raw = Value.RawValue.self as? any ArchiveValue.Type else { return nil }
  return part(raw)
}

/// An optional or an array, whose content may be raw-representable.
private protocol RawPartContainer {
  static var ofRawParts: (any ArchiveValue.Type)? { get }
}

extension Optional: RawPartContainer {
  fileprivate static var ofRawParts: (any ArchiveValue.Type)? {
    func optional<Part: ArchiveValue>(_ type: Part.Type) -> any ArchiveValue.Type { Part?.self }
    guard let type = Wrapped.self as? any RawRepresentable.Type, let part = rawPart(of: type) else {
      return nil
    }
    return optional(part)
  }
}

extension Array: RawPartContainer {
  fileprivate static var ofRawParts: (any ArchiveValue.Type)? {
    func array<Part: ArchiveValue>(_ type: Part.Type) -> any ArchiveValue.Type { [Part].self }
    guard let type = Element.self as? any RawRepresentable.Type, let part = rawPart(of: type) else {
      return nil
    }
    return array(part)
  }
}
