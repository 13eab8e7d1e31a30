public import ArchiveBytes
public import ArchiveNodes
public import ArchiveValues
public import Foundation
internal import KeyedArchives

/// A document in JSON, a property list or Swift literals, written by hand or by another program, that describes
/// objects.
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
/// - `$class` makes a dictionary an object of a class; its other keys are the fields.
/// - `{"$alias": "events.0.place"}` refers to the object at this path from the root. A path consists of keys and array
///   positions, separated by points; `\.` is a point within a key. It may refer to a later place, to an object that
///   contains the alias, through or to other aliases, and, if it is empty, to the root. All aliases of an object refer
///   to one object: with classes, one instance.
/// - The rest of the notation is described at ``ArchiveNode/jsonData(isPretty:limits:)``: `{"$date": …}`, `{"$data":
///   …}`, `{"$set": […]}` and so on. Any other key that begins with `$` is written with a second `$`.
///
/// Mistakes throw an error with the path and the nearest valid name. Mistakes are aliases that refer to nothing or to
/// themselves, misspelt keywords, and, when a value is decoded, classes and fields that its types do not have.
public struct ArchiveBootstrap: Sendable {
  /// The content of the document; a graph if the document has aliases.
  public let node: ArchiveNode

  /// Reads a document made of nodes, such as Swift literals.
  ///
  /// ```swift
  /// let document: ArchiveNode = ["$class": "Session", "events": [["tag": "open"]]]
  /// let session = try ArchiveBootstrap(document).decode(Session.self)
  /// ```
  ///
  /// - Throws: ``ArchiveError``, located in the document.
  /// - Complexity: Linear in the size of the document: the targets of aliases are shared, not copied.
  public init(_ document: ArchiveNode, limits: ArchiveLimits = ArchiveLimits()) throws {
    node = try NotationReader.read(document, isStrict: true, limits).node
  }

  /// Reads a document in JSON.
  ///
  /// - Throws: ``ArchiveError``, with line and column if the document is not JSON, otherwise with the path.
  public init(json: Data, limits: ArchiveLimits = ArchiveLimits()) throws {
    try self.init(ArchiveNode(json: json, notation: false, limits: limits), limits: limits)
  }

  /// Reads a document in a binary or XML property list.
  ///
  /// - Throws: ``ArchiveError``, located in the list.
  public init(propertyList: Data, limits: ArchiveLimits = ArchiveLimits()) throws {
    try self.init(ArchiveNode(propertyList: propertyList, notation: false, limits: limits), limits: limits)
  }

  /// Decodes a value from the document.
  ///
  /// Where the type determines the content, the document may be simpler: an object needs no `$class`, a set may be an
  /// array, and a date, a URL, a UUID and data may be strings (ISO 8601 for a date, Base64 for data). This applies
  /// where types are known: to the fields of structs and their contents. Fields of classes need the notation. A
  /// `$class` in the document must be the name of the type or one of its former names, and every field must be a field
  /// of the type.
  ///
  /// - Throws: ``ArchiveError``, located in the document.
  public func decode<Value: ArchiveValue>(
    _ type: Value.Type, limits: ArchiveLimits = ArchiveLimits()
  ) throws -> Value {
    try node(as: type, limits: limits).decode(type, limits: limits)
  }

  /// Returns the content of the document as a value of the type: ``node`` with the class names, dates and so on that
  /// ``decode(_:limits:)`` takes from the type. An archive of this node is an archive of the value.
  ///
  /// - Throws: ``ArchiveError``, located in the document.
  public func node<Value: ArchiveValue>(
    as type: Value.Type, limits: ArchiveLimits = ArchiveLimits()
  ) throws -> ArchiveNode {
    var types = DocumentTypes()
    let shape = types.shape(of: type)
    return try TypeCheck.check(node, shape, types, limits)
  }

  /// Decodes a value from a document in JSON or a property list.
  public static func decode<Value: ArchiveValue>(
    _ type: Value.Type, from data: Data, limits: ArchiveLimits = ArchiveLimits()
  ) throws -> Value {
    let isList = data.beginsAsBinaryPlist || data.beginsAsXML
    let bootstrap =
      isList
      ? try ArchiveBootstrap(propertyList: data, limits: limits)
      : try ArchiveBootstrap(json: data, limits: limits)
    return try bootstrap.decode(type, limits: limits)
  }
}
