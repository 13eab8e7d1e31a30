internal import ArchiveBytes
internal import ArchiveDocuments
public import ArchiveNodes
public import ArchiveValues
public import Foundation
internal import KeyedArchives

/// A file of the Objective-C library FastCoding. This module reads and writes such files without that library: it
/// reads versions 2 and 3, and writes version 3.
///
/// ```swift
/// let node = try FastCodingArchive(data, options: .init(classes: .all)).node()
/// let session = try FastCodingArchive.decode(Session.self, from: data)
/// let again = try FastCodingArchive.encode(node)
/// ```
///
/// **Safe loading** is the default: a file that contains anything but property list values is rejected, as by
/// `propertyListWithData:`. ``DecodingOptions/classes`` allows all classes, or a list of them. Even then no class
/// name in a file decides which instances are created: ``node()`` creates nodes, and ``decode(_:from:options:)``
/// creates the requested type.
///
/// **Identity.** If a file refers to an object more than once, the node is an ``ArchiveGraph``, and the object is one
/// of its objects. A file without such objects is a plain tree. Immutable strings and URLs have no identity: equal
/// ones are stored once. In version 2, numbers and structures of numbers also have no identity.
///
/// **Nodes** of a FastCoding file:
///
/// | in the file | node |
/// |---|---|
/// | true, false; integers; floats of 32 and 64 bits | `bool`, `integer`, `float`, `double` |
/// | null in a collection | `null` |
/// | null and nil in an object | a record of the class `NSNull`, and `null` |
/// | string, data, date, array, set, dictionary | the node of that name |
/// | mutable ones of these, ordered sets | an `instance` of `NSMutableArray`, `NSOrderedSet` … |
/// | URL, index sets, decimal number, point, size, rectangle, range | the record that keyed archives use for it |
/// | vector, affine transform, 3D transform | a record of the class `NSValue` with one field, see below |
/// | objects | a record of the class, see ``ArchiveNode/Fields/fastCodingForm`` |
///
/// Keyed archives have no form for the last three structures. Their field is named after the structure, `CGVector`,
/// `CGAffineTransform` or `CATransform3D`, and is an array of its numbers.
public struct FastCodingArchive: Sendable {
  let bytes: [UInt8]
  let options: DecodingOptions
  /// The major version of the file, 2 or 3.
  public let majorVersion: Int
  /// The minor version of the file: 3 from FastCoder 3.3 on. Nothing depends on it.
  public let minorVersion: Int
  /// The number of objects with identity, according to the header. It is a hint for readers, and may be wrong.
  public let objectCount: Int
  /// The number of class definitions, according to the header; also a hint; 0 in version 2.
  public let classCount: Int
  /// The number of distinct strings and URLs, according to the header; also a hint; 0 in version 2.
  public let stringCount: Int

  /// Opens a file and reads only its header.
  ///
  /// - Parameter data: The file; it may be a slice.
  /// - Throws: ``ArchiveError`` if the bytes do not begin with the header of a file of FastCoding 2 or 3.
  public init(_ data: Data, options: DecodingOptions = DecodingOptions()) throws {
    bytes = [UInt8](data)
    self.options = options
    var cursor = ChunkCursor(bytes)
    let header = try FastCodingHeader(&cursor)
    majorVersion = Int(header.majorVersion)
    minorVersion = Int(header.minorVersion)
    objectCount = Int(clamping: header.objectCount)
    classCount = Int(clamping: header.classCount)
    stringCount = Int(clamping: header.stringCount)
  }

  /// Reads the value of the file as a node. Bytes after it are ignored, as FastCoder ignores them.
  ///
  /// - Throws: ``ArchiveError``, located in the file, for any invalid bytes, and if the file contains a class that the
  ///   options do not allow.
  /// - Complexity: Linear in the size of the file, and bounded by the limits.
  public func node() throws -> ArchiveNode {
    // Only at the end is it known whether something refers to an object, so a file with such references is read
    // twice.
    var reader = FastCodingReader(bytes, options.classes, options.limits)
    var root = try reader.readRoot()
    if !reader.aliasedSlots.isEmpty {
      reader = FastCodingReader(
        bytes, options.classes, options.limits, aliasedSlots: reader.aliasedSlots.sorted())
      root = try reader.readRoot()
    }
    return reader.graph(root)
  }

  /// Writes a file with the value that a node represents.
  ///
  /// The bytes are the same as FastCoder 3.3 writes for the same values in the same order, except where its own
  /// reader could not read them back.
  ///
  /// - Throws: ``ArchiveError`` if the format cannot represent something: an integer above `Int64.max`, a string with a
  ///   zero character, or an object that contains itself where FastCoding does not allow it.
  /// - Complexity: Linear in the size of the node.
  public static func encode(
    _ node: ArchiveNode, options: EncodingOptions = EncodingOptions()
  ) throws -> Data {
    try encode(node, forms: [:], options)
  }

  private static func encode(
    _ node: ArchiveNode, forms: [String: FastCodingForm], _ options: EncodingOptions
  ) throws -> Data {
    var writer = FastCodingWriter(forms: forms, defaultForm: options.objects, options.limits)
    try writer.write(node)
    return try writer.finish()
  }

  /// Writes a value. Its types may choose their form: ``ChoosesFastCodingForm``.
  ///
  /// Sets and dictionaries are written in the order of their content, so the same value gives the same bytes in every
  /// process.
  ///
  /// - Throws: ``ArchiveError``, as for a node.
  public static func encode<Value: ArchiveValue>(
    _ value: Value, options: EncodingOptions = EncodingOptions()
  ) throws -> Data {
    var types: [String: Any.Type] = [:]
    let node: ArchiveNode
    do {
      node = try ArchiveNode(of: value, options.limits) { types[$0] = $1 }
    } catch {
      throw ArchiveError.wrapping(error)
    }
    let forms = types.compactMapValues { ($0 as? any ChoosesFastCodingForm.Type)?.fastCodingForm }
    return try encode(node, forms: forms, options)
  }

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - type: The type to read. It alone decides which instances are created, so all classes are allowed by default.
  ///   - data: The file; it may be a slice.
  /// - Throws: ``ArchiveError``, located in the file or in the value, for any invalid bytes.
  public static func decode<Value: ArchiveValue>(
    _ type: Value.Type, from data: Data, options: DecodingOptions = DecodingOptions(classes: .all)
  ) throws -> Value {
    let node = try FastCodingArchive(data, options: options).node()
    // An object with many references is decoded, and charged, once for each of them.
    var limits = options.limits
    limits.maximumDecodedSize = limits.decodedSizeAllowed(forArchiveOf: data.count)
    return try node.decode(type, limits: limits)
  }
}
