public import ArchiveNodes

extension ArchiveNode: CustomStringConvertible {
  /// The node as text, on one line. It shows only the beginning of long collections and deep trees.
  ///
  /// An object that occurs more than once is preceded by its number at its first place, `#7 = …`, and is `#7` at the
  /// others.
  public var description: String { NodeText.text(self) }
}

extension ArchiveNode.Fields: CustomStringConvertible {
  /// The record as text, such as `Event(eventTag: "open")`.
  public var description: String { ArchiveNode.record(self).description }
}
