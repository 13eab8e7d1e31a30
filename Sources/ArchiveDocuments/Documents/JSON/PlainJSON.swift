public import ArchiveBytes
public import ArchiveNodes
internal import ArchiveValues
public import Foundation
internal import KeyedArchives

extension ArchiveNode {
  /// Writes the node as JSON for people and for programs that do not know the notation, and lists what is lost.
  ///
  /// Dates become ISO 8601 strings, data become Base64, sets become arrays, keys become strings, and records become
  /// dictionaries without their class. An enum case with associated values becomes a dictionary whose only key is the
  /// name of the case. Numbers that are not finite become `null`, and so does an object inside itself. Halves of
  /// surrogate pairs become U+FFFD.
  ///
  /// A shared object is copied to each of its places. What copies would exceed `copyLimit` is written as a reference to
  /// the first place, a JSON Pointer: `{"$ref": "#/events/0/place"}`.
  ///
  /// - Parameters:
  ///   - isPretty: Whether each part has its own line, down to 32 levels; deeper parts share a line.
  ///   - copyLimit: How many bytes of content the copies may take, 1 MiB by default; with 0, every shared object becomes
  ///     a reference. Numbers and short strings are always copied.
  ///   - limits: How deep values may nest.
  /// - Returns: The JSON, and each kind of loss once, in the order of their first places; empty if nothing is lost.
  /// - Throws: ``ArchiveError`` if a limit is exceeded or a reference is invalid.
  public func plainJSON(
    isPretty: Bool = true, copyLimit: Int = 1 << 20, limits: ArchiveLimits = ArchiveLimits()
  ) throws -> (data: Data, losses: [ArchiveLoss]) {
    let graph = mergedGraph
    var writer = PlainWriter(graph, JSONWriter(isPretty: isPretty, limits), copyLimit: copyLimit, limits)
    try writer.write(graph.root)
    return (writer.output.finish(), writer.losses)
  }
}

extension ArchiveElements {
  /// Writes an array of the elements as ``ArchiveNode/plainJSON(isPretty:copyLimit:limits:)`` does, while they are read.
  ///
  /// - Parameter take: Takes the JSON, in pieces.
  /// - Returns: Each kind of loss once, in the order of their first places; empty if nothing is lost.
  /// - Throws: ``ArchiveError`` if a limit is exceeded or an element cannot be read, and what `take` throws. It may then
  ///   have taken some pieces.
  public func plainJSON(
    isPretty: Bool = true, limits: ArchiveLimits = ArchiveLimits(), to take: (Data) throws -> Void
  ) throws -> [ArchiveLoss] {
    try withoutActuallyEscaping(take) { take in
      var writer = PlainWriter(
        ArchiveGraph(root: .null), JSONWriter(isPretty: isPretty, limits, to: take), copyLimit: 0, limits)
      try writer.write(self)
      try take(writer.output.finish())
      return writer.losses
    }
  }
}

/// Writes a node in the kinds that JSON has, without notation.
private struct PlainWriter {
  private(set) var output: JSONWriter
  private let limits: ArchiveLimits
  private var stack = StackGuard()
  private var path: [ArchiveError.PathComponent] = []
  /// The keys and positions that lead to the current place of the JSON.
  private var steps: [String] = []
  private(set) var losses: [ArchiveLoss] = []
  private let objects: [ArchiveNode]
  private let counts: [Int]
  /// The objects that contain the current place.
  private var open: Set<Int> = []
  /// The first place of each shared object, as a JSON Pointer.
  private var places: [Int: String] = [:]
  /// How many of the objects that contain the current place are being written again, and how many bytes such copies may
  /// still take.
  private var repetitions = 0
  private var copiesLeft: Int
  private var names: NameBudget

  private static let longestCopy = 64

  init(_ graph: ArchiveGraph, _ output: JSONWriter, copyLimit: Int, _ limits: ArchiveLimits) {
    (self.output, self.limits, objects) = (output, limits, graph.objects)
    counts = graph.referenceCounts()
    names = NameBudget(limits)
    copiesLeft = copyLimit
  }

  private mutating func lose(_ kind: String) {
    if !losses.count(kind) { losses.append(ArchiveLoss(kind: kind, firstPath: path)) }
  }

  private mutating func part(
    _ node: ArchiveNode, _ component: ArchiveError.PathComponent, _ step: String
  ) throws {
    path.append(component)
    steps.append(step)
    try write(node)
    steps.removeLast()
    path.removeLast()
  }

