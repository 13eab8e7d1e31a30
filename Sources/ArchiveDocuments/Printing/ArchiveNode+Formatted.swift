internal import ArchiveBytes
public import ArchiveNodes

extension ArchiveNode {
  /// Returns the node as lines of text, one line per part, indented by two spaces per level.
  ///
  /// ```
  /// Team
  ///   members: 2 elements
  ///     [0]: #0 = Person
  ///       name: "Ann"
  ///       friend: #1 = Person
  ///         name: "Bob"
  ///         friend: #0
  ///     [1]: #1
  /// ```
  ///
  /// Parts begin with their step, as in an ``ArchiveNodePath``. An object that is shown more than once is preceded by
  /// its number at its first place, and shown as the number at the others. Values with few parts that are all leaves
  /// are on one line. The same node always gives the same text.
  ///
  /// - Parameters:
  ///   - depth: The number of levels to show, up to 512.
  ///   - elements: The maximum number of parts to show of each node.
  ///   - textLength: The maximum number of characters to show of each string.
  ///   - lines: The maximum number of lines.
  /// - Complexity: Linear in the length of the text.
  public func formatted(depth: Int = 8, elements: Int = 100, textLength: Int = 100, lines: Int = 10_000)
    -> String
  {
    ShownObjects.printed { objects in
      var printer = NodeLines(
        depth: min(depth, 512), elements: elements, textLength: textLength, limit: lines, objects: objects)
      defer { objects = printer.objects }
      return printer.print(self)
    }
  }
}

/// Prints a node on many lines, without recursion.
private struct NodeLines {
  let depth: Int
  let elements: Int
  let textLength: Int
  let limit: Int
  var objects: ShownObjects
  var lines: [String] = []

  /// A node whose parts are being printed.
  private struct Frame {
    let place: NodePlace
    var position = 0
  }

  mutating func print(_ node: ArchiveNode) -> String {
    var frames: [Frame] = []
    if let place = line("", node, in: nil, level: 0) { frames.append(Frame(place: place)) }
    while let last = frames.indices.last, lines.count < limit {
      let (place, position) = (frames[last].place, frames[last].position)
      frames[last].position += 1
      if position < min(place.partCount, elements) {
        let (step, part) = place.part(at: position)
        if let place = line("\(step): ", part, in: place.objects, level: frames.count) {
          frames.append(Frame(place: place))
        }
      } else {
        if place.partCount > elements { add("… \(place.partCount - elements) more", level: frames.count) }
        frames.removeLast()
      }
    }
    if !frames.isEmpty { lines.append("…") }
    return lines.joined(separator: "\n")
  }

  private mutating func add(_ text: String, level: Int) {
    lines.append(String(repeating: "  ", count: level) + text)
  }

  /// Prints the line of a node.
  ///
  /// - Returns: The place of the node, if lines for its parts follow.
  private mutating func line(
    _ label: String, _ node: ArchiveNode, in objects: [ArchiveNode]?, level: Int
  ) -> NodePlace? {
    let place = NodePlace(node, in: objects)
    let (head, isWhole) = self.objects.head(of: place, textLength: textLength)
    if let rest = isWhole ? "" : shortText(place) {
      add(label + head + rest, level: level)
      return nil
    }
    add(label + head + heading(place) + (level < depth ? "" : " …"), level: level)
    return level < depth ? place : nil
  }

  /// Returns the whole content of a place, if it is short enough for one line.
  private func shortText(_ place: NodePlace) -> String? {
    guard place.partCount <= min(8, elements) else { return nil }
    for position in 0..<place.partCount {
      guard NodePlace(place.part(at: position).node, in: place.objects).content.isLeaf else { return nil }
    }
    let text = NodeText.text(place.standalone(place.content) ?? place.content)
    return text.utf8.count <= 72 ? text : nil
  }

  private func heading(_ place: NodePlace) -> String {
    func count(_ count: Int, _ name: String, _ names: String) -> String {
      "\(count) \(count == 1 ? name : names)"
    }
    switch place.content {
    case .array(let elements): return count(elements.count, "element", "elements")
    case .set(let elements): return "set of \(count(elements.count, "element", "elements"))"
    case .dictionary(let entries): return count(entries.count, "entry", "entries")
    case .record(let fields):
      let head = NodeText.head(fields)
      return head.isEmpty ? "record" : head
    default: return ""
    }
  }
}
