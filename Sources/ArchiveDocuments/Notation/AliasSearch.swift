internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues

/// Finds the aliases in a document, and adds them to the table.
struct AliasSearch {
  /// A part on the path to the current place, and its table entry if it has one.
  private struct Part {
    let index: Int
    let component: ArchiveError.PathComponent
    var step: Int?
  }

  private let limits: ArchiveLimits
  private var stack = StackGuard()
  private var parts: [Part] = []

  init(limits: ArchiveLimits) { self.limits = limits }

  /// Searches a tree of the document; `step` is the table entry of its root.
  mutating func visit(_ node: ArchiveNode, step: Int, _ table: inout AliasTable) throws {
    switch node {
    case .array, .set, .dictionary, .record, .instance: break
    default: return
    }
    try stack.check(depth: parts.count + 1, limits)
    let inner = DocumentParts(node)
    if case .dictionary(let entries) = node, inner.position(of: NotationWord.alias.rawValue) != nil {
      guard entries.count == 1, case .string(let path) = entries[0].value else {
        throw ArchiveError(
          .malformed, expected: "“$alias” as the only key, with a path as its string",
          found: "other keys or another value",
          path: parts.map(\.component), advice: "For an ordinary key, write “$$alias”.")
      }
      table.add(alias: path, at: presentStep(from: step, &table))
      return
    }
    for index in 0..<inner.count {
      parts.append(Part(index: index, component: inner.component(at: index)))
      try visit(inner.node(at: index), step: step, &table)
      parts.removeLast()
    }
  }

  /// Returns the entry of the current place. Creates the missing entries on the path, each once.
  private mutating func presentStep(from base: Int, _ table: inout AliasTable) -> Int {
    let known = parts.lastIndex { $0.step != nil }
    var step = known.flatMap { parts[$0].step } ?? base
    for position in (known.map { $0 + 1 } ?? 0)..<parts.count {
      step = table.child(of: step, parts[position].index, parts[position].component)
      parts[position].step = step
    }
    return step
  }
}
