internal import ArchiveBytes

extension ArchivableObject {
  /// Throws if a superclass of `type` has stored properties. `type` is the first archived class of its hierarchy, so
  /// these properties would be lost. Generated code calls it, because a macro does not see what its class inherits.
  public func _requireNoStoredProperties(above type: AnyClass) throws {
    guard _getSuperclass(type) != nil else { return }
    var mirror: Mirror? = Mirror(reflecting: self)
    while let current = mirror, current.subjectType != type { mirror = current.superclassMirror }
    while let above = mirror?.superclassMirror {
      mirror = above
      guard let property = above.children.first else { continue }
      throw ArchiveError(
        .unsupported, expected: "a superclass whose properties are archived",
        found: "\(above.subjectType) with “\(property.label ?? "_")” above \(type)",
        advice:
          "Mark \(above.subjectType) @Archivable(.superclass), and properties that no archive needs @Transient."
      )
    }
  }
}
