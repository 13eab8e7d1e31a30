public import ArchiveBytes
public import ArchiveNodes
public import ArchiveValues
public import Foundation
internal import KeyedArchives

/// A file of FastCoding 3, the format of the Objective-C library FastCoding, read and written without it.
///
/// ```swift
/// let node = try FastCodingArchive(data, options: .init(classes: .all)).node()
/// let session = try FastCodingArchive.decode(Session.self, from: data)
/// let again = try FastCodingArchive.encode(node)
/// ```
///
/// Files of FastCoding 2 are refused, by an error that says so.
///
/// **Safe loading** is the default: a file that holds anything but the values of a property list is refused, as
/// `propertyListWithData:` does it. ``DecodingOptions/classes`` allows all classes, or those of a list. Even then no
/// class name in a file decides what is made: ``node()`` makes nodes, and ``decode(_:from:options:)`` the type that it
/// is asked for.
///
/// **Identity.** An object that a file refers to more than once is one of the objects of an ``ArchiveGraph``, and the
/// node is a graph then; a file without such objects is a plain tree. Immutable strings and URLs have no identity:
/// equal ones are one in the file.
///
/// **Nodes** of a FastCoding file:
///
/// | in the file | node |
/// |---|---|
/// | true, false; integers; floats of 32 and 64 bits | `bool`, `integer`, `float`, `double` |
/// | null in a collection | `null` |
/// | null and nil in an object | a record of the class `NSNull`, and `null` |
/// | string, data, date, array, set, dictionary | the node of that name |
/// | mutable ones, ordered sets | an `instance` of `NSMutableArray`, `NSOrderedSet` … |
/// | URL, index sets, decimal number, point, size, rectangle, range | the record that a keyed archive has of it |
/// | vector, affine transform, 3D transform | a record of the class `NSValue` with one field, see below |
/// | objects | a record of the class, see ``ArchiveNode/Fields/fastCodingForm`` |
///
/// Keyed archives have no form of the last three structures. The field is named after the structure, `CGVector`,
/// `CGAffineTransform` or `CATransform3D`, and is an array of its numbers.
public struct FastCodingArchive: Sendable {
  let bytes: [UInt8]
  let options: DecodingOptions
  /// The second number of the file's version, 3 from FastCoder 3.3 on. Nothing depends on it.
  public let minorVersion: Int
  /// How many objects with identity the file says it holds. A hint for readers, which may be wrong.
  public let objectCount: Int
  /// How many class definitions the file says it holds; a hint as well.
  public let classCount: Int
  /// How many different strings and URLs the file says it holds; a hint as well.
  public let stringCount: Int

  /// How files are read.
  public struct DecodingOptions: Sendable, Hashable {
    /// The classes of objects that a file may hold; none by default, which is safe loading.
    public var classes: AllowedClasses
    /// What the file may cost; see ``ArchiveLimits``.
    public var limits: ArchiveLimits

    /// Options with these values.
    public init(classes: AllowedClasses = .propertyListsOnly, limits: ArchiveLimits = ArchiveLimits()) {
      self.classes = classes
      self.limits = limits
    }
  }

  /// How files are written.
  public struct EncodingOptions: Sendable, Hashable {
    /// How records are written that do not say it themselves, by ``ArchiveNode/Fields/fastCodingForm``.
    ///
    /// `nil`, the default, writes objects that contain themselves by their properties, and all others coded.
    public var objects: FastCodingForm?
    /// Only the depth counts when writing.
    public var limits: ArchiveLimits

    /// Options with these values.
    public init(objects: FastCodingForm? = nil, limits: ArchiveLimits = ArchiveLimits()) {
      self.objects = objects
      self.limits = limits
    }
  }

  /// Opens a file, without reading what follows its header.
  ///
  /// - Parameter data: The file; a slice will do.
  /// - Throws: ``ArchiveError`` when the bytes do not begin with the header of a FastCoding 3 file.
  public init(_ data: Data, options: DecodingOptions = DecodingOptions()) throws {
    bytes = [UInt8](data)
    self.options = options
    var cursor = ChunkCursor(bytes)
    let header = try FastCodingHeader(&cursor)
    minorVersion = Int(header.minorVersion)
    objectCount = Int(clamping: header.objectCount)
    classCount = Int(clamping: header.classCount)
    stringCount = Int(clamping: header.stringCount)
  }

  /// Reads the value of the file as a node. Bytes after it are ignored, as FastCoder does.
  ///
  /// - Throws: ``ArchiveError``, located in the file, whatever the bytes are: also when the file holds a class that the
  ///   options do not allow.
  /// - Complexity: Linear in the size of the file, and bounded by the limits.
  public func node() throws -> ArchiveNode {
    // Whether an object is referred to is known only at the end, so a file that refers to objects is read twice.
    var reader = FastCodingReader(bytes, options)
    var root = try reader.readRoot()
    if !reader.aliasedSlots.isEmpty {
      reader = FastCodingReader(bytes, options, aliasedSlots: reader.aliasedSlots.sorted())
      root = try reader.readRoot()
    }
    return reader.graph(root)
  }

  /// Writes the file whose value is the one that a node stands for.
  ///
  /// The bytes are those that FastCoder 3.3 writes for the same values in the same order, with the exceptions that keep
  /// its own reader from reading them back.
  ///
  /// - Throws: ``ArchiveError`` when the format has no place for something: an integer above `Int64.max`, a string with
  ///   a zero character, an object that contains itself where FastCoding cannot say so.
  /// - Complexity: Linear in the size of the node.
  public static func encode(
    _ node: ArchiveNode, options: EncodingOptions = EncodingOptions()
  ) throws -> Data {
    var writer = FastCodingWriter(options)
    do {
      try writer.write(node)
    } catch {
      throw ArchiveError.wrapping(error)
    }
    return try writer.finish()
  }

  /// Writes a value.
  ///
  /// Sets and dictionaries are written in the order of their content, so the same value gives the same bytes in every
  /// process.
  ///
  /// - Throws: ``ArchiveError``, as for a node.
  public static func encode<Value: ArchiveValue>(
    _ value: Value, options: EncodingOptions = EncodingOptions()
  ) throws -> Data {
    try encode(ArchiveNode(encoding: value, limits: options.limits), options: options)
  }

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - type: The type to read; it alone decides what is made, which is why all classes are allowed by default.
  ///   - data: The file; a slice will do.
  /// - Throws: ``ArchiveError``, located in the file or in the value, whatever the bytes are.
  public static func decode<Value: ArchiveValue>(
    _ type: Value.Type, from data: Data, options: DecodingOptions = DecodingOptions(classes: .all)
  ) throws -> Value {
    let node = try FastCodingArchive(data, options: options).node()
    // Objects that are referred to many times are decoded as often, and counted each time.
    var limits = options.limits
    limits.maximumDecodedSize = limits.decodedSizeAllowed(forArchiveOf: data.count)
    return try node.decode(type, limits: limits)
  }
}
