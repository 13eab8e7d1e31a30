internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues

// The cost of decoding. A node of a graph may be decoded once per reference, so every visit is charged.
extension NodeDecoder {
  package mutating func charge(_ size: Int) throws {
    budget = budget.subtractingReportingOverflow(size).partialValue
    if budget < 0 { try measure() }
  }

  /// Adds the allowance for the size of the whole node to the budget, if not done before.
  ///
  /// - Throws: ``ArchiveError/Code/limitExceeded`` if more was already spent.
  @inline(never)
  mutating func measure() throws {
    if let node = unmeasured {
      unmeasured = nil
      budget +=
        limits.decodedSizeAllowed(forArchiveOf: node.size) - limits.decodedSizeAllowed(forArchiveOf: 0)
    }
    if budget < 0 { throw ArchiveError.tooMuchDecoded() }
  }

  /// Returns the fields of a record to enter, and charges the cost of finding the type's fields.
  mutating func fieldParts(_ fields: ArchiveNode.Fields, _ schema: ArchiveSchema.Case) throws -> Parts {
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
  /// The approximate size of the node in bytes; each object of a graph counts once.
  var size: Int {
    var size = 0
    var waiting = [self]
    // Copies share their content, so a node built by a program may appear larger than all memory.
    while let node = waiting.popLast(), size < Int(clamping: UInt32.max) {
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
