/// A class by its names, as a keyed archive has them.
public struct ArchiveClass: Sendable, Hashable {
  /// The name of the class; empty for a plain value of a property list, which is no object.
  public var name: String
  /// The names of the classes above it, nearest first; those after the name in a keyed archive's `$classes`. `nil` where
  /// an archive has no `$classes`.
  public var superclassNames: [String]?
  /// Classes that a reader may use in the place of an unknown one, best first; those of a keyed archive's
  /// `$classhints`, which few have.
  public var fallbackNames: [String]

  /// A class by its name, and those of the classes above it.
  public init(_ name: String, superclassNames: [String]? = ["NSObject"], fallbackNames: [String] = []) {
    self.name = name
    self.superclassNames = superclassNames
    self.fallbackNames = fallbackNames
  }
}
