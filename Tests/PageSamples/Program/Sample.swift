/// The code of a block, and which of its lines are declarations.
///
/// A line that begins with an attribute or the keyword of a type, function or extension begins a declaration, and any
/// other begins a statement; `let` and `var` are statements, as in a program. An `#if` belongs to what it surrounds, and
/// one around an attribute to the declaration. Lines that are indented, or begin with a
/// bracket, go on; empty lines and comments belong to what follows. Imports are left out: those of the template count.
struct Sample {
  enum Part: String { case declarations, statements }

  let block: Page.Block
  /// What each line is part of, or `nil` where it is empty or imports.
  let parts: [Part?]

  init(_ block: Page.Block) {
    self.block = block
    var parts = [Part?](repeating: nil, count: block.lines.count)
    var current = Part.statements
    for (index, line) in block.lines.enumerated()
    where !line.isEmpty && !line.hasPrefix("import ") && !line.hasPrefix("//") {
      if line.hasPrefix("#if") {
        let inside = block.lines[(index + 1)...].first { !$0.hasPrefix("#") } ?? ""
        current =
          Self.beginsDeclaration(inside.trimmingPrefix(while: \.isWhitespace)) ? .declarations : .statements
      } else if Self.begins(line) {
        current = Self.beginsDeclaration(line) ? .declarations : .statements
      }
      parts[index] = current
    }
    for index in parts.indices.reversed() where block.lines[index].hasPrefix("//") {
      parts[index] = parts[(index + 1)...].lazy.compactMap { $0 }.first ?? current
    }
    self.parts = parts
  }

  /// The parts that the block has.
  var content: Set<Part> { Set(parts.compactMap { $0 }) }

  /// The lines of a part, or all, with what is left out as empty lines; of the first and the last none is empty.
  func lines(_ part: Part?) -> Page.Block? {
    let isWanted = parts.map { $0 != nil && (part == nil || $0 == part) }
    guard let first = isWanted.firstIndex(of: true), let last = isWanted.lastIndex(of: true) else {
      return nil
    }
    return Page.Block(
      start: block.start + first, lines: (first...last).map { isWanted[$0] ? block.lines[$0] : "" })
  }

  private static let keywords: Set<Substring> = [
    "actor", "class", "enum", "extension", "func", "protocol", "struct", "typealias",
    "fileprivate", "final", "indirect", "internal", "nonisolated", "open", "package", "private", "public",
  ]

  private static func begins(_ line: String) -> Bool {
    line.first.map { $0.isLetter || "@_#".contains($0) } ?? false && line != "#endif"
      && !line.hasPrefix("#else")
  }

  private static func beginsDeclaration(_ line: some StringProtocol) -> Bool {
    line.hasPrefix("@") || keywords.contains(Substring(line.prefix { $0.isLetter }))
  }
}
