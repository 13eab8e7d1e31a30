import ArchiveDocuments
import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// A changed bit is an error, and never another value.
final class ChecksumTests: XCTestCase {
  private var events: [Event] {
    (0..<90).map { Event(timeStamp: date(Double($0) * 1.5), eventTag: "tag \($0 % 7) of \($0)") }
  }

  /// Flips each bit of an archive in turn.
  private func flipEveryBit(
    of data: Data, _ read: (Data) throws -> Void, file: StaticString = #filePath, line: UInt = #line
  ) {
    for position in data.indices {
      for bit in 0..<8 {
        var changed = data
        changed[position] ^= 1 << UInt8(bit)
        XCTAssertThrowsError(try read(changed), "bit \(bit) of byte \(position)", file: file, line: line) {
          XCTAssert($0 is ArchiveError, "\($0)", file: file, line: line)
        }
      }
    }
  }

  func testEveryBitOfASingleValue() throws {
    let session = Session(startTime: date(1), endTime: nil, events: Array(events.prefix(2)))
    flipEveryBit(of: try ColumnArchive.encode(session)) {
      _ = try ColumnArchive.decode(Session.self, from: $0)
    }
    flipEveryBit(of: try ColumnArchive.encode(events[0])) {
      _ = try ColumnArchive.decode(Event.self, from: $0)
    }
  }

  /// With a directory in each batch, and a table of the batches.
  func testEveryBitOfASequence() throws {
    let data = try ColumnArchive.encode(events, options: .init(batchSize: 60))
    XCTAssertNotNil(try ArchiveParts(data).batches[0].trailer)
    flipEveryBit(of: data) { _ = try ColumnArchive.decode([Event].self, from: $0) }
  }

  func testEveryBitOfInstances() throws {
    flipEveryBit(of: try ColumnArchive.encode([DrawnGroup.sample()])) {
      _ = try ColumnArchive.decode([DrawnGroup].self, from: $0)
    }
  }

  func testEveryBitWithoutTypes() throws {
    let node = try ArchiveNode(encoding: Array(events.prefix(3)))
    flipEveryBit(of: try ColumnArchive.encode(node)) { _ = try ColumnArchive($0).node() }
  }

  /// Reading one field checks that field, and what leads to it.
  func testEveryBitByAPath() throws {
    let data = try ColumnArchive.encode(events, options: .init(batchSize: 60))
    let tags = events.map(\.eventTag)
    var errors = 0
    var tried = 0
    for position in data.indices {
      for bit in Thoroughness.some(of: 0..<8, oneIn: 5, first: position) {
        tried += 1
        var changed = data
        changed[position] ^= 1 << UInt8(bit)
        do {
          let read = try ColumnArchive(changed).values(at: Event.path.eventTag)
          XCTAssertEqual(read, tags, "byte \(position)")
        } catch {
          XCTAssert(error is ArchiveError, "\(error)")
          errors += 1
        }
      }
    }
    XCTAssertGreaterThan(errors, tried / 2)
    XCTAssertLessThan(errors, tried, "the bytes of the other field are not read")
  }

  func testTheErrorSaysWhere() throws {
    var data = try ColumnArchive.encode(events, options: .init(batchSize: 60))
    let parts = try ArchiveParts(data)
    let second = parts.header.count + 32 + parts.batches[0].body.count + 32
    data[second + 40] ^= 1
    let archive = try ColumnArchive(data)
    XCTAssertEqual(try archive.elements(of: Event.self, in: 0..<60), Array(events.prefix(60)))
    let error = assertThrows(.damaged, saying: "checksum") {
      try archive.elements(of: Event.self, in: 59..<61)
    }
    XCTAssertEqual(error?.offset, second)
    XCTAssertThrowsError(try archive.verify())
  }

  /// Without checksums, the same bytes are read as other values.
  func testWithoutChecksums() throws {
    var data = try ColumnArchive.encode(date(1))
    data[data.count - 8] ^= 1
    assertThrows(.damaged) { try ColumnArchive.decode(Date.self, from: data) }
    let other = try ColumnArchive.decode(Date.self, from: data, options: .unverified)
    XCTAssertNotEqual(other, date(1))
    // A wrong checksum of right bytes.
    var events = try ColumnArchive.encode(events)
    events[events.count - 20] ^= 1
    assertThrows(.truncated) { try ColumnArchive.decode([Event].self, from: events) }
    XCTAssertEqual(
      try ColumnArchive.decode([Event].self, from: events, options: .unverified), self.events)
  }
}
