internal import ArchiveBytes

extension ArchivableObject {
  /// Throws if a superclass that is not archived has stored properties, which would be lost. Generated code calls it,
  /// because a macro does not see the inherited members of its class.
  public func _requireNoStoredProperties() throws {
    var type: AnyClass = Swift.type(of: self)
    while let superclass = _getSuperclass(type), superclass is any ArchivableObject.Type { type = superclass }
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
          .changeCode(
            "Mark \(above.subjectType) @ArchivableObject, and properties that no archive needs @Transient."
          )
      )
    }
  }
}
