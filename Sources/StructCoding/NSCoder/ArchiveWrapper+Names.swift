internal import ArchiveBytes
public import ArchiveValues
internal import Foundation
internal import KeyedArchives

extension ArchiveWrapper {
  /// Registers this class with Foundation's `NSKeyedUnarchiver` under its name in archives and its former names. On
  /// Apple platforms, also registers it with `NSKeyedArchiver` under its name.
  ///
  /// Most programs need not call it. An unarchiver registers the classes that its call names, and the classes of
  /// their fields when it reads them. On Linux, `encoded` registers the class of the object that it creates. Call
  /// this method before Foundation reads an archive whose classes the call does not name: for example before
  /// `unarchiveObject(with:)`, in a program that has not encoded such an object. `KeyedArchive` never needs it.
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
  /// The wrapper classes whose objects the program has created.
  enum WrappersInUse {
    private static let known = Locked<Set<ObjectIdentifier>>([])

    /// Notes a class. With its first object, registers its names with Foundation, which cannot find a nested class by
    /// name, and reports if another class has its name. On Apple platforms the runtime does both.
    static func note<Object: ArchiveWrapper>(_ type: Object.Type) {
      guard known.withLock({ $0.insert(ObjectIdentifier(type)).inserted }) else { return }
      if let error = type.nameConflict { NSLog("%@", "\(error)" as NSString) }
      for name in type.archiveNames where type.otherClass(named: name) == nil {
        NSKeyedUnarchiver.setClass(type, forClassName: name)
      }
    }
  }
#endif

extension ArchiveWrapper {
  /// The class that Foundation's unarchiver uses for objects with a name, if it is not this class. A name that the
  /// program has registered, or that the runtime knows, stays with its class.
  fileprivate static func otherClass(named name: String) -> AnyClass? {
    guard let other = NSKeyedUnarchiver.class(forClassName: name) ?? NSClassFromString(name), other != self
    else { return nil }
    return other
  }

  /// The error if an older class, which the struct replaces, is still in the program and has the struct's class name.
  static var nameConflict: ArchiveError? {
    let name = Value.archiveSchema.className
    guard let other = otherClass(named: name), !(other is any ArchiveWrapper.Type) else { return nil }
    return .twoClasses(named: name, "\(other)", "\(String(reflecting: self))")
  }
}
