package import ArchiveBytes
package import ArchiveNodes
internal import ArchiveValues
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
  package static func data(of node: ArchiveNode, options: EncodingOptions) throws -> Data {
    try data(options) { try $0.write(node, key: options.key) }
  }

  /// Writes an array as a keyed archive, without keeping its elements in memory.
  ///
  /// The numbers of all objects must be known before the first is written. So this takes memory of about twice the
  /// size of the archive.
  ///
  /// - Returns: The same bytes as ``data(of:options:)`` for the array as a node.
  package static func data(of elements: ArchiveElements, options: EncodingOptions) throws -> Data {
    try data(options) { try $0.write(elements, key: options.key) }
  }

  private static func data(
    _ options: EncodingOptions, _ write: (inout NodeWriter) throws -> Data
  ) throws -> Data {
    var writer = NodeWriter(limits: options.limits)
    writer.table.use(options)
    do {
      return try PlistConversion.convert(write(&writer), to: options.outputFormat, options.limits)
    } catch {
      throw ArchiveError.wrapping(error)
    }
  }

  /// Writes a node as a keyed archive for embedding in another file. Its records may lack a class.
  package static func data(ofUnnamed node: ArchiveNode, _ limits: ArchiveLimits) throws -> Data {
    var writer = NodeWriter(limits: limits, allowsUnnamed: true)
    return try writer.write(node, key: "root")
  }
}
