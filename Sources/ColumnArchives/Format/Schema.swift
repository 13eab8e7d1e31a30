/// The names and kinds of all columns of an archive, as a tree. If a type occurs again, the tree refers to its first
/// node.
package struct Schema: Equatable {
  package internal(set) var nodes: [SchemaNode] = []
  /// The number of the root value's node, or of an element's node if the root is a sequence.
  package internal(set) var root = 0

  package subscript(number: Int) -> SchemaNode { nodes[number] }

  /// Returns whether a node describes the same columns as a node of another schema. Neither contains itself.
  func isSame(_ number: Int, as other: Schema, _ otherNumber: Int) -> Bool {
    let (node, own) = (self[number], other[otherNumber])
    return node.kind == own.kind && node.byteCount == own.byteCount && node.names == own.names
      && node.children.count == own.children.count
      && zip(node.children, own.children).allSatisfy { isSame($0, as: other, $1) }
  }

  /// Whether some columns have their values in the keyed archive after the columns.
  var holdsTrees: Bool { nodes.contains { $0.kind == .tree || $0.kind == .instance } }
}

package struct SchemaNode: Equatable {
  package let kind: ColumnKind
  /// The names of a record's fields, or of an enumeration's cases.
  package internal(set) var names: [String] = []
  /// The numbers of the child nodes: one for each name of a record, and a single one for an optional or a collection.
  /// An enumeration has one unnamed record for each case.
  package internal(set) var children: [Int] = []
  /// The size of a value in bytes; only for fixed bytes and raw records.
  package internal(set) var byteCount = 0
}

/// Creates a schema from the additions of codecs. A type that occurs again refers to its existing node.
struct SchemaBuilder {
  private(set) var schema = Schema()
  private var numbers: [ObjectIdentifier: Int] = [:]

  /// Returns the schema whose nodes `describe` adds: the root and all nodes below it.
  static func schema(_ describe: (inout SchemaBuilder) -> Int) -> Schema {
    var builder = SchemaBuilder()
    let root = describe(&builder)
    builder.schema.root = root
    return builder.schema
  }

  mutating func add(_ node: SchemaNode) -> Int {
    schema.nodes.append(node)
    return schema.nodes.count - 1
  }

  mutating func setChildren(_ children: [Int], of number: Int) { schema.nodes[number].children = children }

  /// Adds the node of a record or an enumeration unless it exists; `children` adds the nodes below it.
  mutating func define(
    _ codec: AnyObject, _ node: SchemaNode, children: (inout SchemaBuilder) -> [Int]
  ) -> Int {
    if let number = numbers[ObjectIdentifier(codec)] { return number }
    let number = add(node)
    numbers[ObjectIdentifier(codec)] = number
    let children = children(&self)
    schema.nodes[number].children = children
    return number
  }
}
