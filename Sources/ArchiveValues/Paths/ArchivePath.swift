/// A way from a value to one part of it that knows the names under which archives store it.
///
/// Paths are written like properties, and checked by the compiler. They lead through structs and optionals; behind an
/// optional every value is one:
///
/// ```swift
/// Trip.path.home.latitude               // ArchivePath<Trip, Double?>, when `home` is an optional struct
/// Trip.path.home.latitude.storedName    // "home.lat", when latitude is @Stored("lat")
/// Trip.path.home.latitude.keyPath       // KeyPath<Trip, Double?>, as \Trip.home?.latitude
/// ```
///
/// A path through an array leads to any number of values, and is an ``ArchiveValuesPath``.
///
/// Use a path to read one field of an archive, to filter or to sort its elements; and to sort and filter values in
/// memory, with ``comparator(order:)-5t05j`` and ``predicate(_:_:)-(_,Value)``.
@dynamicMemberLookup
public struct ArchivePath<Root: ArchiveRecord, Value>: Sendable {
  /// The fields on the way; `nil` when a property on it is not stored.
  package let steps: [PathStep]?
  /// The properties on the way, each of what the one before it leads to.
  let properties: [any PathProperty]

  init(steps: [PathStep]?, _ properties: [any PathProperty]) {
    self.steps = steps
    self.properties = properties
  }

  /// The stored names of the fields on the way, with dots between them; `nil` when the path passes a property that
  /// archives do not store.
  ///
  /// Where fields are attributes of objects under their stored names, it is what `%K` stands for in the format of a
  /// predicate.
  public var storedName: String? { steps?.storedName }

  /// The same way as a key path of Swift. Behind an optional it gives `nil` where there is nothing.
  ///
  /// It is put together at each call.
  public var keyPath: any KeyPath<Root, Value> & Sendable {
    var keyPath: AnyKeyPath? = properties.first?.keyPath ?? \Root.self
    for property in properties.dropFirst() { keyPath = keyPath?.appending(path: property.keyPath) }
    guard let keyPath = keyPath as? KeyPath<Root, Value> else {
      preconditionFailure("the properties of a path follow each other")
    }
    return SharedKeyPath(keyPath: keyPath).sendable
  }

  // MARK: Steps

  /// The path to a property of a struct.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> ArchivePath<Root, Member>
  where Value: ArchiveRecord {
    let property = StructProperty(property: SharedKeyPath(keyPath: keyPath))
    return ArchivePath<Root, Member>(steps: steps.adding(keyPath), properties + [property])
  }

  /// The path to a property of a struct that may be missing.
  public subscript<Wrapped: ArchiveRecord, Member>(
    dynamicMember keyPath: KeyPath<Wrapped, Member>
  ) -> ArchivePath<Root, Member?> where Value == Wrapped? {
    let property = OptionalStructProperty(property: SharedKeyPath(keyPath: keyPath))
    return ArchivePath<Root, Member?>(
      steps: steps.adding(keyPath, entersOptional: true), properties + [property])
  }

  /// The path to a property that may be missing, of a struct that may be missing: one optional, not two.
  public subscript<Wrapped: ArchiveRecord, Member>(
    dynamicMember keyPath: KeyPath<Wrapped, Member?>
  ) -> ArchivePath<Root, Member?> where Value == Wrapped? {
    let property = OptionalStructOptionalProperty(property: SharedKeyPath(keyPath: keyPath))
    return ArchivePath<Root, Member?>(
      steps: steps.adding(keyPath, entersOptional: true, isOptional: true), properties + [property])
  }

  // MARK: Steps through arrays and dictionaries

  /// The path to a property of all elements.
  public subscript<Element: ArchiveRecord, Member>(
    dynamicMember keyPath: KeyPath<Element, Member>
  ) -> ArchiveValuesPath<Root, Member> where Value == [Element] {
    ArchiveValuesPath(steps: steps.adding(keyPath))
  }

  /// The path to a property of all elements that are present.
  public subscript<Element: ArchiveRecord, Member>(
    dynamicMember keyPath: KeyPath<Element, Member>
  ) -> ArchiveValuesPath<Root, Member> where Value == [Element?] {
    ArchiveValuesPath(steps: steps.adding(keyPath))
  }

  /// The path to a property of all elements of an array that may be missing.
  public subscript<Element: ArchiveRecord, Member>(
    dynamicMember keyPath: KeyPath<Element, Member>
  ) -> ArchiveValuesPath<Root, Member> where Value == [Element]? {
    ArchiveValuesPath(steps: steps.adding(keyPath))
  }

  /// The path to a property of all elements of arrays.
  public subscript<Element: ArchiveRecord, Member>(
    dynamicMember keyPath: KeyPath<Element, Member>
  ) -> ArchiveValuesPath<Root, Member> where Value == [[Element]] {
    ArchiveValuesPath(steps: steps.adding(keyPath))
  }

  /// The path to all keys of a dictionary: `path.keys`.
  public subscript<Key, Element>(
    dynamicMember keyPath: KeyPath<[Key: Element], [Key: Element].Keys>
  ) -> ArchiveValuesPath<Root, Key> where Value == [Key: Element] {
    ArchiveValuesPath(steps: steps.adding(.keys))
  }

  /// The path to all values of a dictionary: `path.values`.
  public subscript<Key, Element>(
    dynamicMember keyPath: KeyPath<[Key: Element], [Key: Element].Values>
  ) -> ArchiveValuesPath<Root, Element> where Value == [Key: Element] {
    ArchiveValuesPath(steps: steps.adding(.values))
  }
}

extension Archivable {
  /// The path to the value itself, where paths to its parts begin.
  public static var path: ArchivePath<Self, Self> { ArchivePath<Self, Self>(steps: [], []) }
}
