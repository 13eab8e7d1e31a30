import Foundation
import StructCoding
import XCTest

/// Returns the processor time this process has used, in seconds. Unlike wall-clock time, it does not depend on what else
/// the machine runs.
public func processorTime() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

/// Guards against work without end: what is done since it was created may cost so many times what a usual archive costs.
///
/// The usual archive is measured in the same process, so the guard holds on slow machines, in debug builds and under
/// sanitizers. Its margin is wide: it tells seconds from hours, not good from bad.
public struct WorkGuard {
  private let start = processorTime()

  public init() {}

  /// The work took at most the processor time of so many usual archives, each of 5,000 strings, written and read.
  public func assertAtMost(
    archives count: Double = 1_000, _ message: @autoclosure () -> String = "", file: StaticString = #filePath,
    line: UInt = #line
  ) {
    let spent = processorTime() - start
    XCTAssertLessThan(
      spent, count * Self.usual, "more work than for \(count) archives \(message())", file: file, line: line)
  }

  /// The least processor time of a few usual archives.
  private static let usual = (0..<5).map { _ in
    let start = processorTime()
    let texts = (0..<5_000).map { "text \($0)" }
    let data = try? KeyedArchive.encode(texts)
    precondition(data.flatMap { try? KeyedArchive.decode([String].self, from: $0) } == texts)
    return processorTime() - start
  }.min()!
}
