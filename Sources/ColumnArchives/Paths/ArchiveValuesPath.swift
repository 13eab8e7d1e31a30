public import ArchiveValues

/// A path from a value through an array to any number of its parts, with the names under which archives store the
/// fields on the way.
///
/// ```swift
/// Session.path.events.eventTag                // the tags of all events
/// Session.path.events.eventTag.storedName     // "events.eventTag"
/// ```
///
/// After an array, missing optionals on the way are skipped.
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

  /// Returns the path to a property of all elements that are not `nil`.
  public subscript<Element: ArchiveRecord, Member>(
    dynamicMember keyPath: KeyPath<Element, Member>
  ) -> ArchiveValuesPath<Root, Member> where Value == [Element?] {
    ArchiveValuesPath<Root, Member>(steps: steps.adding(keyPath))
  }

  /// Returns the path to a property of all elements of the arrays that are not `nil`.
  public subscript<Element: ArchiveRecord, Member>(
    dynamicMember keyPath: KeyPath<Element, Member>
  ) -> ArchiveValuesPath<Root, Member> where Value == [Element]? {
    ArchiveValuesPath<Root, Member>(steps: steps.adding(keyPath))
  }

  /// Returns the path to a property of all elements of arrays.
  public subscript<Element: ArchiveRecord, Member>(
    dynamicMember keyPath: KeyPath<Element, Member>
  ) -> ArchiveValuesPath<Root, Member> where Value == [[Element]] {
    ArchiveValuesPath<Root, Member>(steps: steps.adding(keyPath))
  }

  /// Returns the path to all keys of dictionaries: `path.keys`.
  public subscript<Key, Element>(
    dynamicMember keyPath: KeyPath<[Key: Element], [Key: Element].Keys>
  ) -> ArchiveValuesPath<Root, Key> where Value == [Key: Element] {
    ArchiveValuesPath<Root, Key>(steps: steps.adding(.keys))
  }

  /// Returns the path to all values of dictionaries: `path.values`.
  public subscript<Key, Element>(
    dynamicMember keyPath: KeyPath<[Key: Element], [Key: Element].Values>
  ) -> ArchiveValuesPath<Root, Element> where Value == [Key: Element] {
    ArchiveValuesPath<Root, Element>(steps: steps.adding(.values))
  }
}

extension ArchivePath {
  /// Returns the path to a property of all elements.
  public subscript<Element: ArchiveRecord, Member>(
    dynamicMember keyPath: KeyPath<Element, Member>
  ) -> ArchiveValuesPath<Root, Member> where Value == [Element] {
    ArchiveValuesPath(steps: steps.adding(keyPath))
  }

  /// Returns the path to a property of all elements that are not `nil`.
  public subscript<Element: ArchiveRecord, Member>(
    dynamicMember keyPath: KeyPath<Element, Member>
  ) -> ArchiveValuesPath<Root, Member> where Value == [Element?] {
    ArchiveValuesPath(steps: steps.adding(keyPath))
  }

  /// Returns the path to a property of all elements of an optional array.
  public subscript<Element: ArchiveRecord, Member>(
    dynamicMember keyPath: KeyPath<Element, Member>
  ) -> ArchiveValuesPath<Root, Member> where Value == [Element]? {
    ArchiveValuesPath(steps: steps.adding(keyPath))
  }

  /// Returns the path to a property of all elements of arrays.
  public subscript<Element: ArchiveRecord, Member>(
    dynamicMember keyPath: KeyPath<Element, Member>
  ) -> ArchiveValuesPath<Root, Member> where Value == [[Element]] {
    ArchiveValuesPath(steps: steps.adding(keyPath))
  }

  /// Returns the path to all keys of a dictionary: `path.keys`.
  public subscript<Key, Element>(
    dynamicMember keyPath: KeyPath<[Key: Element], [Key: Element].Keys>
  ) -> ArchiveValuesPath<Root, Key> where Value == [Key: Element] {
    ArchiveValuesPath(steps: steps.adding(.keys))
  }

  /// Returns the path to all values of a dictionary: `path.values`.
  public subscript<Key, Element>(
    dynamicMember keyPath: KeyPath<[Key: Element], [Key: Element].Values>
  ) -> ArchiveValuesPath<Root, Element> where Value == [Key: Element] {
    ArchiveValuesPath(steps: steps.adding(.values))
  }
}
