import Models
import StructCoding
import XCTest

final class RoundTripTests: XCTestCase {
  /// The value comes back from both formats, and the same value gives the same bytes.
  private func check<Value: ArchiveValue & Equatable>(
    _ value: Value, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let keyed = try KeyedArchive.encode(value)
    XCTAssertEqual(try KeyedArchive.decode(Value.self, from: keyed), value, file: file, line: line)
    XCTAssertEqual(try KeyedArchive.encode(value), keyed, file: file, line: line)

    let columns = try ColumnArchive.encode(value)
    XCTAssertEqual(try ColumnArchive.decode(Value.self, from: columns), value, file: file, line: line)
    XCTAssertEqual(try ColumnArchive.encode(value), columns, file: file, line: line)
  }

  func testSessions() throws {
    try check(Session.samples)
    try check(Session.samples[0])
    try check([Session]())
    try check(["first": Session.samples[0]])
  }

  /// Every damaged file is an error, and never the end of the program.
  func testDamage() throws {
    let keyed = try KeyedArchive.encode(Session.samples)
    let columns = try ColumnArchive.encode(Session.samples)
    for count in 0..<keyed.count {
      XCTAssertThrowsError(try KeyedArchive.decode([Session].self, from: keyed.prefix(count)))
    }
    for count in 0..<columns.count {
      XCTAssertThrowsError(try ColumnArchive.decode([Session].self, from: columns.prefix(count)))
    }
  }

  /// What is asked for decides what is made.
  func testOtherType() throws {
    let data = try KeyedArchive.encode(Session.samples)
    XCTAssertThrowsError(try KeyedArchive.decode([Event].self, from: data)) { error in
      XCTAssertEqual((error as? ArchiveError)?.code, .classMismatch)
    }
  }
}
