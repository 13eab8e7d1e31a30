import ArchiveDocuments
import ArchiveTestSupport
import Foundation
import StructCoding

/// Makes up nodes of every kind, and graphs of them.
struct NodeMaker {
  var random: SeededGenerator
  /// How many objects references may lead to.
  private var objectCount = 0

  init(_ random: SeededGenerator) { self.random = random }

  mutating func node(depth: Int = 4) -> ArchiveNode {
    switch random.below(depth == 0 ? 9 : 16) {
    case 0: return .null
    case 1: return .bool(Bool.arbitrary(&random))
    case 2:
      let number = UInt64.arbitrary(&random)
      return number > UInt64(Int64.max) ? .unsigned(number) : .integer(Int64.arbitrary(&random))
    case 3:
      return .float(
        random.oneIn(4) ? [.nan, .infinity, -.infinity, -0.0][random.below(4)] : Float.arbitrary(&random))
    case 4:
      let unusual = [.nan, .infinity, Double(bitPattern: 0xFFF8_0000_0000_0001), -0.0]
      return .double(random.oneIn(4) ? unusual[random.below(4)] : Double.arbitrary(&random))
    case 5, 6: return .string(text())
    case 7:
      let seconds = [0, -0.0, 1e300, .nan, 542_911_754.16538298, 800_000_000, Double.arbitrary(&random)]
      return .date(Date(timeIntervalSinceReferenceDate: seconds[random.below(7)]))
    case 8: return .data(Data((0..<random.below(100)).map { _ in UInt8.arbitrary(&random) }))
    case 9: return .array(nodes(depth))
    case 10: return .set(nodes(depth))
    case 11:
      return .dictionary(
        nodes(depth).map { .init(key: random.oneIn(3) ? node(depth: 1) : .string(text()), value: $0) })
    case 12, 13: return .record(fields(depth))
    case 14:
      return .instance(ArchiveClass(text(), superclassNames: superclassNames()), node(depth: depth - 1))
    default: return objectCount > 0 ? .reference(random.below(objectCount)) : .null
    }
  }

  /// A node with objects that it leads to, in circles as well.
  mutating func graph() -> ArchiveNode {
    objectCount = 1 + random.below(8)
    defer { objectCount = 0 }
    // An object is none that is a reference itself.
    let objects = (0..<objectCount).map { _ in
      while true {
        let node = node(depth: 3)
        if case .reference = node { continue }
        return node
      }
    }
    return .graph(ArchiveGraph(root: random.oneIn(2) ? .reference(0) : node(), objects: objects))
  }

  private mutating func nodes(_ depth: Int) -> [ArchiveNode] {
    (0..<random.below(5)).map { _ in node(depth: depth - 1) }
  }

  private mutating func fields(_ depth: Int) -> ArchiveNode.Fields {
    var fields = ArchiveNode.Fields(
      className: text(), caseName: random.oneIn(4) ? text() : nil, version: random.oneIn(4) ? 7 : 1)
    fields.superclassNames = superclassNames()
    if random.oneIn(5) { fields.fallbackClassNames = ["Base"] }
    if random.oneIn(5) { fields.fastCodingForm = random.oneIn(2) ? .properties : .keyedArchive(nil) }
    for node in nodes(depth) { fields[text()] = node }
    return fields
  }

  private mutating func superclassNames() -> [String]? {
    if random.oneIn(8) { return nil }
    return random.oneIn(3) ? ["Base", "NSObject"] : random.oneIn(3) ? [] : ["NSObject"]
  }

  private mutating func text() -> String {
    guard random.oneIn(3) else { return String.arbitrary(&random) }
    let texts = [
      "$class", "$alias", "$$alias", "$", "$$", "$set", "$unknown", "a.b", "a\\b", "", "0", "é", "e\u{301}",
      "\0",
      "\u{1}\r\n\t\u{7f}", "\u{FFFE}", "\u{2028}", "\"\\/", "CF$UID", "<&>]]>", "$value", "$graph",
      "$objects",
    ]
    return texts[random.below(texts.count)]
  }
}

