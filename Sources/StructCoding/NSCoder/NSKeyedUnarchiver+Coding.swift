public import ArchiveValues
public import Foundation
internal import KeyedArchives

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
