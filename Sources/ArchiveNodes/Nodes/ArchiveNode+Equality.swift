internal import ArchiveBytes
internal import Foundation

/// Nodes are equal if they have the same structure: the same cases with the same content.
///
/// - Elements of arrays are compared in order. The order of a set's elements, a dictionary's entries and a record's
///   fields does not matter, since archives may store them in any order.
/// - Records must have the same class name, case and version, and each ``instance(_:_:)`` the same class.
/// - Numbers are equal if they have the same kind and the same bits: NaN is equal to itself, 0 and -0 differ, and `3`
///   and `3.0` differ. Dates are compared in the same way.
/// - References are equal if they have the same number, and graphs if they have the same objects under the same numbers.
///   So a graph is not equal to the tree that it represents.
///
/// `hasSameContent(as:)`, in the product `ArchiveDocuments`, compares the content of nodes through graphs and
/// references.
///
/// - Complexity: Linear in the size of both nodes, and recursive in their depth.
extension ArchiveNode: Hashable {
  public static func == (left: ArchiveNode, right: ArchiveNode) -> Bool {
    if let areSame = areSameLeaves(left, right) { return areSame }
    return switch (left, right) {
    case (.array(let left), .array(let right)): left == right
    case (.set(let left), .set(let right)): left.hasSameElements(as: right)
    case (.dictionary(let left), .dictionary(let right)): left.hasSameElements(as: right)
    case (.record(let left), .record(let right)): left == right
    case (.instance(let leftClass, let left), .instance(let rightClass, let right)):
      leftClass == rightClass && left == right
    case (.reference(let left), .reference(let right)): left == right
    case (.graph(let left), .graph(let right)): left == right
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: break
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .unsigned(let value):
      // A number that fits should not be unsigned, but a user may have created one.
      if let small = Int64(exactly: value) { hasher.combine(small) } else { hasher.combine(value) }
    case .float(let value): hasher.combine(value.bitPattern)
    case .double(let value): hasher.combine(value.bitPattern)
    case .string(let value): hasher.combine(value)
    case .date(let value): hasher.combine(value.timeIntervalSinceReferenceDate.bitPattern)
    case .data(let value): hasher.combine(value)
    case .array(let elements): hasher.combine(elements)
    case .set(let elements): elements.hashUnordered(into: &hasher)
    case .dictionary(let entries): entries.hashUnordered(into: &hasher)
    case .record(let fields): hasher.combine(fields)
    case .instance(let type, let content):
      hasher.combine(type)
      hasher.combine(content)
    case .reference(let number): hasher.combine(number)
    case .graph(let graph): hasher.combine(graph)
    }
  }
}

extension Array where Element: Hashable {
  /// Returns whether the arrays have the same elements, each as often, in any order.
  fileprivate func hasSameElements(as other: [Element]) -> Bool {
    func counts(_ elements: [Element]) -> [Element: Int] {
      Dictionary(elements.map { ($0, 1) }, uniquingKeysWith: +)
    }
    return self == other || count == other.count && counts(self) == counts(other)
  }

  fileprivate func hashUnordered(into hasher: inout Hasher) {
    hasher.combine(reduce(0) { $0 &+ $1.hashValue })
  }
}

extension ArchiveNode.Fields: Hashable {
  /// Returns whether the records have the same class, case and version, and equal fields in any order.
  public static func == (left: ArchiveNode.Fields, right: ArchiveNode.Fields) -> Bool {
    left.className == right.className && left.caseName == right.caseName && left.version == right.version
      && left.nodes(inOrderOf: right) == right.nodes
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(className)
    hasher.combine(caseName)
    hasher.combine(version)
    zip(names, nodes).map { ArchiveNode.Entry(key: .string($0), value: $1) }.hashUnordered(into: &hasher)
  }

  /// Returns the fields in another record's order of names; `nil` if the names differ. Of two names that Swift calls
  /// equal, the one with the same code points is used.
  package func nodes(inOrderOf other: ArchiveNode.Fields) -> [ArchiveNode]? {
    if names.haveSameBytes(as: other.names) { return nodes }
    let known = NamePositions(names)
    let positions = other.names.compactMap { known[$0] }
    guard names.count == other.names.count, Set(positions).count == names.count else { return nil }
    return positions.map { nodes[$0] }
  }
}

extension ArchiveGraph: Hashable {
  /// Returns whether the graphs have equal roots, and equal objects under the same numbers.
  public static func == (left: ArchiveGraph, right: ArchiveGraph) -> Bool {
    left.root == right.root && left.objects == right.objects
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(root)
    hasher.combine(objects)
  }
}
