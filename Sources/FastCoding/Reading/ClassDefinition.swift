internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues

/// A class definition, which precedes the first object of the class: its name, and the names of its properties.
struct ClassDefinition {
  let className: String
  let names: [String]
  /// Whether the names can be used directly as a record's names: they are distinct, and none has a special meaning.
  private let isPlain: Bool

  init(_ className: String, _ names: [String]) {
    self.className = className
    self.names = names
    isPlain =
      Set(names).count == names.count && !names.contains(ArchiveSchema.caseKey)
      && !names.contains(ArchiveSchema.versionKey)
  }

  /// Returns the record of an object from the values of its properties.
  func fields(_ nodes: [ArchiveNode], form: FastCodingForm) -> ArchiveNode.Fields {
    var fields: ArchiveNode.Fields
    if isPlain {
      fields = ArchiveNode.Fields(className: className, caseName: nil, version: 1, names: names, nodes: nodes)
    } else {
      fields = folded(nodes)
    }
    fields.fastCodingForm = form
    return fields
  }

  private func folded(_ nodes: [ArchiveNode]) -> ArchiveNode.Fields {
    // Only a damaged file contains the same name twice; the last one wins.
    var last: [ExactName: ArchiveNode] = [:]
    var order: [String] = []
    for (name, node) in zip(names, nodes) where last.updateValue(node, forKey: ExactName(name)) == nil {
      order.append(name)
    }
    // In objects written by other programs, these names may be ordinary fields.
    var (caseName, version): (String?, Int) = (nil, 1)
    if case .string(let name)? = last[ExactName(ArchiveSchema.caseKey)] {
      caseName = name
      order.removeAll { $0 == ArchiveSchema.caseKey }
    }
    if case .integer(let number)? = last[ExactName(ArchiveSchema.versionKey)], number > 0 {
      version = Int(clamping: number)
      order.removeAll { $0 == ArchiveSchema.versionKey }
    }
    return ArchiveNode.Fields(
      className: className, caseName: caseName, version: version, names: order,
      nodes: order.map { last[ExactName($0)] ?? .null })
  }
}
