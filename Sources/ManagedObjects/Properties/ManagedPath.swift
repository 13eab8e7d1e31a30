internal import ArchiveBytes
public import ArchiveValues

/// The path of a field in a composite attribute: `Item.$location.latitude`.
public struct ManagedPath<Object: ManagedStore, Value>: Sendable {
  /// The name of the attribute and that of its element, with a dot between them: a key path for predicates.
  public let keyPath: String

  fileprivate init<Record: ArchiveRecord>(_ attributeName: String, _ path: KeyPath<Record, Value>) {
    let field = Record.archiveTable?.properties.first { $0.keyPath == path }
    guard let field else {
      preconditionFailure("\(path) is no field of \(Record.self), so no attribute has it")
    }
    keyPath = "\(attributeName).\(field.name)"
  }
}

extension ManagedProperty {
  /// The path of a field of the composition.
  public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> ManagedPath<Object, Member>
  where Value: ArchiveRecord & ArchiveComposable { ManagedPath(attributeName, path) }

  /// The path of a field of the composition.
  public subscript<Wrapped: ArchiveRecord & ArchiveComposable, Member>(
    dynamicMember path: KeyPath<Wrapped, Member>
  ) -> ManagedPath<Object, Member> where Value == Wrapped? { ManagedPath(attributeName, path) }
}
