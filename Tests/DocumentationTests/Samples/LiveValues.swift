import Foundation
import LiveValues
import Observation
import StructCoding

// SAMPLE contact

// SAMPLE derived declarations

final class LiveValuesSampleTests: PageTests {
  func testLive() {
    let lines = SharedLines()
    @Sendable func print(_ items: Any...) { lines.add(items.map { "\($0)" }.joined(separator: " ")) }
    // SAMPLE live
    observation.invalidate()
    for line in lines.lines { self.print(line) }
    // OUTPUT live
  }

  func testDerived() {
    // SAMPLE derived statements
    // OUTPUT derived
  }
}

/// Printed lines that observers may add to.
private final class SharedLines: @unchecked Sendable {
  private let lock = NSLock()
  private(set) var lines: [String] = []
  func add(_ line: String) { lock.withLock { lines.append(line) } }
}
