/// The columns of a schema of which zones say something: those of optionals, booleans, numbers, dates and strings of which
/// each element has one value or none, so that they are not below a collection or an enumeration.
struct ZoneColumns: Sendable {
  /// A column that has statistics, or one on the way to it.
  struct Entry: Sendable {
    /// The node of the schema.
    let node: Int
    /// The number of the column among those with statistics; `nil` if it has none.
    let number: Int?
    /// The index of the next entry that is not below this one.
    var next: Int
  }

  /// In the order of the schema, as if no value were missing.
  private(set) var entries: [Entry] = []
  /// The number of columns with statistics.
  private(set) var count = 0

  /// Schemas can be circles.
  private static let greatestDepth = 64
  private static let greatestCount = 4_096

  /// - Returns: `nil` if the elements are not records, or have no such columns, or too many.
  init?(_ schema: Schema) {
    // Only fields of records are asked for.
    guard schema.nodes[schema.root].kind == .record, add(schema.root, of: schema, depth: 0), count > 0
    else { return nil }
  }

  private mutating func add(_ number: Int, of schema: Schema, depth: Int) -> Bool {
    let (index, node) = (entries.count, schema.nodes[number])
    guard index < Self.greatestCount, depth < Self.greatestDepth else { return false }
    let hasStatistics =
      switch node.kind {
      case .optional, .bool, .signed, .unsigned, .float, .double, .date, .string: true
      default: false
      }
    entries.append(Entry(node: number, number: hasStatistics ? count : nil, next: index + 1))
    count += hasStatistics ? 1 : 0
    if node.kind == .record || node.kind == .optional {
      for child in node.children where !add(child, of: schema, depth: depth + 1) { return false }
    }
    entries[index].next = entries.count
    return true
  }

  /// Returns the index of the entry of a record's field.
  func entry(ofField number: Int, in record: Int) -> Int {
    var index = record + 1
    for _ in 0..<number { index = entries[index].next }
    return index
  }
}
