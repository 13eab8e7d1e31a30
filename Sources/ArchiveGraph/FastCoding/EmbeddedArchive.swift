internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchive

/// A keyed archive in a FastCoding file, which holds one object and what that refers to.
struct EmbeddedArchive {
  let data: Data

  init(_ data: Data) { self.data = data }

  /// The object, with what it refers to among the objects of the reader.
  ///
  /// - Parameter start: Where the archive is in the file.
  func read(into reader: inout FastCodingReader, at start: Int) throws -> ArchiveNode {
    // An archive expands to a multiple of its size at most, and that much is paid for here.
    try reader.charge(16 * data.count)
    var graph: ArchiveGraph
    do {
      graph = try content(reader.limitsInside)
      try Self.check(graph, reader.options.classes)
    } catch var error as ArchiveError {
      error.offset = start + (error.offset ?? 0)
      throw error
    }
    // The object keeps the bytes, which an archiver of another program may have written in an order of its own.
    let form = FastCodingForm.keyedArchive(data)
    if case .reference(let number) = graph.root, graph.objects.indices.contains(number) {
      graph.objects[number].setForm(form)
    } else {
      graph.root.setForm(form)
    }
    let first = reader.objects.count
    reader.objects += graph.objects.map { $0.mapReferences { $0 + first } }
    return graph.root.mapReferences { $0 + first }
  }

  /// Whether the archive holds what a node stands for.
  func holds(_ node: ArchiveNode, in objects: [ArchiveNode], _ limits: ArchiveLimits) -> Bool {
    guard let graph = try? content(limits) else { return false }
    return Self.part(graph.resolved, of: graph.objects) == Self.part(node, of: objects)
  }

  /// The archive of the root of a graph.
  static func make(_ graph: ArchiveGraph, _ limits: ArchiveLimits) throws -> Data {
    throw ArchiveError(.unsupported, expected: "an object as it was read", found: "one that was edited")
  }

  private func content(_ limits: ArchiveLimits) throws -> ArchiveGraph {
    let node = try KeyedArchive(data, options: .init(limits: limits)).node()
    return if case .graph(let graph) = node { graph } else { ArchiveGraph(root: node, objects: []) }
  }

  /// A node with those objects alone that it leads to, in the order that these are found in.
  static func part(_ root: ArchiveNode, of objects: [ArchiveNode]) -> ArchiveGraph {
    var order: [Int] = []
    var numbers: [Int: Int] = [:]
    func number(_ old: Int) -> Int {
      if let known = numbers[old] { return known }
      numbers[old] = order.count
      order.append(old)
      return order.count - 1
    }
    var part = ArchiveGraph(root: root.mapReferences(number), objects: [])
    while part.objects.count < order.count {
      let old = order[part.objects.count]
      part.objects.append(objects.indices.contains(old) ? objects[old].mapReferences(number) : .null)
    }
    return part
  }

  /// Throws when an object is of a class that is not allowed. Foundation's own values are.
  private static func check(_ graph: ArchiveGraph, _ classes: FastCodingArchive.AllowedClasses) throws {
    for node in graph.objects + [graph.root] {
      try node.visitRecords { fields in
        if !foundationClasses.contains(fields.className) { try classes.check(fields.className, at: 0) }
      }
    }
  }

  private static let foundationClasses: Set<String> = [
    "NSNull", "NSURL", "NSUUID", "NSIndexSet", "NSMutableIndexSet", "NSValue", "NSDecimalNumber",
  ]
}

extension ArchiveGraph {
  /// The root, or the object that it is a reference to.
  fileprivate var resolved: ArchiveNode {
    if case .reference(let number) = root, objects.indices.contains(number) { objects[number] } else { root }
  }
}

extension ArchiveNode {
  fileprivate mutating func setForm(_ form: FastCodingForm) {
    guard case .record(var fields) = self else { return }
    fields.fastCodingForm = form
    self = .record(fields)
  }

  /// The same tree with other numbers in its references.
  fileprivate func mapReferences(_ number: (Int) -> Int) -> ArchiveNode {
    switch self {
    case .reference(let old): return .reference(number(old))
    case .array(let elements): return .array(elements.map { $0.mapReferences(number) })
    case .set(let elements): return .set(elements.map { $0.mapReferences(number) })
    case .dictionary(let entries):
      return .dictionary(
        entries.map { Entry(key: $0.key.mapReferences(number), value: $0.value.mapReferences(number)) })
    case .instance(let type, let content): return .instance(type, content.mapReferences(number))
    case .record(let fields): return .record(fields.mapValues { $0.mapReferences(number) })
    default: return self
    }
  }

  /// Calls `body` with every record in the tree.
  fileprivate func visitRecords(_ body: (ArchiveFields) throws -> Void) throws {
    switch self {
    case .array(let elements), .set(let elements): for element in elements { try element.visitRecords(body) }
    case .dictionary(let entries):
      for entry in entries {
        try entry.key.visitRecords(body)
        try entry.value.visitRecords(body)
      }
    case .instance(_, let content): try content.visitRecords(body)
    case .record(let fields):
      try body(fields)
      for node in fields.values { try node.visitRecords(body) }
    default: break
    }
  }
}
