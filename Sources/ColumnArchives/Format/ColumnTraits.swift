internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues

/// What there is to know of a kind of column. Schemas, opening, nodes and inspection ask it, rather than tell kinds
/// apart. It stands in the file of the kind's column.
final class ColumnTraits: Sendable {
  /// What an error calls a value, such as `a boolean`.
  let value: String
  /// What an inspection calls the kind, such as `boolean`.
  let name: String
  /// What a schema says behind the byte of the kind.
  let content: SchemaContent
  /// How values are part of a raw record; `nil` for kinds that cannot be.
  let raw: RawPart?
  /// What the node of a value takes, without those of the values in it.
  let nodeCost: Int
  /// Opens a column, which checks its bounds.
  let open: @Sendable (inout ColumnOpener, ColumnHead) throws -> Column
  /// Gives the next values of a column as nodes.
  let nodes: @Sendable (Column, NodeRequest) throws -> [ArchiveNode]

  init<Opened: Column>(
    _ value: String, _ name: String, content: SchemaContent = .nothing, raw: RawPart? = nil,
    nodeCost: Int = NodeCost.node,
    open: @escaping @Sendable (inout ColumnOpener, ColumnHead) throws -> Opened,
    nodes: @escaping @Sendable (Opened, NodeRequest) throws -> [ArchiveNode]
  ) {
    (self.value, self.name, self.content, self.raw, self.nodeCost) = (value, name, content, raw, nodeCost)
    self.open = { try open(&$0, $1) }
    // A column of a kind is opened by the traits of that kind, or made in its place.
    self.nodes = { try nodes($0 as! Opened, $1) }
  }

  /// How a value is part of a raw record.
  struct RawPart: Sendable {
    /// How many bytes it takes.
    let byteCount: @Sendable (SchemaNode) -> Int
    /// The column of values at an address, so many bytes apart. All are within the archive.
    let column: @Sendable (ColumnHead, UnsafeRawPointer, _ byteCount: Int, _ stride: Int) -> Column
  }
}

/// What a schema says of a column behind the byte of its kind.
enum SchemaContent {
  case nothing
  /// How many bytes a value has.
  case byteCount
  /// The column below.
  case child
  /// The column below, a record of a key and a value.
  case entries
  case fields
  /// Fields of a fixed width.
  case rawFields
  /// Names, and fields of each.
  case cases
  /// The number of a type that was described before.
  case reference
}

/// Which nodes are asked for: the next so many values of a column.
struct NodeRequest {
  let count: Int
  /// The class name of the values, where they are records and it is known.
  let className: String
  let context: ReadContext
}
