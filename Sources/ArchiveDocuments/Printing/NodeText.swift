internal import ArchiveBytes
public import ArchiveNodes
internal import ArchiveValues
internal import Foundation

/// Prints a node on one line: short, and close to Swift.
package struct NodeText {
  /// The limits on the printed parts of a node.
  private static let (elementLimit, fieldLimit, depthLimit, partLimit) = (8, 64, 8, 1000)
  static let textLimit = 80

  private var objects: ShownObjects
  /// The number of parts printed so far.
  private var partCount = 0

  static func text(_ node: ArchiveNode) -> String {
    if node.isLeaf { return leaf(node) }
    return ShownObjects.printed { objects in
      var text = NodeText(objects: objects)
      defer { objects = text.objects }
      return text.text(node, in: nil, depth: 0)
    }
  }

  /// Returns a leaf as text, with at most `textLength` characters of a string.
  static func leaf(_ node: ArchiveNode, textLength: Int = textLimit) -> String {
    switch node {
    case .null: "nil"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .unsigned(let value): "\(value)"
    case .float(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let value): quoted(value, length: textLength)
    case .date(let value): date(value)
    case .data(let value): "\(value.count) bytes"
    case .reference(let number): "#\(number)"
    default: "…"
    }
  }

  private static func quoted(_ text: String, length: Int) -> String {
    let part = text.prefix(length)
    return ArchiveError.PathComponent.quoted(part.endIndex == text.endIndex ? text : "\(part)…", "\"")
  }

  /// Returns a date as text, with all digits of its seconds. A date outside the years 0 to 9999 is shown as its
  /// seconds.
  private static func date(_ date: Date) -> String {
    guard let text = try? ISO8601DateTransformer().encode(date) else {
      return "\(date.timeIntervalSinceReferenceDate) seconds since 2001"
    }
    return text.replacingOccurrences(of: "T", with: " ").replacingOccurrences(of: "Z", with: " +0000")
  }

  /// Returns the text before the parts of a record: its class, version and case.
  package static func head(_ fields: ArchiveNode.Fields) -> String {
    fields.className + (fields.version > 1 ? " \(fields.version)" : "")
      + (fields.caseName.map { ".\($0)" } ?? "")
  }

  private mutating func text(_ node: ArchiveNode, in objects: [ArchiveNode]?, depth: Int) -> String {
    let place = NodePlace(node, in: objects)
    let (head, isWhole) = self.objects.head(of: place, textLength: Self.textLimit)
    return isWhole ? head : head + content(place, depth: depth)
  }

  private mutating func content(_ place: NodePlace, depth: Int) -> String {
    let objects = place.objects
    switch place.content {
    case .array(let elements):
      return "[\(list(elements, depth) { $0.text($1, in: objects, depth: depth + 1) })]"
    case .set(let elements):
      return "{\(list(elements, depth) { $0.text($1, in: objects, depth: depth + 1) })}"
    case .dictionary(let entries):
      if entries.isEmpty { return "[:]" }
      let parts = list(entries, depth) { text, entry in
        text.text(entry.key, in: objects, depth: depth + 1) + ": "
          + text.text(entry.value, in: objects, depth: depth + 1)
      }
      return "[\(parts)]"
    case .record(let fields):
      // Shows all fields of a record, unless it has unreasonably many.
      let parts = list(Array(fields.names.indices), depth, limit: Self.fieldLimit) { text, position in
        "\(fields.names[position]): \(text.text(fields.values[position], in: objects, depth: depth + 1))"
      }
      return "\(Self.head(fields))(\(parts))"
    default: return Self.leaf(place.content)
    }
  }

  private mutating func list<Part>(
    _ parts: [Part], _ depth: Int, limit: Int = elementLimit, _ text: (inout Self, Part) -> String
  ) -> String {
    if parts.isEmpty { return "" }
    guard depth < Self.depthLimit else { return "…" }
    var shown: [String] = []
    for part in parts.prefix(limit) where partCount < Self.partLimit {
      partCount += 1
      shown.append(text(&self, part))
    }
    if shown.count < parts.count { shown.append("… \(parts.count - shown.count) more") }
    return shown.joined(separator: ", ")
  }
}

/// The printed objects, on one line or on many.
///
/// Printing runs twice: first to find the objects that occur more than once in the shown part, then to print these
/// with their numbers.
struct ShownObjects {
  /// The objects that are shown more than once.
  private var shared: Set<ObjectIdentity> = []
  private var shown: Set<ObjectIdentity> = []
  private var repeated: Set<ObjectIdentity> = []

  static func printed(_ print: (inout ShownObjects) -> String) -> String {
    var first = ShownObjects()
    let text = print(&first)
    if first.repeated.isEmpty { return text }
    var second = ShownObjects(shared: first.repeated)
    return print(&second)
  }

  /// Returns the text of a node before its parts: its number and its classes. A leaf, and an object that is shown
  /// elsewhere, are printed as a whole.
  mutating func head(of place: NodePlace, textLength: Int) -> (text: String, isWhole: Bool) {
    let classes: String = place.classes.lazy.map(\.name).filter { !$0.isEmpty }.map { "\($0) " }.joined()
    if place.isMissing || place.content.isLeaf {
      return (classes + NodeText.leaf(place.content, textLength: textLength), true)
    }
    guard let identity = place.identity, let object = place.object else { return (classes, false) }
    guard shown.insert(identity).inserted else {
      repeated.insert(identity)
      return ("#\(object)", true)
    }
    return ((shared.contains(identity) ? "#\(object) = " : "") + classes, false)
  }
}

extension ArchiveNode: CustomStringConvertible {
  /// The node as text, on one line. It shows only the beginning of long collections and deep trees.
  ///
  /// An object that occurs more than once is preceded by its number at its first place, `#7 = …`, and is `#7` at the
  /// others.
  public var description: String { NodeText.text(self) }
}

extension ArchiveNode.Fields: CustomStringConvertible {
  /// The record as text, such as `Event(eventTag: "open")`.
  public var description: String { ArchiveNode.record(self).description }
}
