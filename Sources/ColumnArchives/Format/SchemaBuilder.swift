/// Makes a schema from what codecs, or the shapes of nodes, add to it. A type that occurs again refers to its existing node.
struct SchemaBuilder {
  private(set) var schema = Schema()
  private var numbers: [ObjectIdentifier: Int] = [:]

  /// Returns the schema whose root, and all below it, `describe` adds.
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
