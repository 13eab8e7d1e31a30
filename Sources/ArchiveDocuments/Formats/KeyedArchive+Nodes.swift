internal import ArchiveBytes
public import ArchiveNodes
public import Foundation
public import KeyedArchives

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
    .graph(try graph())
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
    try data(of: node, options: options)
  }
}
