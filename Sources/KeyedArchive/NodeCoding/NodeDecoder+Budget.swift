internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues

// What decoding costs. A node of a graph may be decoded as often as references lead to it, so every visit is paid for.
extension NodeDecoder {
  package mutating func charge(_ size: Int) throws {
    budget = budget.subtractingReportingOverflow(size).partialValue
    if budget < 0 { try measure() }
  }

  /// Allows as much as the size of the whole node does, if that was not done before.
  ///
  /// - Throws: When more was spent.
  @inline(never)
  mutating func measure() throws {
    if let node = unmeasured {
      unmeasured = nil
      budget +=
        limits.decodedSizeAllowed(forArchiveOf: node.size) - limits.decodedSizeAllowed(forArchiveOf: 0)
    }
    if budget < 0 { throw ArchiveError.tooMuchDecoded() }
  }

  /// The fields of a record, to be entered: paid for by what it takes to find those of the type.
  mutating func fieldParts(_ fields: ArchiveFields, _ schema: ArchiveSchema.Case) throws -> Parts {
    let names = fields.names
    var searches = 1
    for (position, name) in schema.fields.enumerated() {
      if position < names.count, names[position] == name { continue }
      searches += 2 + (schema.formerFields[name]?.count ?? 0)
    }
    try charge(16 + 8 * searches * names.count)
    return .fields(fields, schema)
  }
}

extension ArchiveNode {
  /// How many bytes the node takes, about; each object of a graph counts once.
  fileprivate var size: Int {
    var size = 0
    var waiting = [self]
    // Copies share their content, so a node that a program made may be larger than all memory.
    while let node = waiting.popLast(), size < 1 << 32 {
      size += 32
      switch node {
      case .string(let text): size += text.utf8.count
      case .data(let data): size += data.count
      case .graph(let graph): waiting += graph.objects
      case .record(let fields): size += fields.names.reduce(64) { $0 + 16 + $1.utf8.count }
      default: break
      }
      waiting += node.heldNodes
    }
    return size
  }
}
