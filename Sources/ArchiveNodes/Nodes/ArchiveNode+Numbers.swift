package import PropertyLists

extension StoredNumber {
  /// Creates the number of a node; `nil` if the node is not a number.
  package init?(_ node: ArchiveNode) {
    switch node {
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .signed(value)
    case .unsigned(let value): self = .unsigned(value)
    case .float(let value): self = .float(value)
    case .double(let value): self = .double(value)
    default: return nil
    }
  }
}

extension ArchiveNode {
  /// Creates the node of a number.
  package init(_ number: StoredNumber) {
    self =
      switch number {
      case .bool(let value): .bool(value)
      case .signed(let value): .integer(value)
      case .unsigned(let value): ArchiveNode(value)
      case .float(let value): .float(value)
      case .double(let value): .double(value)
      }
  }
}
