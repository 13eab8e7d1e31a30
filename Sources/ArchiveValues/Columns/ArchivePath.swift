/// A way from a value to a part of it that knows the names under which archives store it.
///
/// Paths are written like properties, and checked by the compiler; arrays and optionals on the way are looked into:
///
/// ```swift
/// Session.path.events.eventTag          // the tags of all events
/// Session.path.events.eventTag.name     // "events.eventTag"
/// ```
@dynamicMemberLookup
public struct ArchivePath<Root: ArchiveRecord, Value: ArchiveValue>: Sendable {
  /// The stored names of the fields on the way; `nil` when a property on it is not stored.
  package let names: [String]?

  package init(names: [String]?) { self.names = names }

  /// The stored names, with dots between them; `nil` when the path passes a property that archives do not store.
  public var name: String? { names?.joined(separator: ".") }

  public subscript<Member: ArchiveValue>(dynamicMember keyPath: KeyPath<Value, Member>) -> ArchivePath<Root, Member>
  where Value: ArchiveRecord {
    step(keyPath)
  }

  public subscript<Element: ArchiveRecord, Member: ArchiveValue>(
    dynamicMember keyPath: KeyPath<Element, Member>
  ) -> ArchivePath<Root, Member> where Value == [Element] {
    step(keyPath)
  }

  public subscript<Wrapped: ArchiveRecord, Member: ArchiveValue>(
    dynamicMember keyPath: KeyPath<Wrapped, Member>
  ) -> ArchivePath<Root, Member> where Value == Wrapped? {
    step(keyPath)
  }

  private func step<Record: ArchiveRecord, Member>(_ keyPath: KeyPath<Record, Member>) -> ArchivePath<Root, Member> {
    var description = ColumnDescription<Record>()
    Record.describeColumns(&description)
    let fields = Record.archiveSchema.cases[0].fields
    guard let names, let field = description.fields.first(where: { $0.keyPath == keyPath }),
      fields.indices.contains(field.position)
    else { return ArchivePath<Root, Member>(names: nil) }
    return ArchivePath<Root, Member>(names: names + [fields[field.position]])
  }
}

extension Archivable {
  /// The path to the value itself, where paths to its parts begin.
  public static var path: ArchivePath<Self, Self> { ArchivePath(names: []) }
}
