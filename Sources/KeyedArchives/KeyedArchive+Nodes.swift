public import ArchiveBytes
public import ArchiveNodes
public import ArchiveValues
package import Foundation

// Keyed archives without types: reads them as graphs of nodes, and writes them from nodes.
//
// A graph represents everything in its archive:
//
//   an entry of `$objects`             the object with the same number; entry 0 and other `$null` strings are `.null`
//   a UID                              `.reference`; UID 0 in a field is `.null`
//   `NSArray`, `NSSet`, `NSDictionary`, `NSDate` with their usual keys
//                                      `.array`, `.set`, `.dictionary`, `.date`
//   the same with the keys that other archivers use, such as NS.bytes
//                                      the same; they are written with the usual keys
//   the same of another class, and strings and data that are objects with keys
//                                      `.instance` with the class and the node
//   other objects                      `.record`, with a field for each key
//   a number in a field                a number
//   other values that are not objects  `.instance(ArchiveClass(""), …)`; its contents are plain, down to references
//   integers of more than 64 bits      `.instance(ArchiveClass("$integer"), "0x…")`
//   strings with half of a surrogate pair
//                                      `.instance(ArchiveClass("$utf16"), "…\\ud800…")`
//
// Class records are not objects of the graph: their entries are `.null`.

extension KeyedArchive {
  /// Reads the objects of the archive, with their numbers, and the top value.
  package func graph() throws -> ArchiveGraph { try graphAndLayouts().graph }

  /// Reads the objects of the archive, and counts the objects that an archive written from the graph would store
  /// under other keys.
  package func graphAndLayouts() throws -> (graph: ArchiveGraph, otherLayouts: Int) {
    let references = NodeReferences(.archive)
    return (try reading { try $0.readGraph(references) }, references.otherLayoutCount)
  }

  /// Calls `body` with the object table, a function that charges for bytes, and one that returns the name in the class
  /// record at an offset. Do not keep them: they read the bytes in place.
  package func readingTable<Result>(
    _ body: (
      _ table: ObjectTable, _ charge: (Int) throws -> Void, _ className: (Int) throws -> String
    ) throws -> Result
  ) throws -> Result {
    try reading { reader in
      try body(reader.table, { try reader.charge($0) }, { try reader.className(at: $0) })
    }
  }

  /// Reads every object without keeping it.
  ///
  /// - Parameter progress: Called after each entry of the table with its number.
  /// - Returns: The number of objects of each class.
  package func checkObjects(_ progress: (Int) -> Void) throws -> [String: Int] {
    let references = NodeReferences(.archive)
    _ = try reading { try $0.readAll(references) { entry, _ in progress(entry) } }
    return references.classCounts
  }

  /// The limits for reading.
  package var limits: ArchiveLimits { options.limits }

  /// Writes a node as a keyed archive.
  ///
  /// - Parameter allowsUnnamed: Whether its records may lack a class, which only this library's readers accept.
  package static func data(
    of node: ArchiveNode, options: EncodingOptions, allowsUnnamed: Bool = false
  ) throws -> Data {
    try data(options, allowsUnnamed) { try $0.write(node, key: options.key) }
  }

  /// Writes an array as a keyed archive, without keeping its elements in memory.
  ///
  /// The numbers of all objects must be known before the first is written. So this takes memory of about twice the
  /// size of the archive.
  ///
  /// - Parameter read: Calls its argument with the elements in order, a few at a time.
  /// - Returns: The same bytes as ``data(of:options:)`` for the array as a node.
  package static func data(
    ofElements read: (_ take: ([ArchiveNode]) throws -> Void) throws -> Void, options: EncodingOptions
  ) throws -> Data {
    try data(options) { try $0.writeArray(key: options.key, read) }
  }

  private static func data(
    _ options: EncodingOptions, _ allowsUnnamed: Bool = false, _ write: (inout NodeWriter) throws -> Data
  ) throws -> Data {
    var writer = NodeWriter(limits: options.limits, allowsUnnamed: allowsUnnamed)
    writer.table.use(options)
    do {
      return try PlistConversion.convert(write(&writer), to: options.outputFormat, options.limits)
    } catch {
      throw ArchiveError.wrapping(error)
    }
  }
}

extension ArchiveNode {
  /// Creates the tree of a value.
  ///
  /// An `NSSecureCoding` object becomes a record of the fields it stores in a keyed archive.
  ///
  /// - Throws: ``ArchiveError`` if the value nests deeper than the limits allow or contains an object that cannot be
  ///   archived.
  /// - Complexity: Linear in the size of the value.
  public init<Value: ArchiveValue>(encoding value: Value, limits: ArchiveLimits = ArchiveLimits()) throws {
    do {
      try self.init(of: value, limits)
    } catch {
      throw ArchiveError.wrapping(error)
    }
  }

  /// Decodes a value from the tree.
  ///
  /// As when reading an archive, fields are matched by name, numbers convert if the result is exact, and records of
  /// older versions are upgraded.
  ///
  /// - Throws: ``ArchiveError``, with its location in the tree, if the tree does not match the type.
  /// - Complexity: Linear in the size of the tree, and bounded by the limits.
  public func decode<Value: ArchiveValue>(
    _ type: Value.Type, limits: ArchiveLimits = ArchiveLimits()
  ) throws -> Value {
    var budget: Int?
    return try read(type, limits, budget: &budget)
  }
}

extension ArchiveNode.Fields {
  /// Decodes the field with a name.
  ///
  /// A missing field decodes as ``ArchiveValue/valueWhenAbsent``, which is `nil` for optionals.
  ///
  /// - Throws: ``ArchiveError/Code/missingField`` if there is neither; ``ArchiveError`` if the field has another
  ///   type.
  public func decode<Value: ArchiveValue>(_ type: Value.Type, _ name: String) throws -> Value {
    if let node = self[name] { return try ArchiveError.located(at: .field(name)) { try node.decode(type) } }
    if let value = Value.valueWhenAbsent { return value }
    throw ArchiveError(
      .missingField, expected: "a field “\(name)”",
      found: names.isEmpty ? "a record without fields" : names.joined(separator: ", "),
      path: [.field(name)], advice: .changeCode("Ask for an optional if older archives may lack the field."))
  }

  /// Encodes a value into the field with a name.
  ///
  /// - Throws: ``ArchiveError`` if the value cannot be archived.
  public mutating func encode<Value: ArchiveValue>(_ value: Value, as name: String) throws {
    self[name] = try ArchiveError.located(at: .field(name)) { try ArchiveNode(encoding: value) }
  }
}
