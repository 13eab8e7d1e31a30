import ArchiveDocuments
import StructCoding

/// An outline as lines of text, or as JSON.
struct OutlineText {
  private let entries: [Outline.Entry]

  /// The objects that appear in several places.
  private let shared: Set<Int>

  init(_ outline: Outline) {
    entries = outline.entries
    shared = Set(entries.filter { $0.shownAt != nil }.compactMap(\.object))
  }

  func text(indent: String) -> String {
    var lines: [String] = []
    add(0, indent, to: &lines)
    return lines.joined(separator: "\n")
  }

  // Recurses as deep as the outline, whose depth is an option.
  private func add(_ number: Int, _ indent: String, to lines: inout [String]) {
    let entry = entries[number]
    let name = number == 0 ? "" : "\(printable(entry.name)): "
    lines.append(indent + name + value(entry))
    for child in entry.children { add(child, indent + "  ", to: &lines) }
    if entry.omittedCount > 0, !entry.children.isEmpty {
      lines.append("\(indent)  … \(grouped(entry.omittedCount)) more")
    }
  }

  private func value(_ entry: Outline.Entry) -> String {
    let object = entry.object.flatMap { shared.contains($0) ? "#\($0) " : nil } ?? ""
    if entry.shownAt != nil { return "\(object)shown above" }
    let type = entry.className.isEmpty ? "" : printable(entry.className)
    let text = printable(entry.text)
    switch entry.kind {
    case "string": return type.isEmpty ? "\"\(text)\"" : "\(type) \"\(text)\""
    case "array", "set", "dictionary":
      return "\(object)\(type.isEmpty ? entry.kind : type) (\(grouped(entry.partCount)))"
    case "record", "case":
      let empty = entry.partCount > 0 && entry.children.isEmpty ? " …" : ""
      return "\(object)\(type.isEmpty ? "record" : type)\(text)\(empty)"
    default: return text
    }
  }

  var json: ArchiveNode { json(0) }

  private func json(_ number: Int) -> ArchiveNode {
    let entry = entries[number]
    return [
      "name": .string(entry.name), "kind": .string(entry.kind), "class": .string(entry.className),
      "text": .string(entry.text), "count": .number(entry.partCount),
      "omitted": .number(entry.omittedCount), "object": .number(entry.object),
      "sameAs": .bool(entry.shownAt != nil), "children": .array(entry.children.map(json)),
    ]
  }
}
