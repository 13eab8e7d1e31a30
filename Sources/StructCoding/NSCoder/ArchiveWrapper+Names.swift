internal import ArchiveBytes
public import ArchiveValues
internal import Foundation

extension ArchiveWrapper {
  /// Registers this class with Foundation's `NSKeyedUnarchiver` under its name in archives and its former names, and
  /// on Apple platforms with `NSKeyedArchiver` under its name.
  ///
  /// Most programs need not call it. A class that a call of an unarchiver names is registered by the call, the classes of
  /// fields are while they are read, and on Linux the class of each object that `encoded` has made. Call it before
  /// Foundation reads an archive whose classes appear nowhere in the call, such as by `unarchiveObject(with:)` in a program
  /// that has only read so far. `KeyedArchive` never needs it.
  ///
  /// ```swift
  /// Session.Coding.registerArchiveNames()
  /// let sessions = (NSKeyedUnarchiver.unarchiveObject(with: data) as? [Session.Coding])?.decoded
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

  fileprivate static var archiveNames: [String] {
    let schema = Value.archiveSchema
    return schema.formerClassNames + [schema.className]
  }
}

#if !canImport(ObjectiveC)
  /// The wrapper classes that the program has made objects of. Foundation on Linux, which cannot find a nested class by
  /// name, learns their names with the first object.
  enum WrappersInUse {
    private static let known = Locked<Set<ObjectIdentifier>>([])

    /// A name that the program has registered for another class stays that class's.
    static func note<Object: ArchiveWrapper>(_ type: Object.Type) {
      guard known.withLock({ $0.insert(ObjectIdentifier(type)).inserted }) else { return }
      for name in type.archiveNames where NSKeyedUnarchiver.class(forClassName: name) == nil {
        NSKeyedUnarchiver.setClass(type, forClassName: name)
      }
    }
  }
#endif
