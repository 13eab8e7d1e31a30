public import ArchiveBytes
public import ArchiveNodes
public import ArchiveValues
public import Foundation
internal import KeyedArchives

/// A document, written by hand or by another program, that stands for objects: JSON, a property list, or literals of
/// Swift.
///
/// ```json
/// {
///   "$class": "Session",
///   "startTime": "2026-05-01T10:30:00Z",
///   "events": [{"tag": "open"}, {"tag": "close", "place": {"$alias": "home"}}],
///   "home": {"$class": "Place", "name": "Base"}
/// }
/// ```
///
/// - `$class` makes a dictionary an object of a class, with the other keys as fields.
/// - `{"$alias": "events.0.place"}` is the very object at this path from the root: keys, and positions of arrays, with
///   points between them (`\.` is a point that is part of a key). It may lead ahead, back into what it is part of, over
///   and to other aliases, and to the root with the empty path. The object is one: with classes, one instance.
/// - The rest of the notation is that of ``ArchiveNode/jsonData(isPretty:limits:)``: `{"$date": …}`, `{"$data": …}`,
///   `{"$set": […]}` and so on. A key that begins with `$` and is none of these words is written with one more.
///
/// Mistakes are errors at the path where they are, with the nearest name that would be right: aliases that lead nowhere
/// or to themselves, misspelt words of the notation, and, where types are given, classes and fields that these do not
/// have.
public struct ArchiveBootstrap: Sendable {
  /// What the document stands for: a graph when it has aliases.
  public let node: ArchiveNode
  private let types: ArchiveTypes?

  /// Builds what a document of nodes stands for, such as literals.
  ///
  /// ```swift
  /// let document: ArchiveNode = ["$class": "Session", "events": [["tag": "open"]]]
  /// let session = try ArchiveBootstrap(document).decode(Session.self)
  /// ```
  ///
  /// - Parameters:
  ///   - types: The types that the document may name. Without them any class and any field will do.
  ///   - limits: What the document may cost.
  /// - Throws: ``ArchiveError``, located in the document.
  /// - Complexity: Linear in the size of the document: what aliases lead to is shared.
  public init(
    _ document: ArchiveNode, types: ArchiveTypes? = nil, limits: ArchiveLimits = ArchiveLimits()
  ) throws {
    let node = try NotationReader.node(of: document, isStrict: true, limits)
    self.node = try types.map { try TypeCheck.check(node, .any, $0, isClosed: true, limits) } ?? node
    self.types = types
  }

  /// Builds what a document in JSON stands for.
  ///
  /// - Throws: ``ArchiveError``, with line and column when it is not JSON, and with the path otherwise.
  public init(json: Data, types: ArchiveTypes? = nil, limits: ArchiveLimits = ArchiveLimits()) throws {
    try self.init(ArchiveNode(json: json, notation: false, limits: limits), types: types, limits: limits)
  }

  /// Builds what a property list, binary or XML, stands for.
  ///
  /// - Throws: ``ArchiveError``, located in the list.
  public init(
    propertyList: Data, types: ArchiveTypes? = nil, limits: ArchiveLimits = ArchiveLimits()
  ) throws {
    try self.init(
      ArchiveNode(propertyList: propertyList, notation: false, limits: limits), types: types, limits: limits)
  }

  /// Makes a value of the document.
  ///
  /// Where the type says what is expected, the document may be plainer: an object needs no `$class`, a set may be an array, and a date, a URL, a
  /// UUID and data may be text (ISO 8601 for a date, Base64 for data). This reaches as far as types are known, which is
  /// the fields of structs and what is in these; in fields of classes the notation says it. A `$class` that is there is
  /// compared with the type, whose former names will do, and every field must be one of the type's.
  ///
  /// - Throws: ``ArchiveError``, located in the document.
  public func decode<Value: ArchiveValue>(
    _ type: Value.Type, limits: ArchiveLimits = ArchiveLimits()
  ) throws -> Value {
    try node(as: type, limits: limits).decode(type, limits: limits)
  }

  /// What the document stands for when it is a value of the type: ``node`` with what ``decode(_:limits:)`` adds, the class
  /// names and the dates that the type knows. Archives of it are archives of the value.
  ///
  /// - Throws: ``ArchiveError``, located in the document.
  public func node<Value: ArchiveValue>(
    as type: Value.Type, limits: ArchiveLimits = ArchiveLimits()
  ) throws -> ArchiveNode {
    var types = types ?? ArchiveTypes()
    let shape = types.shape(of: type)
    return try TypeCheck.check(node, shape, types, isClosed: false, limits)
  }

  /// Makes a value of a document in JSON or in a property list.
  public static func decode<Value: ArchiveValue>(
    _ type: Value.Type, from data: Data, types: ArchiveTypes? = nil, limits: ArchiveLimits = ArchiveLimits()
  ) throws -> Value {
    let isList = data.beginsAsBinaryPlist || data.beginsAsXML
    let bootstrap =
      isList
      ? try ArchiveBootstrap(propertyList: data, types: types, limits: limits)
      : try ArchiveBootstrap(json: data, types: types, limits: limits)
    return try bootstrap.decode(type, limits: limits)
  }
}
