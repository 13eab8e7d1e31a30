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
}
