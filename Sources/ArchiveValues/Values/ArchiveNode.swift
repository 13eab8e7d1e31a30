internal import ArchiveBytes
public import ArchiveNodes
internal import Foundation

// As a field, a node contains a value whose type is known only from the archive, as in a dictionary of mixed values.

/// A field of this type stores the value that the node describes, without a class, and reads any value that the
/// archive contains.
///
/// ```swift
/// @Archivable
/// struct Preferences {
///   var version: Int
///   var extras: [String: ArchiveNode] = [:]
/// }
/// ```
///
/// The field may contain `nil`, numbers, strings, dates, data, and arrays, sets and dictionaries of these. It cannot
/// store a record, an object of a class, a reference or a graph, because a field cannot represent classes and
/// identity. Encoding these throws. Decoding reads them, unless they contain themselves. ``ArchiveDocument`` keeps
/// classes and identity.
extension ArchiveNode: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    switch self {
    case .null: try encoder.encodeNil()
    // Stores numbers as objects: a reader asks the field for an object, since it does not know that the value is a
    // number.
    case .bool(let value): try encoder._encodeSome(value)
    case .integer(let value): try encoder._encodeSome(value)
    case .unsigned(let value): try encoder._encodeSome(value)
    case .float(let value): try encoder._encodeSome(value)
    case .double(let value): try encoder._encodeSome(value)
    case .string(let value): try encoder.encode(value)
    case .date(let value): try encoder.encode(value)
    case .data(let value): try encoder.encode(value)
    case .array(let elements): try elements.encodeValue(to: &encoder)
    case .set(let elements):
      let set = Set(elements)
      guard set.count == elements.count else {
        throw ArchiveError(
          .unsupported, expected: "distinct elements of a set", found: "\(set.count) among \(elements.count)")
      }
      try set.encodeValue(to: &encoder)
    case .dictionary(let entries):
      // Keeps the order of the entries, which carries more information than an order of equal keys.
      try encoder._encodeCollection(.dictionary, count: entries.count) { encoder in
        for (position, entry) in entries.enumerated() { try encoder.encode(entry.key, at: position) }
        for (position, entry) in entries.enumerated() {
          try ArchiveError.located(at: .key(entry.key.keyDescription)) {
            try encoder.encode(entry.value, at: entries.count + position)
          }
        }
      }
    case .record, .instance, .reference, .graph:
      throw ArchiveError(
        .unsupported, expected: "a value without a class", found: kindDescription,
        advice: .changeCode(
          "An ArchiveNode field cannot store classes and shared objects; an ArchiveDocument can."))
    }
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> ArchiveNode {
    try decoder._decodeNode()
  }

  public static var archiveClasses: [AnyClass] {
    [
      NSNull.self, NSNumber.self, NSString.self, NSDate.self, NSData.self, NSArray.self, NSSet.self,
      NSDictionary.self,
    ]
  }

  public static var _isNilStorable: Bool { true }

  /// The key of an entry in errors.
  private var keyDescription: String { if case .string(let text) = self { text } else { "\(self)" } }
}

/// An object whose class the program lacks. A field keeps the object, and writes it back unchanged.
///
/// ```swift
/// @Archivable
/// struct Paragraph {
///   var text: String
///   var style: ArchivedObject?          // An NSParagraphStyle, on a server.
/// }
///
/// if case .integer(let alignment)? = paragraph.style?["NSAlignment"] { … }
/// ```
///
/// It keeps the object's class names, every field, mutable collections, shared objects and cycles, so the program
/// that wrote the archive can read the object again. The product `SystemValues` gives colours, fonts and attributed
/// texts typed access.
///
/// A keyed archive and a document store the object itself. Another library's `NSCoder` and a column archive store a
/// keyed archive of it as data.
public struct ArchivedObject: ArchiveValue, Hashable, Sendable {
  /// The object: a record, or a graph whose root leads to one.
  public let node: ArchiveNode
  /// The fields of the object itself, which may be references into the graph.
  package let fields: ArchiveNode.Fields

  /// Creates an object with fields.
  public init(_ fields: ArchiveNode.Fields) { (node, self.fields) = (.record(fields), fields) }

  /// Creates an object from a node.
  ///
  /// - Throws: ``ArchiveError/Code/typeMismatch`` if the node is not an object with fields.
  public init(_ node: ArchiveNode) throws {
    guard case .record(let fields)? = node.target(of: node), !fields.className.isEmpty else {
      throw ArchiveError(
        .typeMismatch, expected: "an object with its class and fields", found: node.kindDescription)
    }
    (self.node, self.fields) = (node, fields)
  }

  /// The name of the class.
  public var className: String { fields.className }

  /// The names of the superclasses, nearest first; empty if the archive has none.
  public var superclassNames: [String] { fields.superclassNames ?? [] }

  /// The names of the fields, in the order of the archive.
  public var names: [String] { fields.names }

  /// The value of a field, without marks of its storage in the archive; `nil` if the object lacks the field.
  ///
  /// An object that it refers to is a ``ArchiveNode/record(_:)``, whose fields may be references; see ``object(_:)``.
  public subscript(name: String) -> ArchiveNode? { fields[name].flatMap { node.target(of: $0) } }

  /// Returns the object in a field, with the objects that it refers to; `nil` if the field is missing or contains no
  /// object.
  public func object(_ name: String) -> ArchivedObject? {
    guard let field = fields[name] else { return nil }
    if case .graph(let graph) = node {
      return try? ArchivedObject(ArchiveNode.graph(ArchiveGraph(root: field, objects: graph.objects)))
    }
    return try? ArchivedObject(field)
  }

  public func encodeValue(to encoder: inout some ValueEncoder) throws { try encoder._encodeForeign(node) }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> ArchivedObject {
    let node = try decoder._decodeForeign()
    return try decoder.locating { try ArchivedObject(node) }
  }

  /// The class of the data that an `NSCoder` stores.
  public static var archiveClasses: [AnyClass] { [NSData.self] }

  /// Returns whether two objects, and everything they refer to, are equal. The numbers of objects are ignored.
  public static func == (left: ArchivedObject, right: ArchivedObject) -> Bool {
    left.node.hasSameForm(as: right.node)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(node.inlined()) }
}

extension ArchiveNode {
  /// Returns the node at a place in this node: the target of a reference, or the content of a value marked as plain.
  /// Returns `nil` if a reference has no target.
  fileprivate func target(of place: ArchiveNode) -> ArchiveNode? {
    switch place {
    case .graph(let graph): graph.root.isGraph ? nil : target(of: graph.root)
    case .reference(let number):
      if case .graph(let graph) = self, let number = graph.objects.target(of: number) {
        graph.objects[number].withoutMark
      } else {
        nil
      }
    default: place.withoutMark
    }
  }

  private var isGraph: Bool { if case .graph = self { true } else { false } }

  private var withoutMark: ArchiveNode {
    if case .instance(.plain, let content) = self { content } else { self }
  }
}
