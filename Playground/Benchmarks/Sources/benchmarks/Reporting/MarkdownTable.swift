/// A table in Markdown.
struct MarkdownTable {
  let header: [String]
  var rows: [[String]] = []
  /// How many columns at the start are text; the others are numbers, and aligned right.
  var textColumns = 1

  var lines: [String] {
    let rule = header.indices.map { $0 < textColumns ? "---" : "--:" }
    return [line(header), "|\(rule.joined(separator: "|"))|"] + rows.map(line)
  }

  private func line(_ cells: [String]) -> String {
    "|" + cells.map { $0.isEmpty ? " |" : " \($0) |" }.joined()
  }
}
