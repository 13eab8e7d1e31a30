import Foundation
import StructCoding

// SAMPLE model

final class LargeSequencesSampleTests: PageTests {
  private var lines: some Sequence<LogLine> {
    (0..<10_000).lazy.map { LogLine(number: $0, text: "line \($0 + 1)") }
  }

  func testSequences() async throws {
    let file = folder.appendingPathComponent("lines")
    // SAMPLE write
    // OUTPUT write
    // SAMPLE read
    // OUTPUT read
  }

  func testError() async throws {
    // SAMPLE error
    // OUTPUT error
  }

  func testProgress() async throws {
    // SAMPLE progress
    // OUTPUT progress
  }

  func testKeys() throws {
    // SAMPLE keys
    // OUTPUT keys
  }
}
