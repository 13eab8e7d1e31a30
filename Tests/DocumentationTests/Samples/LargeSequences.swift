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
    let mixed = try KeyedArchive.encode(["1", "2", 3] as [ArchiveNode])
    do {
      for try await text in try KeyedArchive(mixed).elements(of: String.self) { print(text) }
    } catch let error as ArchiveError {
      print(error.code, error.pathDescription)
    }
    checkOutput(["1", "2", "typeMismatch [2]"])
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
