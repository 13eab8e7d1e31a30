internal import Foundation

// What a node looks like when it is printed: short, and close to Swift.

extension ArchiveNode: CustomStringConvertible {
  /// The node as text. Of long collections and deep trees only the beginning is there.
  public var description: String { text(depth: 0) }

  /// How much of a tree is printed.
  private static let (elementLimit, depthLimit, textLimit) = (8, 8, 80)

  fileprivate func text(depth: Int) -> String {
    switch self {
    case .null: "nil"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .unsigned(let value): "\(value)"
    case .float(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let value): Self.quoted(value)
    case .date(let value): "\(value)"
    case .data(let value): "\(value.count) bytes"
    case .array(let elements): "[\(Self.list(elements, depth) { $0.text(depth: depth + 1) })]"
    case .set(let elements): "{\(Self.list(elements, depth) { $0.text(depth: depth + 1) })}"
    case .dictionary(let entries):
      entries.isEmpty
        ? "[:]"
        : "[\(Self.list(entries, depth) { "\($0.key.text(depth: depth + 1)): \($0.value.text(depth: depth + 1))" })]"
    case .record(let fields): fields.text(depth: depth)
    case .instance(let type, let content): "\(type.name) \(content.text(depth: depth))"
    case .reference(let number): "#\(number)"
    case .graph(let graph): graph.root.text(depth: depth)
    }
  }

  private static func quoted(_ text: String) -> String {
    let part = text.prefix(textLimit)
    return "\"\(part)\(part.endIndex == text.endIndex ? "" : "…")\""
  }

  fileprivate static func list<Part>(
    _ parts: some Collection<Part>, _ depth: Int, limit: Int = elementLimit, _ text: (Part) -> String
  ) -> String {
    if parts.isEmpty { return "" }
    guard depth < depthLimit else { return "…" }
    let shown = parts.prefix(limit).map(text).joined(separator: ", ")
    return parts.count > limit ? "\(shown), … \(parts.count - limit) more" : shown
  }

  /// What an error calls the node.
  package var kindDescription: String {
    switch self {
    case .null: "nil"
    case .bool(let value): "\(value)"
    case .integer, .unsigned: "an integer"
    case .float, .double: "a number"
    case .string: "a string"
    case .date: "a date"
    case .data: "data"
    case .array: "an array"
    case .set: "a set"
    case .dictionary: "a dictionary"
    case .record(let fields):
      fields.className.isEmpty ? "a record" : "an object of class \(fields.className)"
    case .instance(let type, _): "an object of class \(type.name)"
    case .reference(let number): "the object \(number)"
    case .graph(let graph): graph.root.kindDescription
    }
  }
}

extension ArchiveFields: CustomStringConvertible {
  /// The record as text, such as `Event(eventTag: "open")`.
  public var description: String { text(depth: 0) }

  fileprivate func text(depth: Int) -> String {
    let head = className + (version > 1 ? " \(version)" : "") + (caseName.map { ".\($0)" } ?? "")
    // All names of a record are worth showing, unless it is no record of a sensible type.
    let parts = ArchiveNode.list(names, depth, limit: 64) { name in
      "\(name): \(self[name]?.text(depth: depth + 1) ?? "")"
    }
    return "\(head)(\(parts))"
  }
}