  private mutating func charge(_ node: ArchiveNode) {
    guard repetitions > 0 else { return }
    switch node {
    case .string(let text): copiesLeft -= 16 + text.utf8.count
    case .data(let data): copiesLeft -= 16 + 2 * data.count
    default: copiesLeft -= 16
    }
  }

  mutating func write(_ node: ArchiveNode) throws {
    try stack.check(
      depth: path.count, limits)
    charge(node)
    switch node {
    case .null, .bool, .integer, .unsigned, .string: try output.write(node)
    case .float(let value):
      lose("numbers of 32 bits are of 64")
      try write(.double(Double("\(value)") ?? Double(value)))
    case .double(let value):
      if !value.isFinite { lose("numbers that are not finite are null") }
      try output.write(value.isFinite ? node : .null)
    case .date(let value):
      lose("dates are text")
      // A date beyond the calendar is its seconds, if these are a number.
      guard let text = text(of: value) else {
        return try write(.double(value.timeIntervalSinceReferenceDate))
      }
      try output.write(.string(text))
    case .data(let value):
      lose("data is Base64")
      try output.write(.string(value.base64EncodedString()))
    case .array(let elements): try write(elements)
    case .set(let elements):
      lose("sets are arrays")
      try write(elements)
    case .dictionary(let entries): try write(entries)
    case .record(let fields): try write(fields)
    case .instance(.brokenText, .string(let text)):
      lose("halves of surrogate pairs are U+FFFD")
      let units = KeyedNodes.brokenTextUnits(text) ?? Array(text.utf16)
      try output.write(.string(String(decoding: units, as: UTF16.self)))
    case .instance(let type, let content):
      if !type.name.isEmpty { lose("class names are left out") }
      try write(content)
    case .reference(let number): try write(object: number)
    // Nested graphs were merged into the outer one.
    case .graph(let graph): try write(graph.root)
    }
  }

  private func text(of date: Date) -> String? { try? ISO8601DateTransformer().encode(date) }

  private mutating func write(_ elements: [ArchiveNode]) throws {
    try output.beginArray()
    for (index, element) in elements.enumerated() { try part(element, .index(index), "\(index)") }
    output.end()
  }

  mutating func write(_ elements: ArchiveElements) throws {
    try output.beginArray()
    var index = 0
    try elements.forEachPiece { piece in
      for element in piece {
        try part(element, .index(index), "\(index)")
        index += 1
      }
    }
    output.end()
  }

  private mutating func write(_ entries: [ArchiveNode.Entry]) throws {
    // The keys so far, and the number to try for the next key with the same text. It only grows, so all keys together
    // take at most two tries each.
    var next: [String: Int] = [:]
    try output.beginDictionary()
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
      try output.write(key: key)
      try part(entry.value, .field(key), key)
    }
    output.end()
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

  private mutating func write(_ fields: ArchiveNode.Fields) throws {
    if !fields.className.isEmpty { lose("class names are left out") }
    if fields.version != 1 { lose("versions are left out") }
    try output.beginDictionary()
    if let name = fields.caseName {
      try output.write(key: name)
      try output.beginDictionary()
      steps.append(name)
    }
    for (name, node) in zip(fields.names, fields.values) {
      try names.charge(name)
      try output.write(key: name)
      try part(node, .field(name), name)
    }
    if fields.caseName != nil {
      output.end()
      steps.removeLast()
    }
    output.end()
  }

  private mutating func write(object number: Int) throws {
    let number = try objects.requiredTarget(of: number)
    guard !open.contains(number) else {
      lose("objects inside of themselves are null")
      return try output.write(.null)
    }
    let object = objects[number]
    guard counts[number] > 1, !isSmall(object) else {
      open.insert(number)
      defer { open.remove(number) }
      return try write(object)
    }
    guard let place = places[number] else {
      places[number] = pointer
      open.insert(number)
      defer { open.remove(number) }
      return try write(object)
    }
    guard copiesLeft > 0 else {
      lose("shared objects are references")
      return try output.dictionary {
        try $0.write(key: "$ref")
        try $0.write(.string(place))
      }
    }
    lose("shared objects are copies")
    repetitions += 1
    open.insert(number)
    defer {
      open.remove(number)
      repetitions -= 1
    }
    try write(object)
  }

  /// Whether an object takes no more room than a reference to it.
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
      let escaped = step.replacingOccurrences(of: "~", with: "~0").replacingOccurrences(of: "/", with: "~1")
      return "\(pointer)/\(escaped)"
    }
  }
}
