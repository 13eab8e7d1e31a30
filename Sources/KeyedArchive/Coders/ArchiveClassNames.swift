internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// The names by which classes go in archives.
enum ArchiveClassNames {
  /// The name of a class and those of its superclasses, nearest first, `NSObject` last.
  ///
  /// - Parameter renamed: The name to use for the class itself, if it was given one.
  /// - Throws: ``ArchiveError/Code/unsupported`` for a class that has no stable name.
  static func chain(of type: AnyClass, renamed: String? = nil) throws -> [String] {
    var names = [try renamed ?? name(of: type)]
    var current: AnyClass? = _getSuperclass(type)
    while let ancestor = current {
      // A base class without a stable name is left out; only the name of the class itself is ever needed.
      if let name = try? name(of: ancestor) { names.append(name) }
      current = _getSuperclass(ancestor)
    }
    return names
  }

  static func name(of type: AnyClass) throws -> String {
    if let coding = type as? any ArchiveDecodable.Type { return schema(of: coding).className }
    #if canImport(ObjectiveC)
      return NSStringFromClass(type)
    #else
      // `NSStringFromClass` ends the process for nested, private and generic classes; their full names tell.
      let name = String(reflecting: type)
      guard name.split(separator: ".").count == 2, !name.contains(where: { "<(".contains($0) }) else {
        throw ArchiveError(
          .unsupported, expected: "a top-level class", found: "the class \(name)",
          advice:
            "Nested, private and generic classes have no stable name; set one with setClassName(_:for:).")
      }
      return NSStringFromClass(type)
    #endif
  }

  /// Whether an object that names this class in an archive may be read as `type`.
  static func accepts(_ name: String, as type: AnyClass) -> Bool {
    if let coding = type as? any ArchiveDecodable.Type { return schema(of: coding).accepts(className: name) }
    return (try? self.name(of: type)) == name
  }

  private static func schema<Coding: ArchiveDecodable>(of type: Coding.Type) -> ArchiveSchema {
    Coding.Value.archiveSchema
  }
}
