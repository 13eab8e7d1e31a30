public import ArchiveValues
internal import Foundation

extension ArchiveWrapper {
  /// Registers this class with Foundation's `NSKeyedUnarchiver` under its name in archives and its former names, and
  /// on Apple platforms with `NSKeyedArchiver` under its name.
  ///
  /// Call it once for the class of the archive's root, before Foundation reads the first archive. The classes of its
  /// fields are registered while they are read. `KeyedArchive` does not need it.
  ///
  /// ```swift
  /// Session.Coding.registerArchiveNames()
  /// let session = try NSKeyedUnarchiver.unarchivedObject(ofClass: Session.Coding.self, from: data)?.decoded
  /// ```
  public static func registerArchiveNames() {
    for name in archiveNames { NSKeyedUnarchiver.setClass(self, forClassName: name) }
    #if canImport(ObjectiveC)
      NSKeyedArchiver.setClassName(Value.archiveSchema.className, for: self)
    #endif
  }

  /// Registers this class with one unarchiver.
  static func registerArchiveNames(in unarchiver: NSKeyedUnarchiver) {
    for name in archiveNames { unarchiver.setClass(self, forClassName: name) }
  }

  private static var archiveNames: [String] {
    let schema = Value.archiveSchema
    return schema.formerClassNames + [schema.className]
  }
}
