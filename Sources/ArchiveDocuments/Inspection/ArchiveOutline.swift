internal import ArchiveBytes
public import ArchiveNodes
internal import ArchiveValues
internal import ColumnArchives
internal import Foundation

/// The content of an archive as far as it is to be shown: a tree of names and short texts, of bounded size whatever the
/// archive is.
///
/// The values stand level by level in ``entries``, so that those below one value are side by side:
///
/// ```swift
/// let outline = ArchiveOutline(of: node, options: .init(depthLimit: 3))
/// for entry in outline.entries[outline.entries[0].children] { print(entry.name, entry.text) }
/// ```
///
/// An object that is met again, in a graph, and has parts is shown once; the other places lead there.
public struct ArchiveOutline: Sendable, Hashable {
  /// One value.
  public struct Entry: Sendable, Hashable {
    /// The name of the field, the key, or the position; empty for the root.
    public var name: String
    /// What the value is: `string`, `array`, `record` …
    public var kind: String
    /// The class, where the archive names one; empty otherwise.
    public var className: String
    /// The value as text; of a collection or a record empty.
    public var text: String
    /// How many parts the value has, those included that are not shown: elements, entries, fields.
    public var partCount: Int
    /// Where its parts are in ``ArchiveOutline/entries``; empty when it has none, or they are not shown.
    public var children: Range<Int>
    /// The number of the object, in a graph.
    public var object: Int?
    /// The position of the entry where the same object is shown; `nil` when it is shown here.
    public var shownAt: Int?

    /// How many parts are not shown.
    public var omittedCount: Int { shownAt == nil ? partCount - children.count : 0 }
  }

  /// How much is shown.
  public struct Options: Sendable, Hashable {
    /// How many levels below the root.
    public var depthLimit: Int
    /// How many elements of each collection. Of a record, a hundred fields are shown at least.
    public var elementLimit: Int
    /// How many characters of each text.
    public var textLimit: Int
    /// How many values in all.
    public var entryLimit: Int

    /// Options with these limits.
    public init(depthLimit: Int = 6, elementLimit: Int = 20, textLimit: Int = 80, entryLimit: Int = 10_000) {
      self.depthLimit = depthLimit
      self.elementLimit = elementLimit
      self.textLimit = textLimit
      self.entryLimit = entryLimit
    }
  }

  /// The values, the root first.
  public private(set) var entries: [Entry] = []

  /// The outline of a value.
  ///
  /// - Complexity: Linear in the count of entries and of the characters shown.
  public init(of node: ArchiveNode, options: Options = Options()) {
    var level = [add(NodePlace(node), name: "", options)]
    /// Where each object is shown.
    var shown: [ObjectIdentity: Int] = [:]
    var depth = 0
    while !level.isEmpty, depth < options.depthLimit {
      depth += 1
      var next: [(Int, NodePlace)] = []
      for (position, place) in level {
        // Values without parts are shown wherever they are.
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
    // Objects at the deepest level that are shown elsewhere.
    for (position, place) in level where entries[position].partCount > 0 {
      guard let object = place.identity, let first = shown[object] else { continue }
      entries[position].shownAt = first
    }
  }

  /// Adds an entry without its parts.
  ///
  /// - Returns: Where it is, and the place whose parts are to be shown.
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
      let seconds = value.timeIntervalSinceReferenceDate
      // Dates that no calendar has are shown as they are stored.
      guard abs(seconds) < 1e11 else { return "\(seconds) s since 2001" }
      return value.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
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
    case .reference(let number): return "#\(number), which is not there"
    default: return ""
    }
  }

  private static func shortened(_ text: String, _ limit: Int) -> String {
    // A character may be made of any count of scalars, so these count.
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return text }
    return String(scalars[..<end]) + "…"
  }
}

extension NodePlace {
  /// How many parts the last one stands for, which were not read.
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
