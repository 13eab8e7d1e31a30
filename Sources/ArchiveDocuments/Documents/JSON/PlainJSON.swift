public import ArchiveBytes
public import ArchiveNodes
internal import ArchiveValues
public import ColumnArchives
public import Foundation
internal import JSONText
internal import KeyedArchives

extension ArchiveNode {
  /// Writes the node as JSON for people and for programs that do not know the notation, and lists the losses.
  ///
  /// Dates become ISO 8601 strings, data become Base64, sets become arrays, keys become strings, and records become
  /// dictionaries without their class. An enum case with associated values becomes a dictionary whose only key is the
  /// name of the case. Numbers that are not finite become `null`, and so does an object inside itself. Halves of
  /// surrogate pairs become U+FFFD.
  ///
  /// A shared object is copied to each of its places. When copies would exceed `copyLimit`, the object is written as
  /// a reference to its first place, a JSON Pointer: `{"$ref": "#/events/0/place"}`.
  ///
  /// - Parameters:
  ///   - isPretty: Whether each part has its own line, down to 32 levels; deeper parts share a line.
  ///   - copyLimit: The maximum number of bytes that the copies may take, 1 MiB by default; with 0, every shared
  ///     object becomes a reference. Numbers and short strings are always copied.
  ///   - limits: The maximum nesting depth of values.
  /// - Returns: The JSON, and each kind of loss once, in the order of their first places; empty if nothing is lost.
  /// - Throws: ``ArchiveError`` if a limit is exceeded or a reference is invalid.
  public func plainJSON(
    isPretty: Bool = true, copyLimit: Int = 1 << 20, limits: ArchiveLimits = ArchiveLimits()
  ) throws -> (data: Data, losses: [ArchiveLoss]) {
    let graph = mergedGraph
    var (plain, output) = (
      PlainNodes(graph, copyLimit: copyLimit, limits), JSONWriter(isPretty: isPretty, limits)
    )
    try output.write(plain.plain(graph.root))
    return (output.finish(), plain.losses)
  }
}

extension ArchiveElements {
  /// Writes an array of the elements, like ``ArchiveNode/plainJSON(isPretty:copyLimit:limits:)``, while they are
  /// read.
  ///
  /// - Parameter take: Takes the JSON, in pieces.
  /// - Returns: Each kind of loss once, in the order of their first places; empty if nothing is lost.
  /// - Throws: ``ArchiveError`` if a limit is exceeded or an element cannot be read, and any error of `take`. It may
  ///   have taken some pieces before.
  public func plainJSON(
    isPretty: Bool = true, limits: ArchiveLimits = ArchiveLimits(), to take: (Data) throws -> Void
  ) throws -> [ArchiveLoss] {
    var (plain, index) = (PlainNodes(ArchiveGraph(), copyLimit: 0, limits), 0)
    try writeArray(isPretty: isPretty, limits, to: take) { element in
      defer { index += 1 }
      return try plain.part(element, .index(index))
    }
    return plain.losses
  }
}

/// Converts nodes to the kinds that JSON has, without notation.
private struct PlainNodes {
  private let limits: ArchiveLimits
  private let stack = StackGuard()
  private var path: [ArchiveError.PathComponent] = []
  /// The keys and positions that lead to the current place of the JSON.
  private var steps: [ArchiveError.PathComponent] = []
  private(set) var losses: [ArchiveLoss] = []
  private let objects: [ArchiveNode]
  private let counts: [Int]
  /// The objects that contain the current place.
  private var open: Set<Int> = []
  /// The first place of each shared object, as a JSON Pointer.
  private var places: [Int: String] = [:]
  /// The number of objects around the current place that are being written again, and the number of bytes that such
  /// copies may still take.
  private var repetitions = 0
  private var copiesLeft: Int
  private var names: NameBudget

  private static let longestCopy = 64

  init(_ graph: ArchiveGraph, copyLimit: Int, _ limits: ArchiveLimits) {
    (self.limits, objects, copiesLeft) = (limits, graph.objects, copyLimit)
    counts = graph.referenceCounts()
    names = NameBudget(limits)
  }

  private mutating func lose(_ kind: String) {
    let path = path
    losses.count(kind, at: path)
  }

  /// Returns the part after a step, which is a position or a key.
  mutating func part(_ node: ArchiveNode, _ component: ArchiveError.PathComponent) throws -> ArchiveNode {
    path.append(component)
    steps.append(component)
    defer {
      steps.removeLast()
      path.removeLast()
    }
    return try plain(node)
  }

