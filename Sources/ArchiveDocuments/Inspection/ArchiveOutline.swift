internal import ArchiveBytes
public import ArchiveNodes
internal import ArchiveValues
internal import ColumnArchives
internal import Foundation

/// An outline of an archive for display: a tree of names and short texts, whose size is bounded for any archive.
///
/// ``entries`` lists the values level by level, so the children of a value are adjacent:
///
/// ```swift
/// let outline = ArchiveOutline(of: node, options: .init(depthLimit: 3))
/// for entry in outline.entries[outline.entries[0].children] { print(entry.name, entry.text) }
/// ```
///
/// In a graph, an object with parts is shown once; its other places refer to that entry.
public struct ArchiveOutline: Sendable, Hashable {
  /// One value.
  public struct Entry: Sendable, Hashable {
    /// The name of the field, the key, or the position; empty for the root.
    public var name: String
    /// The kind of the value: `string`, `array`, `record` …
    public var kind: String
    /// The class, if the archive names one; otherwise empty.
    public var className: String
    /// The value as text; empty for a collection or a record.
    public var text: String
    /// The number of parts of the value, shown or not: elements, entries or fields.
    public var partCount: Int
    /// The position of its parts in ``ArchiveOutline/entries``; empty if it has none, or they are not shown.
    public var children: Range<Int>
    /// The number of the object, if the value is one in a graph.
    public var object: Int?
    /// The position of the entry that shows the same object; `nil` if this entry shows it.
    public var shownAt: Int?

    /// The number of parts that are not shown.
    public var omittedCount: Int { shownAt == nil ? partCount - children.count : 0 }
  }

  /// Limits on what is shown.
  public struct Options: Sendable, Hashable {
    /// The number of levels below the root.
    public var depthLimit: Int
    /// The number of elements of each collection. At least a hundred fields of a record are shown.
    public var elementLimit: Int
    /// The number of characters of each string.
    public var textLimit: Int
    /// The total number of values.
    public var entryLimit: Int

    /// Creates options with these limits.
    public init(depthLimit: Int = 6, elementLimit: Int = 20, textLimit: Int = 80, entryLimit: Int = 10_000) {
      self.depthLimit = depthLimit
      self.elementLimit = elementLimit
      self.textLimit = textLimit
      self.entryLimit = entryLimit
    }
  }

  /// The values, beginning with the root.
  public private(set) var entries: [Entry] = []

  /// Creates the outline of a node.
  ///
  /// - Complexity: Linear in the number of entries and of characters shown.
  public init(of node: ArchiveNode, options: Options = Options()) {
    var level = [add(NodePlace(node), name: "", options)]
    /// The entry that shows each object.
    var shown: [ObjectIdentity: Int] = [:]
    var depth = 0
    while !level.isEmpty, depth < options.depthLimit {
      depth += 1
      var next: [(Int, NodePlace)] = []
      for (position, place) in level {
        // Values without parts are shown at each of their places.
        if let object = place.identity, entries[position].partCount > 0 {
          if let first = shown[object] {
            entries[position].shownAt = first
            continue
          }
          shown[object] = position
        }
        var limit = options.elementLimit
        if case .record = place.content { limit = max(limit, 100) }
        let room = max(min(limit, options.entryLimit - entries.count), 0)
        let start = entries.count
        for number in 0..<min(place.partCount - (place.omittedCount == nil ? 0 : 1), room) {
          let (step, part) = place.part(at: number)
          next.append(add(NodePlace(part, in: place.objects), name: step.name, options))
        }
        entries[position].children = start..<entries.count
      }
      level = next
    }
    // Objects at the deepest level may be shown elsewhere.
    for (position, place) in level where entries[position].partCount > 0 {
      guard let object = place.identity, let first = shown[object] else { continue }
      entries[position].shownAt = first
    }
  }

  /// Adds an entry without its parts.
  ///
  /// - Returns: The position of the entry, and the place whose parts are to be shown.
  private mutating func add(_ place: NodePlace, name: String, _ options: Options) -> (Int, NodePlace) {
    var className = place.classes.first { !$0.name.isEmpty }?.name ?? ""
    if case .record(let fields) = place.content { className = fields.className }
    entries.append(
      Entry(
        name: Self.shortened(name, options.textLimit), kind: Self.kind(of: place.content),
        className: Self.shortened(className, options.textLimit),
        text: Self.text(of: place.content, options.textLimit),
        partCount: place.partCount + (place.omittedCount.map { $0 - 1 } ?? 0),
        children: entries.count..<entries.count, object: place.object, shownAt: nil))
    return (entries.count - 1, place)
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

extension NodePlace {
  /// The number of unread parts that the last entry represents.
  fileprivate var omittedCount: Int? {
    switch content {
    case .array(let elements), .set(let elements): elements.last?.omittedCount
    case .dictionary(let entries): entries.last?.key.omittedCount
    default: nil
    }
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
