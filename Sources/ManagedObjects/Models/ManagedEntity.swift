internal import ArchiveBytes

/// A class of managed objects that lists its attributes: `@ManagedEntity` writes the conformance.
public protocol ManagedEntity: ManagedStore {
  /// The attributes that the properties of the class need, after the attributes of its superclass.
  ///
  /// - Throws: ``ArchiveError`` if no attribute can hold the values of a property.
  static var managedAttributes: [ManagedAttribute] { get throws }
}

extension ManagedEntity {
  /// Returns the differences between the properties of the class and the attributes of an entity, one sentence each.
  ///
  /// - Parameter attributes: The attributes of the entity in the model.
  public static func differences(from attributes: [ManagedAttribute]) throws -> [String] {
    let found = Dictionary(attributes.map { ($0.name, $0) }) { first, _ in first }
    return try managedAttributes.flatMap { needed -> [String] in
      let place = "\(Self.self).\(needed.name)"
      guard let found = found[needed.name] else {
        let near = nearestName(to: needed.name, among: found.keys).map { " Did you mean “\($0)”?" } ?? ""
        return ["\(place): the model has no such attribute.\(near)"]
      }
      return needed.differences(from: found).map { "\(place): \($0)" }
    }
  }
}
