internal import ArchiveBytes
internal import ArchiveNodes
internal import Foundation
internal import JSONText
internal import KeyedArchives

/// The texts of values that are nodes in archives and do not become groups. A URL, a decimal number, a time zone and a
/// locale have a text of their own; everything else becomes JSON.
///
/// In JSON, dates are seconds since 2001, data is base64, and a dictionary is an object if all keys are strings, and
/// otherwise an array of objects with a key and a value. Numbers that JSON lacks are strings.
struct CellText {
  private var output = JSONWriter(isPretty: false, ArchiveLimits(maximumDepth: .max))
  private var depth = 0
  private let stack = StackGuard()
  /// The objects of the graph being written, and the number of references to each. A deeply nested value continues in
  /// objects with one reference.
  private var objects: (nodes: [ArchiveNode], counts: [Int]) = ([], [])

  static func text(of node: ArchiveNode) throws -> String {
    if case .record(let fields) = node {
      switch fields.className {
      case "NSURL": return try node.decode(URL.self).absoluteString
      case "NSDecimalNumber": return try node.decode(Decimal.self).description
      case "NSTimeZone": return try node.decode(TimeZone.self).identifier
      case "NSLocale": return try node.decode(Locale.self).identifier
      default: break
      }
    }
    var text = CellText()
    try text.write(node)
    return String(decoding: text.output.finish(), as: UTF8.self)
  }

  /// Returns the upper and the lower half of a decimal number without its point.
  static func decimal(_ node: ArchiveNode, _ digits: DecimalDigits) throws -> (high: UInt64, low: UInt64) {
    let text = try text(of: node)
    guard let halves = digits.halves(text) else {
      throw ArchiveError(.malformed, expected: "numbers with the same digits as before", found: text)
    }
    return halves
  }

  private mutating func write(_ node: ArchiveNode) throws {
    depth += 1
    defer { depth -= 1 }
    // The reader has checked the depth; the remaining stack depends on the thread.
    try stack.check(
      depth: depth, ArchiveLimits(maximumDepth: .max))
    switch node {
    case .null, .bool, .integer, .unsigned, .string: try output.write(node)
    case .float(let value): try output.write(value.isFinite ? node : .string("\(value)"))
    case .double(let value): try output.write(value.isFinite ? node : .string("\(value)"))
    case .date(let value): try write(.double(value.timeIntervalSinceReferenceDate))
    case .data(let value): try output.write(.string(value.base64EncodedString()))
    case .array(let elements), .set(let elements):
      try output.beginArray()
      for element in elements { try write(element) }
      output.end()
    case .dictionary(let entries): try write(entries)
    case .record(let fields):
      let name = fields.caseName.map {
        (String.nameOfCase(beside: Array(fields.names)), ArchiveNode.string($0))
      }
      try write(named: (name.map { [$0] } ?? []) + zip(fields.names, fields.values))
    case .instance(_, let node): try write(node)
    case .graph(let graph):
      let outer = objects
      defer { objects = outer }
      objects = (graph.objects, graph.referenceCounts())
      try write(graph.root)
    case .reference(let number):
      guard let object = objects.nodes.target(of: number), objects.counts[object] == 1 else {
        throw ArchiveError(
          .unsupported, expected: "values", found: "instances of a class, which a table cannot hold",
          advice: "Export a type with structs in their place.")
      }
      try write(objects.nodes[object])
    }
  }

  private mutating func write(_ entries: [ArchiveNode.Entry]) throws {
    let named = entries.compactMap { entry -> (String, ArchiveNode)? in
      if case .string(let key) = entry.key { (key, entry.value) } else { nil }
    }
    if named.count == entries.count, Set(named.map(\.0)).count == named.count {
      return try write(named: named)
    }
    try output.beginArray()
    for entry in entries { try write(named: [("key", entry.key), ("value", entry.value)]) }
    output.end()
  }

  private mutating func write(named parts: [(String, ArchiveNode)]) throws {
    try output.beginDictionary()
    for (name, node) in parts {
      try output.write(key: name)
      try write(node)
    }
    output.end()
  }
}

extension String {
  /// The name of the field for a case's name beside other fields: `case`, with enough underscores to make it distinct.
  static func nameOfCase(beside names: [String]) -> String {
    var name = "case"
    while names.contains(name) { name += "_" }
    return name
  }
}
