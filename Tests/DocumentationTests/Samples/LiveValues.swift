import Foundation
import LiveValues
import Observation

// SAMPLE contact

final class LiveValuesSampleTests: PageTests {
  func testLive() {
    let lines = SharedLines()
    @Sendable func print(_ items: Any...) { lines.add(items.map { "\($0)" }.joined(separator: " ")) }
    // SAMPLE live
    observation.invalidate()
    for line in lines.lines { self.print(line) }
    // OUTPUT live
  }
}

/// Printed lines that observers may add to.
private final class SharedLines: @unchecked Sendable {
  private let lock = NSLock()
  private(set) var lines: [String] = []
  func add(_ line: String) { lock.withLock { lines.append(line) } }
}
