package import ArchiveBytes
internal import ArchiveValues
internal import Foundation

extension ArchiveError {
  /// The error for a class name in an archive that two classes claim.
  package static func twoClasses(named name: String, _ first: String, _ second: String) -> ArchiveError {
    ArchiveError(
      .classMismatch, expected: "one class with the name “\(name)” in archives",
      found: "\(first) and \(second)",
      advice: .changeCode(
        "Rename the class that the struct replaces, with @objc(Old…) or in its source, or remove it. Or give the struct a "
          + "new className, and list \(name) in formerly:."))
  }
}

/// The names of classes in archives.
enum ArchiveClassNames {
  /// Returns the names of a class and its superclasses, nearest first, `NSObject` last.
  ///
  /// - Parameter renamed: The name set for the class itself, if any.
  /// - Throws: ``ArchiveError/Code/unsupported`` if the class has no stable name.
  static func chain(of type: AnyClass, renamed: String? = nil) throws -> [String] {
    var names = [try renamed ?? name(of: type)]
    var current: AnyClass? = superclass(of: type)
    while let ancestor = current {
      // Omits a superclass without a stable name; only the name of the class itself is required.
      if let name = stableName(of: ancestor) { names.append(name) }
      current = superclass(of: ancestor)
    }
    return names
  }

  private static func superclass(of type: AnyClass) -> AnyClass? {
    #if canImport(ObjectiveC)
      class_getSuperclass(type)
    #else
      (type as? NSObject.Type)?.superclass
    #endif
  }

  static func name(of type: AnyClass) throws -> String {
    guard let name = stableName(of: type) else {
      throw ArchiveError(
        .unsupported, expected: "a top-level class", found: "the class \(String(reflecting: type))",
        advice: .changeCode(
          "Nested, private and generic classes have no stable name; set one with setClassName(_:for:)."))
    }
    return name
  }

  /// Returns the class name that other programs and later builds recognise; `nil` if the class has none.
  static func stableName(of type: AnyClass) -> String? {
    if let coding = type as? any ArchiveWrapper.Type { return schema(of: coding).className }
    return hasStableName(type) ? NSStringFromClass(type) : nil
  }

  /// Returns whether other programs and later builds recognise the runtime's name of the class.
  private static func hasStableName(_ type: AnyClass) -> Bool {
    #if canImport(ObjectiveC)
      // A class with a mangled name is nested, private or generic, and has no name from `@objc(…)`.
      !NSStringFromClass(type).hasPrefix("_Tt")
    #else
      // `NSStringFromClass` crashes for such classes; their full names reveal them.
      let name = String(reflecting: type)
      return name.split(separator: ".").count == 2 && !name.contains { "<(".contains($0) }
    #endif
  }

  /// Returns whether an object with this class name in an archive may be read as `type`.
  static func accepts(_ name: String, as type: AnyClass) -> Bool {
    if let coding = type as? any ArchiveWrapper.Type { return schema(of: coding).accepts(className: name) }
    return stableName(of: type) == name
  }

  private static func schema<Coding: ArchiveWrapper>(of type: Coding.Type) -> ArchiveSchema {
    Coding.Value.archiveSchema
  }
}
