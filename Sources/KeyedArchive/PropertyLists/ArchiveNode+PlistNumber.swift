package import ArchiveValues

extension ArchiveNode {
  /// The node of a number as a property list stores it.
  package init(_ number: BinaryPlist.Number) {
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
