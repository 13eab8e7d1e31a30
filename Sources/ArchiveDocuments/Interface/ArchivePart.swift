/// A part of a file and its size in bytes: the objects of a class, or a column.
public struct ArchivePart: Sendable, Hashable {
  /// The name of the class, or the path of the column: `events.timeStamp`. The path of the values themselves is empty.
  public var name: String
  /// The kind of a column's values, such as `date`; empty for a class.
  public var kind: String
  /// The number of objects or values.
  public var count: Int
  /// The number of bytes, without the bytes of other parts.
  public var byteCount: Int

  /// Creates a part.
  public init(name: String, kind: String = "", count: Int, byteCount: Int) {
    (self.name, self.kind, self.count, self.byteCount) = (name, kind, count, byteCount)
  }
}
