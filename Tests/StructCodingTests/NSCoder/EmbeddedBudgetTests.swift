import ArchiveTestSupport
import XCTest

@testable import StructCoding

/// Instances go through an `NSCoder` as archives of their own, and all of a coder share one budget.
final class EmbeddedBudgetTests: XCTestCase {
  /// A thousand times an array of ten times a text of 2,400 bytes: 24 MB when it is read, in a few kilobytes.
  private func bomb() -> Data {
    PlistBuilder([
      .null, .record(class: 2, ["lines": .uid(3)]), .classRecord("EmbeddedBomb"),
      .record(class: 5, ["NS.objects": .array((0..<1000).map { _ in .uid(4) })]),
      .record(class: 5, ["NS.objects": .array((0..<10).map { _ in .uid(6) })]), .classRecord("NSArray"),
      .string(String(repeating: "a", count: 2400)),
    ]).data()
  }

  private func box(_ count: Int) -> TestBox {
    let bombs = NSArray(array: (0..<count).map { _ in bomb() as NSData })
    return TestBox { $0.encode(bombs as Any?, forKey: "value") }
  }

  private func assertLimited(_ count: Int, _ read: () throws -> Void, line: UInt = #line) throws {
    unsafe TestBox.outcome = nil
    unsafe TestBox.read = { try $0.decode(at: 0) as [EmbeddedBomb] }
    try? read()
    let outcome = try XCTUnwrap(unsafe TestBox.outcome)
    if count == 1 {
      XCTAssertEqual((try outcome.get() as? [EmbeddedBomb])?[0].lines.count, 1000, line: line)
    } else {
      assertThrows(.limitExceeded, saying: "maximumDecodedSize", line: line) { try outcome.get() }
    }
  }

  func testOurUnarchiver() throws {
    for count in [1, 6] {
      let data = try KeyedArchive.archivedData(withRootObject: box(count), requiringSecureCoding: true)
      try assertLimited(count) { _ = try KeyedArchive.unarchivedObject(ofClass: TestBox.self, from: data) }
    }
  }

  func testFoundationsUnarchiver() throws {
    for count in [1, 6] {
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: box(count) as Any, requiringSecureCoding: true)
      try assertLimited(count) {
        _ = try NSKeyedUnarchiver.unarchivedObject(ofClass: TestBox.self, from: data)
      }
    }
  }
}

@ArchivableObject(className: "EmbeddedBomb")
final class EmbeddedBomb {
  var lines: [[String]] = []
  init() {}
}
