import Foundation

/// What the benchmarks found.
struct Report {
  var results: [Result] = []
  var targets: [Target] = []

  var failures: [Target] { targets.filter { !$0.isNear } }

  /// The rows and the targets as one table.
  func print() {
    let rows = results.map { result in
      [result.dataset, result.contender, time(result.encode), time(result.decode), grouped(result.bytes)]
    }
    printTable([["data set", "contender", "encode ms", "decode ms", "bytes"]] + rows, textColumns: 2)
    guard !targets.isEmpty else { return }
    Swift.print()
    printTable(
      [["target", "at", "bound", "measured", ""]]
        + targets.map { target in
          [
            target.name, target.bound == .atLeast ? "least" : "most", figure(target.target),
            figure(target.measured), target.isMet ? "met" : "missed",
          ]
        }, textColumns: 2)
  }

  private func printTable(_ rows: [[String]], textColumns: Int) {
    let widths = rows[0].indices.map { column in rows.map(\.[column].count).max()! }
    for row in rows {
      let cells = row.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        return column < textColumns ? cell + padding : padding + cell
      }
      Swift.print(cells.joined(separator: "  "))
    }
  }

  private func time(_ milliseconds: Double) -> String { String(format: "%.2f", milliseconds) }
  private func figure(_ value: Double) -> String { String(format: value < 100 ? "%.1f" : "%.0f", value) }

  private func grouped(_ number: Int) -> String {
    var digits = Array(String(number))
    for position in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: position) }
    return String(digits)
  }
}
