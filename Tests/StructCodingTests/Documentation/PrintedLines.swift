import Foundation

/// What the code of one block has printed.
final class PrintedLines {
  private(set) var lines: [String] = []
  func print(_ items: Any...) { lines.append(items.map { "\($0)" }.joined(separator: " ")) }
}

/// Printed lines that observers may add to.
final class SharedLines: @unchecked Sendable {
  private let lock = NSLock()
  private(set) var lines: [String] = []
  func add(_ line: String) { lock.withLock { lines.append(line) } }
}
