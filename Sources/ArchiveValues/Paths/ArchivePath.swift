/// A path from a value to one part of it, with the names under which archives store the fields on the way.
///
/// Write paths like properties; the compiler checks them. They lead through structs and optionals. After an optional,
/// every value is optional:
///
/// ```swift
/// Trip.path.home.latitude               // ArchivePath<Trip, Double?>, when `home` is an optional struct
/// Trip.path.home.latitude.storedName    // "home.lat", when latitude is @Stored("lat")
/// Trip.path.home.latitude.keyPath       // KeyPath<Trip, Double?>, as \Trip.home?.latitude
/// ```
///
/// A path through an array leads to any number of values; it is an ``ArchiveValuesPath``.
///
/// Use a path to read one field of an archive, or to filter or sort its elements. To sort and filter values in memory,
/// use ``comparator(order:)-5t05j`` and ``predicate(_:_:)-(_,Value)``.
@dynamicMemberLookup
public struct ArchivePath<Root: ArchiveRecord, Value>: Sendable {
  /// The fields on the path; `nil` if a property on it is not stored.
  package let steps: [PathStep]?
  /// The properties on the path. Each belongs to the value of the one before it.
  let properties: [any PathProperty]

  init(steps: [PathStep]?, _ properties: [any PathProperty]) {
    self.steps = steps
    self.properties = properties
  }

  /// The stored names of the fields on the path, with dots between them; `nil` if the path contains a property that
  /// archives do not store.
  ///
  /// If objects have attributes with these stored names, use it for `%K` in the format of a predicate.
  public var storedName: String? { steps?.storedName }

  /// The same path as a Swift key path. After an optional without a value, it returns `nil`.
  ///
  /// Each call creates the key path.
  public var keyPath: any KeyPath<Root, Value> & Sendable {
    var keyPath: AnyKeyPath? = properties.first?.keyPath ?? \Root.self
    for property in properties.dropFirst() { keyPath = keyPath?.appending(path: property.keyPath) }
    guard let keyPath = keyPath as? KeyPath<Root, Value> else {
      preconditionFailure("the properties of a path follow each other")
    }
    return SharedKeyPath(keyPath: keyPath).sendable
  }

  // MARK: Steps

  /// Returns the path to a property of a struct.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> ArchivePath<Root, Member>
  where Value: ArchiveRecord {
    let property = StructProperty(property: SharedKeyPath(keyPath: keyPath))
    return ArchivePath<Root, Member>(steps: steps.adding(keyPath), properties + [property])
  }

  /// Returns the path to a property of an optional struct.
  public subscript<Wrapped: ArchiveRecord, Member>(
    dynamicMember keyPath: KeyPath<Wrapped, Member>
  ) -> ArchivePath<Root, Member?> where Value == Wrapped? {
    let property = OptionalStructProperty(property: SharedKeyPath(keyPath: keyPath))
    return ArchivePath<Root, Member?>(
      steps: steps.adding(keyPath, entersOptional: true), properties + [property])
  }

  /// Returns the path to an optional property of an optional struct: one optional, not two.
  public subscript<Wrapped: ArchiveRecord, Member>(
    dynamicMember keyPath: KeyPath<Wrapped, Member?>
  ) -> ArchivePath<Root, Member?> where Value == Wrapped? {
    let property = OptionalStructOptionalProperty(property: SharedKeyPath(keyPath: keyPath))
    return ArchivePath<Root, Member?>(
      steps: steps.adding(keyPath, entersOptional: true, isOptional: true), properties + [property])
  }

  // MARK: Steps through arrays and dictionaries

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

extension Archivable {
  /// The path to the value itself. Paths to its parts begin here.
  public static var path: ArchivePath<Self, Self> { ArchivePath<Self, Self>(steps: [], []) }
}
