import Foundation

/// What the code of one block has printed.
final class PrintedLines {
  private(set) var lines: [String] = []

  func print(_ items: Any...) { printAll(items) }

  /// Keeps the lines of what is printed apart, as the page has them.
  func printAll(_ items: [Any]) {
    lines += items.map { "\($0)" }.joined(separator: " ").components(separatedBy: "\n")
  }
}

/// Printed lines that observers may add to.
final class SharedLines: @unchecked Sendable {
  private let lock = NSLock()
  private(set) var lines: [String] = []
  func add(_ line: String) { lock.withLock { lines.append(line) } }
}
