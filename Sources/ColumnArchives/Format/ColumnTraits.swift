internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues

/// The properties of one kind of column. Schemas, opening, nodes and inspection ask these instead of switching over
/// kinds. They are defined in the file of the kind's column.
final class ColumnTraits: Sendable {
  /// The name of a value in errors, such as `a boolean`.
  let value: String
  /// The name of the kind in inspections, such as `boolean`.
  let name: String
  /// What a schema stores after the byte of the kind.
  let content: SchemaContent
  /// How values are stored in a raw record; `nil` for kinds that cannot be part of one.
  let raw: RawPart?
  /// The cost of the node of a value, without the nodes inside it.
  let nodeCost: Int
  /// Opens a column and checks its bounds.
  let open: @Sendable (inout ColumnOpener, ColumnHead) throws -> Column
  /// Returns the next values of a column as nodes.
  let nodes: @Sendable (Column, NodeRequest) throws -> [ArchiveNode]

  init<Opened: Column>(
    _ value: String, _ name: String, content: SchemaContent = .nothing, raw: RawPart? = nil,
    nodeCost: Int = NodeCost.node,
    open: @escaping @Sendable (inout ColumnOpener, ColumnHead) throws -> Opened,
    nodes: @escaping @Sendable (Opened, NodeRequest) throws -> [ArchiveNode]
  ) {
    (self.value, self.name, self.content, self.raw, self.nodeCost) = (value, name, content, raw, nodeCost)
    self.open = { try open(&$0, $1) }
    // A column of a kind is opened by that kind's traits, or made in its place, so the cast succeeds.
    self.nodes = { try nodes($0 as! Opened, $1) }
  }

  /// How a value is stored in a raw record.
  @safe
  struct RawPart: Sendable {
    // Safe: it only holds the closures. A call of `column` is marked as unsafe.
    /// Returns the size of a value in bytes.
    let byteCount: @Sendable (SchemaNode) -> Int
    /// Returns a column of values of `byteCount` bytes at an address, `stride` bytes apart. All are within the archive.
    let column: @Sendable (ColumnHead, UnsafeRawPointer, _ byteCount: Int, _ stride: Int) -> Column
  }
}

/// What a schema stores for a column after the byte of its kind.
enum SchemaContent {
  case nothing
  /// The size of a value in bytes.
  case byteCount
  /// The child column.
  case child
  /// The child column, a record of a key and a value.
  case entries
  case fields
  /// Fields of a fixed width.
  case rawFields
  /// The names of the cases, and the fields of each.
  case cases
  /// The number of a type that was described earlier.
  case reference
}

/// A request for the next `count` values of a column as nodes.
struct NodeRequest {
  let count: Int
  /// The class name of the values, if they are records and it is known; otherwise empty.
  let className: String
  let context: ReadContext
}
