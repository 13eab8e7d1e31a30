public import ArchiveValues

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
/// A path also leads through arrays, builds conditions, and reads, filters and sorts the elements of an archive. To
/// sort and filter values in memory, use ``comparator(order:)-3wrfa`` and ``predicate(_:_:)-(_,Value)``.
@dynamicMemberLookup
public struct ArchivePath<Root: ArchiveRecord, Value>: Sendable {
  /// The fields on the path; `nil` if a property on it is not stored.
  package let steps: [PathStep]?
  /// The properties on the path. Each belongs to the value of the previous property.
  let properties: [any PathProperty]

  init(steps: [PathStep]?, _ properties: [any PathProperty]) {
    self.steps = steps
    self.properties = properties
  }

  /// The stored names of the fields on the path, with dots between them; `nil` if the path contains a property that
  /// archives do not store.
  ///
  /// If objects have attributes with these stored names, pass it for `%K` in the format of a predicate.
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
}

extension Archivable {
  /// The path to the value itself. Paths to its parts begin here.
  public static var path: ArchivePath<Self, Self> { ArchivePath<Self, Self>(steps: [], []) }
}
