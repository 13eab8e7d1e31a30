internal import ArchiveBytes
internal import ArchiveNodes
internal import Foundation

/// The JSON of nodes that have no columns of their own.
///
/// Dates are seconds since 2001, data is base64, and a dictionary is an object if all keys are strings, and otherwise an
/// array of objects with a key and a value. Numbers that JSON lacks are strings.
struct JSONText {
  private var text = ""
  private var depth = 0
  private var stack = StackGuard()

  static func text(of node: ArchiveNode) throws -> String {
    var writer = JSONText()
    try writer.append(node)
    return writer.text
  }

  private mutating func append(_ node: ArchiveNode) throws {
    depth += 1
    defer { depth -= 1 }
    // The reader has checked the depth; what is left of the stack depends on the thread.
    try stack.check(
      depth: depth, ArchiveLimits(maximumDepth: .max), advice: "Export on a thread with a larger stack.")
    switch node {
    case .null: text += "null"
    case .bool(let value): text += "\(value)"
    case .integer(let value): text += "\(value)"
    case .unsigned(let value): text += "\(value)"
    case .float(let value): append(number: value, isFinite: value.isFinite)
    case .double(let value): append(number: value, isFinite: value.isFinite)
    case .date(let value):
      let seconds = value.timeIntervalSinceReferenceDate
      append(number: seconds, isFinite: seconds.isFinite)
    case .string(let value): append(value)
    case .data(let value): append(value.base64EncodedString())
    case .array(let elements), .set(let elements):
      try append(elements, "[", "]") { try $0.append($1) }
    case .dictionary(let entries): try append(entries)
    case .record(let fields): try append(fields)
    case .instance(_, let node): try append(node)
    case .reference, .graph:
      throw ArchiveError(
        .unsupported, expected: "values", found: "instances of a class, which a table has no form for",
        advice: "Export a type that has structs in their place.")
    }
  }

  private mutating func append(number: some CustomStringConvertible, isFinite: Bool) {
    if isFinite { text += number.description } else { append(number.description) }
  }

  private mutating func append(_ entries: [ArchiveNode.Entry]) throws {
    let keys = entries.compactMap { entry -> String? in
      if case .string(let key) = entry.key { key } else { nil }
    }
    if keys.count == entries.count, Set(keys).count == keys.count {
      try append(Array(zip(keys, entries)), "{", "}") { writer, entry in
        writer.append(entry.0)
        writer.text += ":"
        try writer.append(entry.1.value)
      }
    } else {
      try append(entries, "[", "]") { writer, entry in
        writer.text += "{\"key\":"
        try writer.append(entry.key)
        writer.text += ",\"value\":"
        try writer.append(entry.value)
        writer.text += "}"
      }
    }
  }

  private mutating func append(_ fields: ArchiveNode.Fields) throws {
    var named = Array(zip(fields.names, fields.values))
    if let name = fields.caseName {
      named.insert((String.nameOfCase(beside: Array(fields.names)), .string(name)), at: 0)
    }
    try append(named, "{", "}") { writer, field in
      writer.append(field.0)
      writer.text += ":"
      try writer.append(field.1)
    }
  }

  private mutating func append<Element>(
    _ elements: [Element], _ start: String, _ end: String, _ write: (inout JSONText, Element) throws -> Void
  ) rethrows {
    text += start
    for (position, element) in elements.enumerated() {
      if position > 0 { text += "," }
      try write(&self, element)
    }
    text += end
  }

  private mutating func append(_ string: String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension String {
  /// The name under which the name of a case stands beside others: `case`, with as many underscores as it takes to be another
  /// one.
  static func nameOfCase(beside names: [String]) -> String {
    var name = "case"
    while names.contains(name) { name += "_" }
    return name
  }
}
