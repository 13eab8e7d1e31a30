public import ArchiveValues

/// A path from a value through an array to any number of its parts, with the names under which archives store the
/// fields on the way.
///
/// ```swift
/// Session.path.events.eventTag                // the tags of all events
/// Session.path.events.eventTag.storedName     // "events.eventTag"
/// ```
///
/// After an array, missing optionals on the way are skipped. Through other collections, read a field by its stored name:
/// ``ColumnArchive/values(of:at:)``.
@dynamicMemberLookup
public struct ArchiveValuesPath<Root: ArchiveRecord, Value>: Sendable {
  /// The fields on the path; `nil` if a property on it is not stored.
  package let steps: [PathStep]?

  package init(steps: [PathStep]?) { self.steps = steps }

  /// The stored names of the fields on the path, with dots between them; `nil` if the path contains a property that
  /// archives do not store.
  public var storedName: String? { steps?.storedName }

  /// Returns the path to a property of a struct.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> ArchiveValuesPath<Root, Member>
  where Value: ArchiveRecord {
    ArchiveValuesPath<Root, Member>(steps: steps.adding(keyPath))
  }

  /// Returns the path to a property of the structs that are not `nil`.
  public subscript<Wrapped: ArchiveRecord, Member>(
    dynamicMember keyPath: KeyPath<Wrapped, Member>
  ) -> ArchiveValuesPath<Root, Member> where Value == Wrapped? {
    ArchiveValuesPath<Root, Member>(steps: steps.adding(keyPath))
  }

  /// Returns the path to a property of all elements.
  public subscript<Element: ArchiveRecord, Member>(
    dynamicMember keyPath: KeyPath<Element, Member>
  ) -> ArchiveValuesPath<Root, Member> where Value == [Element] {
    ArchiveValuesPath<Root, Member>(steps: steps.adding(keyPath))
  }

  /// Returns the path to a property of all elements of the arrays that are not `nil`.
  public subscript<Element: ArchiveRecord, Member>(
    dynamicMember keyPath: KeyPath<Element, Member>
  ) -> ArchiveValuesPath<Root, Member> where Value == [Element]? {
    ArchiveValuesPath<Root, Member>(steps: steps.adding(keyPath))
  }
}

extension ArchivePath {
  /// Returns the path to a property of all elements.
  public subscript<Element: ArchiveRecord, Member>(
    dynamicMember keyPath: KeyPath<Element, Member>
  ) -> ArchiveValuesPath<Root, Member> where Value == [Element] {
    ArchiveValuesPath(steps: steps.adding(keyPath))
  }

  /// Returns the path to a property of all elements of an optional array.
  public subscript<Element: ArchiveRecord, Member>(
    dynamicMember keyPath: KeyPath<Element, Member>
  ) -> ArchiveValuesPath<Root, Member> where Value == [Element]? {
    ArchiveValuesPath(steps: steps.adding(keyPath))
  }
}
