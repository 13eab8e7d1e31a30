internal import ArchiveBytes
public import ArchiveValues

/// The path of a field in a composite attribute: `Item.$location.latitude`.
public struct ManagedPath<Object: ManagedStore, Value>: ManagedKey {
  public let keyPath: String
  private let encode: (Any) throws -> Any?

  fileprivate init<Record: ArchiveRecord>(_ attributeName: String, _ path: KeyPath<Record, Value>) {
    guard let found = try? Composite<Record>.elements().first(where: { $0.keyPath == path }) else {
      preconditionFailure("\(path) is no field of \(Record.self), so no attribute has it")
    }
    keyPath = "\(attributeName).\(found.attribute.name)"
    encode = found.encode
  }

  public func _comparedValue(of value: Value) throws -> Any? {
    do { return try encode(value) } catch {
      throw ArchiveError.wrapping(error).prefixed(.field(keyPath)).prefixed(.field("\(Object.self)"))
    }
  }
}

/// It holds types, and their conformances may be isolated. Each use creates a new one.
@available(*, unavailable)
extension ManagedPath: Sendable {}

extension ManagedProperty {
  /// The path of a field of the composition.
  public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> ManagedPath<Object, Member>
  where Value: ArchiveRecord & ArchiveComposable { ManagedPath(attributeName, path) }

  /// The path of a field of the composition.
  public subscript<Wrapped: ArchiveRecord & ArchiveComposable, Member>(
    dynamicMember path: KeyPath<Wrapped, Member>
  ) -> ManagedPath<Object, Member> where Value == Wrapped? { ManagedPath(attributeName, path) }
}
