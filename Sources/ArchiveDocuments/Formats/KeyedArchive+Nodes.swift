internal import ArchiveBytes
public import ArchiveNodes
public import Foundation
public import KeyedArchives

extension KeyedArchive {
  /// Reads the content of the archive without its types: the top value as a node, with the objects of the archive.
  ///
  /// Every object keeps its kind and its identity, however it is referenced. Objects may contain themselves. If the
  /// archive has only the key `root`, the node is its value. Otherwise the node is a record of class `$top` with a
  /// field for each key.
  ///
  /// - Returns: An ``ArchiveNode/graph(_:)`` whose objects have the same numbers as in the archive.
  /// - Throws: ``ArchiveError``, located in the archive, if its bytes are damaged.
  /// - Complexity: Linear in the size of the archive, and bounded by the limits.
  public func node() throws -> ArchiveNode {
    .graph(try graph())
  }

  /// Writes a node as a keyed archive.
  ///
  /// Strings, dates, data, collections and records become objects. Numbers become objects inside collections, but are
  /// stored inline as fields. The node of a value therefore gives the archive of that value. Each referenced object of
  /// a graph is written once; unreferenced objects are not written.
  ///
  /// A record of class `$top` gives the archive one top value for each of its fields, as ``node()`` reads it.
  ///
  /// - Returns: The bytes. The same node gives the same bytes in every process.
  /// - Throws: ``ArchiveError``, located in the node: if a reference is invalid, if a record has no class name, like
  ///   the records read from column archives, or if plain values nest deeper than the limits allow.
  /// - Complexity: Linear in the size of the node.
  public static func encode(_ node: ArchiveNode, options: EncodingOptions = EncodingOptions()) throws -> Data
  {
    try data(of: node, options: options)
  }
}
