/// A way from a value to a part of it that knows the names under which archives store it.
///
/// Paths are written like properties, and checked by the compiler; arrays and optionals on the way are looked into:
///
/// ```swift
/// Session.path.events.eventTag                // the tags of all events
/// Session.path.events.eventTag.storedName     // "events.eventTag"
/// ```
@dynamicMemberLookup
public struct ArchivePath<Root: ArchiveRecord, Value: ArchiveValue>: Sendable {
  /// The names of each field on the way, the present one first and then the former ones; `nil` when a property on it
  /// is not stored.
  package let steps: [[String]]?

  package init(steps: [[String]]?) { self.steps = steps }

  /// The stored names of the fields on the way, with dots between them; `nil` when the path passes a property that
  /// archives do not store.
  public var storedName: String? { steps?.map { $0[0] }.joined(separator: ".") }

  public subscript<Member: ArchiveValue>(dynamicMember keyPath: KeyPath<Value, Member>) -> ArchivePath<
    Root, Member
  >
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

  private func step<Record: ArchiveRecord, Member>(_ keyPath: KeyPath<Record, Member>) -> ArchivePath<
    Root, Member
  > {
    var description = ColumnDescription<Record>()
    Record.describeColumns(&description)
    let fields = Record.archiveSchema.cases[0].fields
    guard let steps, let field = description.fields.first(where: { $0.keyPath == keyPath }),
      fields.indices.contains(field.position)
    else { return ArchivePath<Root, Member>(steps: nil) }
    let name = fields[field.position]
    let names = [name] + (Record.archiveSchema.cases[0].formerFields[name] ?? [])
    return ArchivePath<Root, Member>(steps: steps + [names])
  }
}

extension Archivable {
  /// The path to the value itself, where paths to its parts begin.
  public static var path: ArchivePath<Self, Self> { ArchivePath(steps: []) }
}