  private mutating func charge(_ node: ArchiveNode) {
    guard repetitions > 0 else { return }
    switch node {
    case .string(let text): copiesLeft -= 16 + text.utf8.count
    case .data(let data): copiesLeft -= 16 + 2 * data.count
    default: copiesLeft -= 16
    }
  }

  mutating func plain(_ node: ArchiveNode) throws -> ArchiveNode {
    try stack.check(depth: path.count, limits)
    charge(node)
    switch node {
    case .array(let elements): return .array(try plain(elements))
    case .set(let elements):
      lose("sets are arrays")
      return .array(try plain(elements))
    case .dictionary(let entries): return try plain(entries)
    case .record(let fields): return try plain(fields)
    case .instance(.brokenText, .string(let text)):
      lose("halves of surrogate pairs are U+FFFD")
      let units = KeyedNodes.brokenTextUnits(text) ?? Array(text.utf16)
      return .string(String(decoding: units, as: UTF16.self))
    case .instance(let type, let content):
      if !type.name.isEmpty { lose("class names are left out") }
      return try plain(content)
    case .reference(let number): return try plain(object: number)
    // Nested graphs were merged into the outer one.
    case .graph(let graph): return try plain(graph.root)
    default: return plain(leaf: node)
    }
  }

  private mutating func plain(leaf: ArchiveNode) -> ArchiveNode {
    switch leaf {
    case .float(let value):
      lose("numbers of 32 bits are of 64")
      return plain(leaf: .double(Double("\(value)") ?? Double(value)))
    case .double(let value) where !value.isFinite:
      lose("numbers that are not finite are null")
      return .null
    case .date(let value):
      lose("dates are text")
      // A date outside the calendar is written as its seconds, if they are a number.
      return text(of: value).map { .string($0) } ?? plain(leaf: .double(value.timeIntervalSinceReferenceDate))
    case .data(let value):
      lose("data is Base64")
      return .string(value.base64EncodedString())
    default: return leaf
    }
  }

  private func text(of date: Date) -> String? { try? ISO8601DateTransformer().encode(date) }

  private mutating func plain(_ elements: [ArchiveNode]) throws -> [ArchiveNode] {
    try elements.enumerated().map { try part($1, .index($0)) }
  }

  private mutating func plain(_ entries: [ArchiveNode.Entry]) throws -> ArchiveNode {
    // The keys so far, and the number to try for the next key with the same text. It only grows, so each key takes at
    // most two tries on average.
    var next: [String: Int] = [:]
    var parts: [ArchiveNode.Entry] = []
    for entry in entries {
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
      parts.append(.init(key: .string(key), value: try part(entry.value, .field(key))))
    }
    return .dictionary(parts)
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

  private mutating func plain(_ fields: ArchiveNode.Fields) throws -> ArchiveNode {
    if !fields.className.isEmpty { lose("class names are left out") }
    if fields.version != 1 { lose("versions are left out") }
    if let name = fields.caseName { steps.append(.field(name)) }
    let parts = try zip(fields.names, fields.values).map { name, node in
      try names.charge(name)
      return ArchiveNode.Entry(key: .string(name), value: try part(node, .field(name)))
    }
    guard let name = fields.caseName else { return .dictionary(parts) }
    steps.removeLast()
    return .dictionary([.init(key: .string(name), value: .dictionary(parts))])
  }

  private mutating func plain(object number: Int) throws -> ArchiveNode {
    let number = try objects.requiredTarget(of: number)
    guard !open.contains(number) else {
      lose("objects inside of themselves are null")
      return .null
    }
    let object = objects[number]
    let isAgain = places[number] != nil
    if counts[number] > 1, !isSmall(object) {
      if let place = places[number], copiesLeft <= 0 {
        lose("shared objects are references")
        return .dictionary([.init(key: "$ref", value: .string(place))])
      }
      if isAgain { lose("shared objects are copies") } else { places[number] = pointer }
    }
    open.insert(number)
    if isAgain { repetitions += 1 }
    defer {
      open.remove(number)
      if isAgain { repetitions -= 1 }
    }
    return try plain(object)
  }

  /// Returns whether an object takes no more space than a reference to it.
  private func isSmall(_ object: ArchiveNode) -> Bool {
    switch object {
    case .string(let text): text.utf8.count <= Self.longestCopy
    case .data(let data): data.count <= Self.longestCopy
    default: object.isLeaf
    }
  }

  /// The current place as a JSON Pointer in a fragment.
  private var pointer: String {
    steps.reduce("#") { pointer, step in
      let name = if case .index(let position) = step { "\(position)" } else { step.name ?? "" }
      let escaped = name.replacingOccurrences(of: "~", with: "~0").replacingOccurrences(of: "/", with: "~1")
      return "\(pointer)/\(escaped)"
    }
  }
}
