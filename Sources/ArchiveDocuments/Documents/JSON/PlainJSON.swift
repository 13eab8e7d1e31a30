public import ArchiveBytes
public import ArchiveNodes
internal import ArchiveValues
public import Foundation

/// A kind of information that a format cannot represent, and that was simplified or left out.
public struct ArchiveLoss: Sendable, Hashable, CustomStringConvertible {
  /// What is lost, in a stable wording, such as `dates are text`.
  public let kind: String
  /// The number of places where it is lost.
  public internal(set) var count: Int
  /// The path from the root to the first such place, such as `events[0].time`.
  public let firstPath: String

  public var description: String { "\(kind): \(count), first at \(firstPath)" }
}

extension ArchiveNode {
  /// Writes the node as JSON for people and for programs that do not know the notation, and lists what is lost.
  ///
  /// Dates become ISO 8601 strings, data become Base64, sets become arrays, keys become strings, and records become
  /// dictionaries without their class. An enum case with associated values becomes a dictionary whose only key is the
  /// name of the case. Numbers that are not finite become `null`, and so does an object inside itself. A shared object
  /// is written at each of its places.
  ///
  /// - Parameters:
  ///   - isPretty: Whether each part has its own line, down to 32 levels; deeper parts share a line.
  ///   - limits: How deep values may nest, and how many bytes repeated copies of shared objects may take: 64 MiB
  ///     unless ``ArchiveLimits/maximumDecodedSize`` is set.
  /// - Returns: The JSON, and each kind of loss once, in the order of their first places; empty if nothing is lost.
  /// - Throws: ``ArchiveError`` if a limit is exceeded or a reference is invalid.
  public func plainJSON(
    isPretty: Bool = true, limits: ArchiveLimits = ArchiveLimits()
  ) throws -> (data: Data, losses: [ArchiveLoss]) {
    var writer = PlainWriter(limits: limits)
    let document = try writer.document(self)
    return (try JSONWriter.data(document, isPretty: isPretty, limits), writer.losses)
  }
}

/// Converts a node to the kinds that JSON has, without notation.
private struct PlainWriter {
  private let limits: ArchiveLimits
  private var stack = StackGuard()
  private var path: [ArchiveError.PathComponent] = []
  private(set) var losses: [ArchiveLoss] = []
  private var objects: [ArchiveNode] = []
  /// The objects that contain the current place, and those written before.
  private var open: Set<Int> = []
  private var written: Set<Int> = []
  /// How many of the objects that contain the current place are being written again, and the remaining budget for such
  /// copies.
  private var repetitions = 0
  private var names: NameBudget
  private var budget: Int

  init(limits: ArchiveLimits) {
    self.limits = limits
    names = NameBudget(limits)
    budget = limits.maximumDecodedSize ?? 64 << 20
  }

  mutating func document(_ node: ArchiveNode) throws -> ArchiveNode {
    guard case .graph(let graph) = node.compacted() else { return try write(node) }
    objects = graph.objects
    return try write(graph.root)
  }

  private mutating func lose(_ kind: String) {
    if let known = losses.firstIndex(where: { $0.kind == kind }) {
      losses[known].count += 1
    } else {
      let place = ArchiveError(.custom, path: path).pathDescription
      losses.append(ArchiveLoss(kind: kind, count: 1, firstPath: place))
    }
  }

  private mutating func part(
    _ node: ArchiveNode, _ component: ArchiveError.PathComponent
  ) throws -> ArchiveNode {
    path.append(component)
    let part = try write(node)
    path.removeLast()
    return part
  }

  private mutating func charge(_ node: ArchiveNode) throws {
    guard repetitions > 0 else { return }
    switch node {
    case .string(let text): budget -= 16 + text.utf8.count
    case .data(let data): budget -= 16 + 2 * data.count
    default: budget -= 16
    }
    guard budget >= 0 else {
      throw ArchiveError(
        .limitExceeded, expected: "fewer copies of shared objects", found: "more than the limits allow",
        path: path,
        advice: "Write JSON with notation, which shares them, or raise ArchiveLimits.maximumDecodedSize.")
    }
  }

