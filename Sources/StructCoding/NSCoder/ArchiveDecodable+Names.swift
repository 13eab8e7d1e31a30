public import ArchiveValues
internal import Foundation

extension ArchiveDecodable {
  /// Makes Foundation's `NSKeyedUnarchiver` find this class under its name in archives and under its former names,
  /// and on Apple platforms `NSKeyedArchiver` write the name.
  ///
  /// Needed once, before the first archive is read by Foundation, for the class of the archive's root. The classes of
  /// its fields are made known while they are read. `KeyedArchive` needs none of it.
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

  /// Makes one unarchiver find this class.
  static func registerArchiveNames(in unarchiver: NSKeyedUnarchiver) {
    for name in archiveNames { unarchiver.setClass(self, forClassName: name) }
  }

  private static var archiveNames: [String] {
    let schema = Value.archiveSchema
    return schema.formerClassNames + [schema.className]
  }
}
