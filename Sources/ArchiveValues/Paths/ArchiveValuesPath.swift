/// A way from a value to any number of parts of it, through an array, that knows the names under which archives store
/// them.
///
/// ```swift
/// Session.path.events.eventTag                // the tags of all events
/// Session.path.events.eventTag.storedName     // "events.eventTag"
/// ```
///
/// Behind an array, optionals on the way are left out when they are missing.
@dynamicMemberLookup
public struct ArchiveValuesPath<Root: ArchiveRecord, Value>: Sendable {
  /// The fields on the way; `nil` when a property on it is not stored.
  package let steps: [PathStep]?

  package init(steps: [PathStep]?) { self.steps = steps }

  /// The stored names of the fields on the way, with dots between them; `nil` when the path passes a property that
  /// archives do not store.
  public var storedName: String? { steps?.storedName }

  /// The path to a property of a struct.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> ArchiveValuesPath<Root, Member>
  where Value: ArchiveRecord {
    ArchiveValuesPath<Root, Member>(steps: steps.adding(keyPath))
  }

  /// The path to a property of those structs that are present.
  public subscript<Wrapped: ArchiveRecord, Member>(
    dynamicMember keyPath: KeyPath<Wrapped, Member>
  ) -> ArchiveValuesPath<Root, Member> where Value == Wrapped? {
    ArchiveValuesPath<Root, Member>(steps: steps.adding(keyPath))
  }

  /// The path to a property of all elements.
  public subscript<Element: ArchiveRecord, Member>(
    dynamicMember keyPath: KeyPath<Element, Member>
  ) -> ArchiveValuesPath<Root, Member> where Value == [Element] {
    ArchiveValuesPath<Root, Member>(steps: steps.adding(keyPath))
  }

  /// The path to a property of all elements that are present.
  public subscript<Element: ArchiveRecord, Member>(
    dynamicMember keyPath: KeyPath<Element, Member>
  ) -> ArchiveValuesPath<Root, Member> where Value == [Element?] {
    ArchiveValuesPath<Root, Member>(steps: steps.adding(keyPath))
  }

  /// The path to a property of all elements of those arrays that are present.
  public subscript<Element: ArchiveRecord, Member>(
    dynamicMember keyPath: KeyPath<Element, Member>
  ) -> ArchiveValuesPath<Root, Member> where Value == [Element]? {
    ArchiveValuesPath<Root, Member>(steps: steps.adding(keyPath))
  }

  /// The path to a property of all elements of arrays.
  public subscript<Element: ArchiveRecord, Member>(
    dynamicMember keyPath: KeyPath<Element, Member>
  ) -> ArchiveValuesPath<Root, Member> where Value == [[Element]] {
    ArchiveValuesPath<Root, Member>(steps: steps.adding(keyPath))
  }

  /// The path to all keys of dictionaries: `path.keys`.
  public subscript<Key, Element>(
    dynamicMember keyPath: KeyPath<[Key: Element], [Key: Element].Keys>
  ) -> ArchiveValuesPath<Root, Key> where Value == [Key: Element] {
    ArchiveValuesPath<Root, Key>(steps: steps.adding(.keys))
  }

  /// The path to all values of dictionaries: `path.values`.
  public subscript<Key, Element>(
    dynamicMember keyPath: KeyPath<[Key: Element], [Key: Element].Values>
  ) -> ArchiveValuesPath<Root, Element> where Value == [Key: Element] {
    ArchiveValuesPath<Root, Element>(steps: steps.adding(.values))
  }
}
