internal import ArchiveBytes
package import ArchiveNodes
internal import ArchiveValues
package import Foundation

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
  /// The objects of the archive, with their numbers, and the value at the top.
  package func graph() throws -> ArchiveGraph {
    try reading { reader in
      var reader = GraphReader(reader)
      return try reader.read()
    }
  }

  /// Writes the keyed archive whose content a node stands for.
  package static func data(of node: ArchiveNode, options: EncodingOptions) throws -> Data {
    var writer = NodeWriter(options: options)
    do {
      return try PlistConversion.convert(
        writer.write(node, key: options.key), to: options.outputFormat, options.limits)
    } catch {
      throw ArchiveError.wrapping(error)
    }
  }
}
