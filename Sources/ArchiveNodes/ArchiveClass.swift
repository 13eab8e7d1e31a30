/// The names of a class, as stored in a keyed archive.
public struct ArchiveClass: Sendable, Hashable {
  /// The name of the class; empty for a plain value of a property list, which is not an object.
  public var name: String
  /// The names of its superclasses, nearest first: those after the name in a keyed archive's `$classes`. `nil` if the
  /// archive has no `$classes`.
  public var superclassNames: [String]?
  /// Classes that a reader may use if it does not know this one, best first: those in a keyed archive's `$classhints`,
  /// which is rare.
  public var fallbackNames: [String]

  /// Creates a class from its name and the names of its superclasses.
  public init(_ name: String, superclassNames: [String]? = ["NSObject"], fallbackNames: [String] = []) {
    self.name = name
    self.superclassNames = superclassNames
    self.fallbackNames = fallbackNames
  }
}
