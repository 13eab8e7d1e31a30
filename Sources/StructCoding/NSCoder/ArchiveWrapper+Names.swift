internal import ArchiveBytes
public import ArchiveValues
public import Foundation
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

// Foundation finds a class by its name in the archive. These overloads register the classes that a call names, so
// that Foundation finds a `Coding` by its stored name and its former names, even for generic types. The compiler
// prefers them to Foundation's methods, which take any class.

extension NSKeyedUnarchiver {
  /// Decodes a `Coding` object; its class need not be registered.
  ///
  /// On Linux, ``KeyedArchive`` reads the archive, so a damaged one throws an error; Foundation would end the process.
  ///
  /// - Returns: `nil` when the archive holds `nil`.
  /// - Throws: The error of `NSKeyedUnarchiver`; ``ArchiveError`` on Linux.
  @_documentation(visibility: internal)
  public static func unarchivedObject<Object: ArchiveWrapper>(
    ofClass type: Object.Type, from data: Data
  ) throws -> Object? {
    try unarchivedObject(ofClasses: [type as any (NSObject & NSCoding).Type], from: data) as? Object
  }

  /// Decodes an object of one of several classes; a `Coding` among them need not be registered.
  ///
  /// On Linux, ``KeyedArchive`` reads the archive, so a damaged one throws an error; Foundation would end the process.
  ///
  /// - Returns: `nil` when the archive holds `nil`.
  /// - Throws: The error of `NSKeyedUnarchiver`; ``ArchiveError`` on Linux.
  @_documentation(visibility: internal)
  public static func unarchivedObject(
    ofClasses types: [any (NSObject & NSCoding).Type], from data: Data
  ) throws -> Any? {
    let wrappers = types.compactMap { $0 as? any ArchiveWrapper.Type }
    #if !canImport(ObjectiveC)
      if !wrappers.isEmpty { return try KeyedArchive.unarchivedObject(ofClasses: types, from: data) }
    #endif
    for type in wrappers { type.registerArchiveNames() }
    return try unarchivedObject(ofClasses: types as [AnyClass], from: data)
  }
}

extension NSCoder {
  /// Decodes a `Coding` object; its class need not be registered.
  @_documentation(visibility: internal)
  public func decodeObject<Object: ArchiveWrapper>(of type: Object.Type, forKey key: String) -> Object? {
    decodeObject(of: [type as any (NSObject & NSCoding).Type], forKey: key) as? Object
  }

  /// Decodes an object of one of several classes; a `Coding` among them need not be registered.
  @_documentation(visibility: internal)
  public func decodeObject(of types: [any (NSObject & NSCoding).Type], forKey key: String) -> Any? {
    registerArchiveNames(of: types)
    return decodeObject(of: types as [AnyClass], forKey: key)
  }

  #if canImport(ObjectiveC)
    /// Decodes a `Coding` object; its class need not be registered.
    ///
    /// - Throws: The error of the coder.
    @_documentation(visibility: internal)
    public func decodeTopLevelObject<Object: ArchiveWrapper>(
      of type: Object.Type, forKey key: String
    ) throws -> Object? {
      try decodeTopLevelObject(of: [type as any (NSObject & NSCoding).Type], forKey: key) as? Object
    }

    /// Decodes an object of one of several classes; a `Coding` among them need not be registered.
    ///
    /// - Throws: The error of the coder.
    @_documentation(visibility: internal)
    public func decodeTopLevelObject(
      of types: [any (NSObject & NSCoding).Type], forKey key: String
    ) throws -> Any? {
      registerArchiveNames(of: types)
      return try decodeTopLevelObject(of: types as [AnyClass], forKey: key)
    }
  #endif

  /// If the coder is an `NSKeyedUnarchiver`, registers the names of the wrapper classes with it. Other coders need no
  /// names.
  func registerArchiveNames(of types: [AnyClass]) {
    guard let unarchiver = self as? NSKeyedUnarchiver else { return }
    for case let type as any ArchiveWrapper.Type in types { type.registerArchiveNames(in: unarchiver) }
  }
}
