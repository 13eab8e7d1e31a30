internal import Foundation

extension ArchiveNode {
  /// Returns whether two leaves are the same; `nil` if one of them is not a leaf.
  ///
  /// Numbers are the same if they have the same bits, so NaN equals itself and -0 differs from 0.
  package static func areSameLeaves(_ left: ArchiveNode, _ right: ArchiveNode) -> Bool? {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.unsigned(let left), .unsigned(let right)): left == right
    // An integer that fits should not be unsigned, but a user may have created one.
    case (.integer(let left), .unsigned(let right)): left == right
    case (.unsigned(let left), .integer(let right)): left == right
    case (.float(let left), .float(let right)): left.bitPattern == right.bitPattern
    case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
    case (.string(let left), .string(let right)): left == right
    case (.date(let left), .date(let right)):
      left.timeIntervalSinceReferenceDate.bitPattern == right.timeIntervalSinceReferenceDate.bitPattern
    case (.data(let left), .data(let right)): left == right
    default: left.isLeaf && right.isLeaf ? false : nil
    }
  }

  /// Hashes a leaf: equal leaves have equal hashes. For other nodes, it hashes only the kind.
  package func hashLeaf(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .unsigned(let value):
      if let small = Int64(exactly: value) { hasher.combine(small) } else { hasher.combine(value) }
    case .float(let value): hasher.combine(value.bitPattern)
    case .double(let value): hasher.combine(value.bitPattern)
    case .string(let value): hasher.combine(value)
    case .date(let value): hasher.combine(value.timeIntervalSinceReferenceDate.bitPattern)
    case .data(let value): hasher.combine(value)
    case .array: hasher.combine(1)
    case .set: hasher.combine(2)
    case .dictionary: hasher.combine(3)
    case .record: hasher.combine(4)
    case .instance, .reference, .graph: hasher.combine(5)
    }
  }
}
