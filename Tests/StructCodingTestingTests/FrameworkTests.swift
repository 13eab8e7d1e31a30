import StructCodingTesting
import Testing
import XCTest

/// In a test of XCTest, failures are its own, at the caller's line.
final class XCTestReportTests: XCTestCase {
  private var recorded: [(message: String, file: String, line: Int)] = []

  func testFailuresAreThoseOfXCTest() {
    let line = #line + 1
    assertRoundTrip(Even(number: 1), by: .keyed)
    XCTAssertEqual(recorded.count, 1)
    XCTAssertEqual(recorded.first?.line, line)
    XCTAssertEqual(recorded.first?.file, #filePath)
    XCTAssertEqual(recorded.first?.message.contains("Even does not survive a round trip"), true)
  }

  #if !canImport(ObjectiveC)
    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
      if description.contains("does not survive") {
        recorded.append((description, filePath, lineNumber))
      } else {
        super.recordFailure(
          withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
      }
    }
  #else
    override func record(_ issue: XCTIssue) {
      if issue.compactDescription.contains("does not survive") {
        let place = issue.sourceCodeContext.location
        recorded.append((issue.compactDescription, place?.fileURL.path ?? "", place?.lineNumber ?? 0))
      } else {
        super.record(issue)
      }
    }
  #endif
}

/// In a test of Swift Testing, failures are its issues, at the caller's line.
@Suite struct SwiftTestingReportTests {
  @Test func valuesThatAreKept() { assertRoundTrip(Visit.sample) }

  @Test func failuresAreIssues() {
    let line = #line + 2
    withKnownIssue {
      assertRoundTrip(Even(number: 1), by: .keyed)
    } matching: { issue in
      issue.sourceLocation?.line == line && issue.sourceLocation?.fileID == #fileID
        && issue.comments.contains { $0.rawValue.contains("Even does not survive a round trip") }
    }
  }
}
