/// A class by its names, as a keyed archive has them.
public struct ArchiveClass: Sendable, Hashable {
  /// The name of the class; empty for a plain value of a property list, which is no object.
  public var name: String
  /// The names of the classes above it, nearest first; those after the name in a keyed archive's `$classes`.
  public var superclassNames: [String]

  public init(_ name: String, superclassNames: [String] = ["NSObject"]) {
    self.name = name
    self.superclassNames = superclassNames
  }
}
