/// The columns of a schema with zone statistics: columns of optionals, booleans, numbers, dates and strings with at
/// most one value per element, so not below a collection or an enumeration.
struct ZoneColumns: Sendable {
  /// A column with statistics, or a column on the way to one.
  struct Entry: Sendable {
    /// The node of the schema.
    let node: Int
    /// The number of the column among the columns with statistics; `nil` if it has none.
    let number: Int?
    /// The index of the next entry that is not below this entry.
    var next: Int
  }

  /// The entries in the order of the schema, as if no value were missing.
  private(set) var entries: [Entry] = []
  /// The number of columns with statistics.
  private(set) var count = 0

  /// Schemas can be circular.
  private static let greatestDepth = 64
  private static let greatestCount = 4_096

  /// - Returns: `nil` if the elements are not records, or if they have no such columns or too many.
  init?(_ schema: Schema) {
    // Conditions ask only for fields of records.
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