  private mutating func write(_ node: ArchiveNode) throws -> ArchiveNode {
    try stack.check(
      depth: path.count, limits, advice: "Write JSON with notation, or raise ArchiveLimits.maximumDepth.")
    try charge(node)
    switch node {
    case .null, .bool, .integer, .unsigned, .string: return node
    case .float(let value):
      lose("numbers of 32 bits are of 64")
      return try write(.double(Double("\(value)") ?? Double(value)))
    case .double(let value):
      if value.isFinite { return node }
      lose("numbers that are not finite are null")
      return .null
    case .date(let value):
      lose("dates are text")
      return text(of: value).map { .string($0) } ?? .double(value.timeIntervalSinceReferenceDate)
    case .data(let value):
      lose("data is Base64")
      return .string(value.base64EncodedString())
    case .array(let elements): return try write(elements)
    case .set(let elements):
      lose("sets are arrays")
      return try write(elements)
    case .dictionary(let entries): return try write(entries)
    case .record(let fields): return try write(fields)
    case .instance(let type, let content):
      if !type.name.isEmpty { lose("class names are left out") }
      return try write(content)
    case .reference(let number): return try write(object: number)
    // `compacted()` merged nested graphs into the outer one.
    case .graph(let graph): return try write(graph.root)
    }
  }

  private func text(of date: Date) -> String? { try? ISO8601DateTransformer().encode(date) }

  private mutating func write(_ elements: [ArchiveNode]) throws -> ArchiveNode {
    var parts: [ArchiveNode] = []
    for (index, element) in elements.enumerated() { parts.append(try part(element, .index(index))) }
    return .array(parts)
  }

  private mutating func write(_ entries: [ArchiveNode.Entry]) throws -> ArchiveNode {
    // The keys so far, and the number to try for the next key with the same text. It only grows, so all keys together
    // take at most two tries each.
    var next: [String: Int] = [:]
    return .dictionary(
      try entries.map { entry in
        let name = key(entry.key)
        var key = name
        try names.charge(name)
        if var number = next[name] {
          repeat {
            key = "\(name) (\(number))"
            number += 1
          } while next[key] != nil
          next[name] = number
        }
        next[key] = 2
        return .init(key: .string(key), value: try part(entry.value, .field(key)))
      })
  }

  private mutating func key(_ node: ArchiveNode) -> String {
    var node = node
    if case .reference(let number) = node, let object = objects.target(of: number) {
      node = objects[object]
    }
    switch node {
    case .string(let text): return text
    case .date(let date):
      lose("keys are text")
      return text(of: date) ?? "\(date.timeIntervalSinceReferenceDate)"
    default:
      lose("keys are text")
      return node.description
    }
  }

  private mutating func write(_ fields: ArchiveNode.Fields) throws -> ArchiveNode {
    if !fields.className.isEmpty { lose("class names are left out") }
    if fields.version != 1 { lose("versions are left out") }
    var entries: [ArchiveNode.Entry] = []
    for (name, node) in zip(fields.names, fields.values) {
      try names.charge(name)
      entries.append(.init(key: .string(name), value: try part(node, .field(name))))
    }
    guard let name = fields.caseName else { return .dictionary(entries) }
    return .dictionary([.init(key: .string(name), value: .dictionary(entries))])
  }

  private mutating func write(object number: Int) throws -> ArchiveNode {
    let number = try objects.requiredTarget(of: number)
    guard !open.contains(number) else {
      lose("objects inside of themselves are null")
      return .null
    }
    let isRepeated = !written.insert(number).inserted && !objects[number].isLeaf
    if isRepeated {
      lose("shared objects are copies")
      repetitions += 1
    }
    open.insert(number)
    defer {
      open.remove(number)
      if isRepeated { repetitions -= 1 }
    }
    return try write(objects[number])
  }
}
