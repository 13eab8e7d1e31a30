/// A type that validates or adjusts its values after they are decoded.
///
/// ```swift
/// extension Session: AwakesAfterDecoding {
///   mutating func awakeAfterDecoding() throws {
///     guard endTime ?? startTime >= startTime else { throw SessionError.endsBeforeItStarts }
///     events.sort { $0.timeStamp < $1.timeStamp }
///   }
/// }
/// ```
///
/// If the method is in the body of the type, `@Archivable` declares the conformance. If it is in an extension, declare
/// it there, as above.
///
/// Every decoder calls the method for each decoded value of the type, in every format: innermost values first, and
/// after an upgrade. It costs nothing for types that do not conform.
public protocol AwakesAfterDecoding: SendableMetatype {
  /// Validates or adjusts a decoded value.
  ///
  /// - Throws: Any error, if the value cannot be used. The decoder then throws an error with the place of the value.
  mutating func awakeAfterDecoding() throws
}

/// A class whose decoded instances may be replaced, for example by instances that the program already has.
///
/// ```swift
/// @Archivable
/// final class Font: ReplaceableAfterDecoding {
///   let name: String
///   init(name: String) { self.name = name }
///
///   func replacementAfterDecoding() -> Font { Fonts.shared.font(named: name) ?? self }
/// }
/// ```
///
/// Every reference in the archive then leads to the replacement, so no reference to the decoded instance remains.
public protocol ReplaceableAfterDecoding: AnyObject, SendableMetatype {
  /// Returns the instance that replaces this one, or this instance itself.
  ///
  /// All properties of this instance are set. The instances that it refers to may still lack properties that were not set
  /// by their `init(fields:)`; see ``ArchivableObject``. ``AwakesAfterDecoding/awakeAfterDecoding()`` is not called on a
  /// replacement.
  ///
  /// - Throws: Any error, if no instance can be used. The decoder then throws an error with the place of the
  ///   instance. Decoding throws ``ArchiveError/Code/cycle`` if this method's instance was needed to create itself:
  ///   through properties set by `init(fields:)`, or through other instances of classes that conform to this
  ///   protocol.
  func replacementAfterDecoding() throws -> Self
}

// Decoders do not read values stored as raw values as records, so these methods awake them. Columns awake them like
// other values.
extension Archivable where Self: RawRepresentable & AwakesAfterDecoding, RawValue: ArchiveValue {
  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Self {
    try decoder.decodeEitherForm { try $0.awakeAfterDecoding() }
  }

  public static func _decodeArray<Element: ArchiveValue>(
    of type: Element.Type, from decoder: inout some ValueDecoder
  ) throws -> [Element] {
    try sameArray(decoder.decodeArrayOfEitherForm { (value: inout Self) in try value.awakeAfterDecoding() })
  }
}

/// The hooks that a reader calls on decoded records of one type, looked up once per type, not once per record.
@safe
package struct DecodingHooks {
  // Safe: this type only stores the closure. Each call is marked as unsafe, and passes the address of a value of the
  // type.
  /// Calls ``AwakesAfterDecoding/awakeAfterDecoding()`` on the value at an address; `nil` if the type does not have the
  /// method.
  package let awake: (@Sendable (UnsafeMutableRawPointer) throws -> Void)?
  /// Whether the type has the method.
  package var awakes: Bool { unsafe awake != nil }
  /// Whether the type is ``ArchiveUpgradable`` and has older versions.
  package let isUpgradable: Bool

  /// Looks up the hooks of a type. `version` is the version of its schema.
  package init(_ type: any Any.Type, version: Int = 1) {
    unsafe awake = (type as? any AwakesAfterDecoding.Type).map { unsafe Self.awake(as: $0) }
    isUpgradable = version > 1 && type is any ArchiveUpgradable.Type
  }

  /// The hooks of a type without any.
  package static let none = DecodingHooks(Void.self)

  private static func awake<Record: AwakesAfterDecoding>(
    as type: Record.Type
  ) -> @Sendable (UnsafeMutableRawPointer) throws -> Void {
    // SAFETY: callers pass the hooks of a type only the address of a value of exactly that type.
    { value in try unsafe value.assumingMemoryBound(to: Record.self).pointee.awakeAfterDecoding() }
  }

  /// Awakes a value of the hooks' type.
  package func awake<Record>(_ record: inout Record) throws {
    guard let awake = unsafe awake else { return }
    try unsafe withUnsafeMutablePointer(to: &record) { try unsafe awake(UnsafeMutableRawPointer($0)) }
  }
}
