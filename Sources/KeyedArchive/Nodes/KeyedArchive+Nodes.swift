internal import ArchiveBytes
public import ArchiveNodes
internal import ArchiveValues
public import Foundation

// Keyed archives without types: read as graphs of nodes, and written from nodes.
//
// A graph has all that its archive has, in these forms:
//
//   an entry of `$objects`             the object of the same number; entry 0 and other strings `$null` are `.null`
//   a UID                              `.reference`; UID 0 in a field is `.null`
//   `NSArray`, `NSSet`, `NSDictionary`, `NSDate` with their usual keys
//                                      `.array`, `.set`, `.dictionary`, `.date`
//   the same with another class, and strings and data that are objects with keys
//                                      `.instance` of that class and the node
//   other objects                      `.record`, with a field a key
//   a number in a field                a number
//   other values that are no objects   `.instance(ArchiveClass(""), …)`; all inside is plain down to the references
//   integers of more than 64 bits      `.instance(ArchiveClass("$integer"), "0x…")`
//
// Class records are not among the objects: their entries are `.null`.

extension KeyedArchive {
  /// The content of the archive without its types: the value at the top as a node, with the objects of the archive.
  ///
  /// Every object stays what it is and one object, however it is referenced; objects that contain themselves are no
  /// error. The node is that of the value under `root` when the archive has no other, and a record of class `$top` with
  /// a field for each key otherwise.
  ///
  /// - Returns: A ``ArchiveNode/graph(_:)`` whose objects have the numbers that they have in the archive.
  /// - Throws: ``ArchiveError``, located in the archive, when its bytes are damaged.
  /// - Complexity: Linear in the size of the archive, and bounded by the limits.
  public func node() throws -> ArchiveNode {
    try reading { reader in
      var reader = GraphReader(reader)
      return .graph(try reader.read())
    }
  }

  /// Writes the keyed archive whose content a node stands for.
  ///
  /// Strings, dates, data, collections and records become objects; numbers do inside of collections, and stand in the
  /// object itself as fields. So the node of a value gives the archive of the value. What the references of a graph
  /// lead to is written once, and what none leads to is not.
  ///
  /// A record of class `$top` gives the archive a value for each of its fields, as ``node()`` reads it.
  ///
  /// - Returns: The bytes; the same node gives the same bytes in every process.
  /// - Throws: ``ArchiveError``, located in the node: when a reference leads to no object, when a record has no class
  ///   name, as those of column archives, or when plain values nest deeper than the limits allow.
  /// - Complexity: Linear in the size of the node.
  public static func encode(_ node: ArchiveNode, options: EncodingOptions = EncodingOptions()) throws -> Data
  {
    var writer = NodeWriter(options: options)
    do {
      return try PlistConversion.convert(
        writer.write(node, key: options.key), to: options.outputFormat, options.limits)
    } catch {
      throw ArchiveError.wrapping(error)
    }
  }
}
