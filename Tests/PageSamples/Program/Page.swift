/// A page in Markdown, of which templates use blocks by their names.
///
/// A Swift block is a sample, and has a name in a comment directly above, which readers do not see:
///
///     <!-- sample: first-program -->
///     ```swift
///     print(1)
///     ```
///
/// Or it quotes a source of the package: `<!-- quotation: Sources/… -->`. A text block has the name of the sample
/// before it, whose output it is, or one of its own: `<!-- output: name -->`. What follows a block of another language
/// is not looked at, nor what has the name `none`.
struct Page {
  /// The lines of a block, of which the first is the line `start` of the page, counted from 0.
  struct Block {
    var start: Int
    var lines: [String]
  }

  let file: TextFile
  private(set) var samples: [String: Sample] = [:]
  private(set) var outputs: [String: Block] = [:]

  init(_ file: TextFile) throws {
    self.file = file
    // What the line before says, when it is a comment that names a block.
    var comment: Comment?
    var lastSample: String?
    var line = 0
    while line < file.lines.count {
      let text = file.lines[line]
      if text.hasPrefix("```") {
        guard let end = file.lines[(line + 1)...].firstIndex(of: "```") else {
          throw file.problem(line, "the block has no end")
        }
        let block = Block(start: line + 1, lines: Array(file.lines[line + 1..<end]))
        try add(block, in: text.dropFirst(3), comment, &lastSample)
        comment = nil
        line = end + 1
      } else if text.contains("```swift") {
        throw file.problem(line, "a block that is indented is no sample")
      } else {
        if let comment { throw comment.problem(file, line - 1) }
        comment = Comment(text)
        line += 1
      }
    }
    if let comment { throw comment.problem(file, line - 1) }
  }

  /// A comment that names the block below it.
  private struct Comment {
    let kind: Substring
    let name: String

    init?(_ line: String) {
      guard let match = line.wholeMatch(of: /<!-- (sample|output|quotation): (\S+) -->/) else { return nil }
      (kind, name) = (match.1, String(match.2))
    }

    func problem(_ file: TextFile, _ line: Int) -> Problem {
      file.problem(line, "no block follows the comment “\(kind): \(name)”")
    }
  }

  private mutating func add(
    _ block: Block, in language: Substring, _ comment: Comment?, _ lastSample: inout String?
  ) throws {
    switch (language, comment?.kind, comment?.name) {
    case ("swift", "sample", let name?):
      guard samples.updateValue(Sample(block), forKey: name) == nil else {
        throw file.problem(block.start - 1, "a second sample “\(name)”")
      }
      lastSample = name
    case ("swift", "quotation", _): lastSample = nil
    case ("swift", nil, _):
      throw file.problem(
        block.start - 1,
        "this Swift block has no name: write “<!-- sample: name -->” above it"
      )
    case ("text", nil, _), ("text", "output", _):
      if let name = comment?.name ?? lastSample, name != "none",
        outputs.updateValue(block, forKey: name) != nil
      {
        throw file.problem(block.start - 1, "a second output “\(name)”")
      }
    case (_, nil, _): lastSample = nil
    default: throw file.problem(block.start - 1, "a block of \(language) is no \(comment?.kind ?? "")")
    }
  }
}
