import Foundation

/// The results of the benchmarks.
struct Report {
  let effort: Effort
  var results: [Result] = []
  var targets: [Target] = []

  init(effort: Effort) { self.effort = effort }

  var failures: [Target] { targets.filter { !$0.isNear } }

  /// Measures the required contenders, and adds the results.
  mutating func compare<Value: Equatable>(
    _ dataset: Dataset<Value>, _ contenders: [Contender<Value>], expecting expectations: [Expectation]
  ) throws {
    let needed = Set(expectations.flatMap(\.peers))
    let contenders = contenders.filter { effort.includes($0.peer, needed: needed) }
    let results = try Contest(dataset: dataset, contenders: contenders, effort: effort).run()
    self.results += contenders.compactMap { results[$0.peer] }
    targets += expectations.compactMap { $0.target(results) }
  }

  /// Prints the rows and the targets, each as a table.
  func print() {
    printTable(
      [["data set", "contender", "encode ms", "least", "", "decode ms", "least", "", "bytes", ""]] + rows,
      textColumns: 2)
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

  /// Each figure with its ratio to that of the data set's first contender with the same heap.
  private var rows: [[String]] {
    var first: Result?
    return results.map { result in
      if first?.dataset != result.dataset || first?.hasDefaultHeap != result.hasDefaultHeap { first = result }
      let reference = first!
      func ratio(_ value: Double, _ other: Double) -> String {
        result.contender == reference.contender ? "" : figure(value / other) + "x"
      }
      return [
        result.dataset, result.contender,
        time(result.encode), result.leastEncode.map(time) ?? "", ratio(result.encode, reference.encode),
        time(result.decode), result.leastDecode.map(time) ?? "", ratio(result.decode, reference.decode),
        result.bytes.grouped, ratio(Double(result.bytes), Double(reference.bytes)),
      ]
    }
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

  private func time(_ milliseconds: Double) -> String {
    String(format: milliseconds < 0.1 ? "%.6f" : milliseconds < 10 ? "%.3f" : "%.1f", milliseconds)
  }

  private func figure(_ value: Double) -> String {
    guard value < 1000 else { return Int(value).grouped }
    return String(format: value < 0.1 ? "%.3f" : value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value)
  }
}

extension Int {
  /// The number with commas between groups of three digits.
  fileprivate var grouped: String { formatted(.number.locale(Locale(identifier: "en_US"))) }
}