/// Compares nodes as what they mean: bit by bit, with the same objects at the same places. Whether an object that is at
/// one place stands there or in a table does not count, nor whether a number or a short text is an object.
struct SameMeaning {
  private let objects: ([ArchiveNode], [ArchiveNode])
  private var pairs: [Int: Int] = [:]
  private var reverse: [Int: Int] = [:]
  private var waiting: [(ArchiveNode, ArchiveNode)] = []

  static func compare(_ first: ArchiveNode, _ second: ArchiveNode) -> Bool {
    func split(_ node: ArchiveNode) -> (ArchiveNode, [ArchiveNode]) {
      if case .graph(let graph) = node { (graph.root, graph.objects) } else { (node, []) }
    }
    let (root, objects) = split(first)
    let (otherRoot, otherObjects) = split(second)
    var same = SameMeaning(objects: (objects, otherObjects))
    // Objects are compared one after the other: chains of them may be long.
    same.waiting = [(root, otherRoot)]
    while let next = same.waiting.popLast() {
      guard same.compare(next.0, next.1) else { return false }
    }
    return true
  }

  /// Compares two nodes of one graph.
  static func compare(_ first: ArchiveNode, _ second: ArchiveNode, objects: [ArchiveNode]) -> Bool {
    compare(
      .graph(ArchiveGraph(root: first, objects: objects)),
      .graph(ArchiveGraph(root: second, objects: objects)))
  }

  private init(objects: ([ArchiveNode], [ArchiveNode])) { self.objects = objects }

  private mutating func compare(_ first: ArchiveNode, _ second: ArchiveNode) -> Bool {
    switch (first, second) {
    case (.reference(let number), .reference(let other)):
      if isCopied(objects.0[number]) { return compare(objects.0[number], objects.1[other]) }
      if let known = pairs[number] { return known == other }
      guard reverse[other] == nil else { return false }
      pairs[number] = other
      reverse[other] = number
      waiting.append((objects.0[number], objects.1[other]))
      return true
    case (.reference(let number), _):
      if isCopied(objects.0[number]) { return compare(objects.0[number], second) }
      guard pairs[number] == nil else { return false }
      pairs[number] = -1
      waiting.append((objects.0[number], second))
      return true
    case (_, .reference(let other)): return isCopied(objects.1[other]) && compare(first, objects.1[other])
    case (.null, .null): return true
    case (.bool(let first), .bool(let second)): return first == second
    case (.integer(let first), .integer(let second)): return first == second
    case (.unsigned(let first), .unsigned(let second)): return first == second
    case (.float(let first), .float(let second)): return first.bitPattern == second.bitPattern
    case (.double(let first), .double(let second)): return first.bitPattern == second.bitPattern
    case (.string(let first), .string(let second)): return first.utf8.elementsEqual(second.utf8)
    case (.date(let first), .date(let second)):
      return first.timeIntervalSinceReferenceDate.bitPattern
        == second.timeIntervalSinceReferenceDate.bitPattern
    case (.data(let first), .data(let second)): return first == second
    case (.array(let first), .array(let second)), (.set(let first), .set(let second)):
      return compare(first, second)
    case (.dictionary(let first), .dictionary(let second)):
      return compare(first.flatMap { [$0.key, $0.value] }, second.flatMap { [$0.key, $0.value] })
    case (.record(let first), .record(let second)):
      return first.className == second.className && first.superclassNames == second.superclassNames
        && first.fallbackClassNames == second.fallbackClassNames
        && first.fastCodingForm == second.fastCodingForm
        && first.caseName == second.caseName && first.version == second.version && first.names == second.names
        && compare(first.names.map { first[$0]! }, second.names.map { second[$0]! })
    case (.instance(let type, let first), .instance(let otherType, let second)):
      return type == otherType && compare(first, second)
    default: return false
    }
  }

  private mutating func compare(_ first: [ArchiveNode], _ second: [ArchiveNode]) -> Bool {
    guard first.count == second.count else { return false }
    for (first, second) in zip(first, second) where !compare(first, second) { return false }
    return true
  }

  private func isCopied(_ node: ArchiveNode) -> Bool {
    switch node {
    case .null, .bool, .integer, .unsigned, .float, .double, .date: true
    case .string(let value): value.utf8.count <= 64
    case .data(let value): value.count <= 64
    default: false
    }
  }
}
