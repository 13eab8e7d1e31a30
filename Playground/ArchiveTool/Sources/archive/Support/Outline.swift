import ArchiveDocuments
import Foundation
import StructCoding

/// An outline of an archive for display: a tree of names and short texts, whose size is bounded for any archive.
///
/// ``entries`` lists the values level by level, so the children of a value are adjacent:
///
/// ```swift
/// let outline = Outline(of: node, options: .init(depthLimit: 3))
/// for entry in outline.entries[outline.entries[0].children] { print(entry.name, entry.text) }
/// ```
///
/// In a graph, an object with parts is shown once; its other places refer to that entry.
struct Outline: Hashable {
  /// One value.
  struct Entry: Hashable {
    /// The name of the field, the key, or the position; empty for the root.
    var name: String
    /// The kind of the value: `string`, `array`, `record` …
    var kind: String
    /// The class, if the archive names one; otherwise empty.
    var className: String
    /// The value as text; empty for a collection or a record.
    var text: String
    /// The number of parts of the value, shown or not: elements, entries or fields.
    var partCount: Int
    /// The position of its parts in ``Outline/entries``; empty if it has none, or they are not shown.
    var children: Range<Int>
    /// The number of the object, if the value is one in a graph.
    var object: Int?
    /// The position of the entry that shows the same object; `nil` if this entry shows it.
    var shownAt: Int?

    /// The number of parts that are not shown.
    var omittedCount: Int { shownAt == nil ? partCount - children.count : 0 }
  }

  /// Limits on what is shown.
  struct Options: Hashable {
    /// The number of levels below the root.
    var depthLimit: Int
    /// The number of elements of each collection. At least a hundred fields of a record are shown.
    var elementLimit: Int
    /// The number of characters of each string.
    var textLimit: Int
    /// The total number of values.
    var entryLimit: Int

    /// Creates options with these limits.
    init(depthLimit: Int = 6, elementLimit: Int = 20, textLimit: Int = 80, entryLimit: Int = 10_000) {
      self.depthLimit = depthLimit
      self.elementLimit = elementLimit
      self.textLimit = textLimit
      self.entryLimit = entryLimit
    }
  }

  /// The values, beginning with the root.
  private(set) var entries: [Entry] = []

  /// Creates the outline of a node.
  ///
  /// - Complexity: Linear in the number of entries and of characters shown.
  init(of node: ArchiveNode, options: Options = Options()) {
    var level = [(position: add(node, name: "", options), node: node)]
    /// The entry that shows each object.
    var shown: [Int: Int] = [:]
    var depth = 0
    while !level.isEmpty, depth < options.depthLimit {
      depth += 1
      var next: [(position: Int, node: ArchiveNode)] = []
      for (position, node) in level where entries[position].partCount > 0 {
        // Values without parts are shown at each of their places.
        if let object = entries[position].object {
          if let first = shown[object] {
            entries[position].shownAt = first
            continue
          }
          shown[object] = position
        }
        let parts = node.parts.dropLast(node.omittedCount == nil ? 0 : 1)
        let limit = node.fields == nil ? options.elementLimit : max(options.elementLimit, 100)
        let start = entries.count
        for (step, part) in parts.prefix(max(min(limit, options.entryLimit - entries.count), 0)) {
          next.append((add(part, name: step.name, options), part))
        }
        entries[position].children = start..<entries.count
      }
      level = next
    }
    // Objects at the deepest level may be shown elsewhere.
    for (position, _) in level where entries[position].partCount > 0 {
      entries[position].shownAt = entries[position].object.flatMap { shown[$0] }
    }
  }

  /// Adds an entry without its parts, and returns its position.
  private mutating func add(_ node: ArchiveNode, name: String, _ options: Options) -> Int {
    let content = node.resolved
    entries.append(
      Entry(
        name: Self.shortened(name, options.textLimit), kind: Self.kind(of: content),
        className: Self.shortened(node.className ?? "", options.textLimit),
        text: Self.text(of: content, options.textLimit),
        partCount: node.count + (content.omittedCount.map { $0 - 1 } ?? 0),
        children: entries.count..<entries.count, object: node.objectNumber, shownAt: nil))
    return entries.count - 1
  }

  private static func kind(of node: ArchiveNode) -> String {
    switch node {
    case .null: "nil"
    case .bool: "boolean"
    case .integer, .unsigned: "integer"
    case .float: "float"
    case .double: "double"
    case .string: "string"
    case .date: "date"
    case .data: "data"
    case .array: "array"
    case .set: "set"
    case .dictionary: "dictionary"
    case .record(let fields): fields.caseName == nil ? "record" : "case"
    case .instance: "instance"
    case .reference: "reference"
    case .graph: "graph"
    }
  }

  private static func text(of node: ArchiveNode, _ limit: Int) -> String {
    switch node {
    case .null, .bool, .integer, .unsigned, .float, .double: return node.description
    case .string(let value): return shortened(value, limit)
    case .date(let value):
      // Dates beyond the calendar are shown as stored.
      return (try? ISO8601DateTransformer().encode(value))
        ?? "\(value.timeIntervalSinceReferenceDate) s since 2001"
    case .data(let value):
      let digits = value.prefix(max(limit / 2, 1)).map { byte in
        String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }
      return "\(value.count) bytes \(digits.joined())" + (digits.count < value.count ? "…" : "")
    case .record(let fields):
      return [
        fields.caseName.map { ".\(shortened($0, limit))" },
        fields.version > 1 ? "version \(fields.version)" : nil,
      ].compactMap { $0 }.joined(separator: ", ")
    case .reference(let number): return "#\(number), which does not exist"
    default: return ""
    }
  }

  private static func shortened(_ text: String, _ limit: Int) -> String {
    // A character may consist of any number of scalars, so these are counted.
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return text }
    return String(scalars[..<end]) + "…"
  }
}

extension ArchiveNode {
  /// The number of unread parts that the last part represents; see `ArchiveInspection.excerpt`.
  fileprivate var omittedCount: Int? {
    let last: ArchiveNode? = elements?.last ?? entries?.last?.key
    // A file may hold such a value of its own, with any number.
    guard case .instance(let type, .integer(let count))? = last, type.name == "…",
      (1...Int64.max >> 8).contains(count)
    else { return nil }
    return Int(count)
  }
}

extension ArchiveInspection {
  /// Returns an outline of the content. Reads only that much of a column archive.
  func outline(options: Outline.Options = Outline.Options()) throws -> Outline {
    Outline(
      of: try excerpt(elementLimit: options.elementLimit, entryLimit: options.entryLimit), options: options)
  }
}

extension ArchiveError.PathComponent {
  fileprivate var name: String {
    switch self {
    case .field(let name), .key(let name): name
    case .index(let position): "\(position)"
    }
  }
}
