import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Columns that are found by the directory of their batch.
final class DirectoryTests: XCTestCase {
  private func sessions(_ count: Int) -> [Session] {
    return (0..<count).map { number in
      let start = Double(number) * 60
      let events = (0..<(number % 5)).map {
        Event(timeStamp: date(start + Double($0)), eventTag: "tag \($0 * number % 17)")
      }
      return Session(
        startTime: date(start + 0.25), endTime: number % 3 == 0 ? nil : date(start + 59), events: events)
    }
  }

  func testValuesAreTheSameWithoutADirectory() throws {
    let sessions = sessions(400)
    let data = try ColumnArchive.encode(sessions, options: .init(batchSize: 100))
    XCTAssert(try ArchiveParts(data).batches.allSatisfy { $0.trailer != nil })
    for data in [data, try ArchiveParts.resealed(data)] {
      let archive = try ColumnArchive(data)
      XCTAssertEqual(try ColumnArchive.decode([Session].self, from: data), sessions)
      XCTAssertEqual(try archive.values(at: Session.path.startTime), sessions.map(\.startTime))
      XCTAssertEqual(try archive.values(at: Session.path.endTime), sessions.map(\.endTime))
      XCTAssertEqual(
        try archive.values(at: Session.path.events.eventTag), sessions.flatMap { $0.events.map(\.eventTag) })
      XCTAssertEqual(
        try archive.values(at: Session.path.events.timeStamp), sessions.flatMap { $0.events.map(\.timeStamp) }
      )
      XCTAssertEqual(try archive.values(at: Session.path.events), sessions.map(\.events))
    }
  }

  func testASingleValueHasADirectory() throws {
    let session = Session(startTime: Date(), endTime: Date(), events: sessions(300).flatMap(\.events))
    let data = try ColumnArchive.encode(session)
    XCTAssertNotNil(try ArchiveParts(data).body.trailer)
    XCTAssertNil(
      try ArchiveParts(ColumnArchive.encode(sessions(3)[2])).body.trailer, "a small value has none")
    for data in [data, try ArchiveParts.resealed(data)] {
      let tags = try ColumnArchive(data).values(at: Session.path.events.eventTag)
      XCTAssertEqual(tags, session.events.map(\.eventTag))
      XCTAssertEqual(try ColumnArchive.decode(Session.self, from: data), session)
    }
  }

  /// A record of records without fields takes no bytes, and the directory has one entry for all of it.
  func testRecordsWithoutBytes() throws {
    let rows = (0..<400).map {
      Hollow(number: $0 * $0, part: Both(first: Empty(), second: Empty()), text: "text \($0)")
    }
    let data = try ColumnArchive.encode(rows)
    XCTAssertNotNil(try ArchiveParts(data).batches[0].trailer)
    let archive = try ColumnArchive(data)
    XCTAssertEqual(try archive.values(of: String.self, at: "text"), rows.map(\.text))
    XCTAssertEqual(try archive.values(of: Int.self, at: "number"), rows.map(\.number))
    XCTAssertEqual(try archive.values(of: Both<Empty, Empty>.self, at: "part"), rows.map(\.part))
    XCTAssertEqual(try ColumnArchive.decode([Hollow].self, from: data), rows)
  }

  /// What is not on the way is not read: not even if it is damaged.
  func testOtherColumnsAreNotRead() throws {
    let sessions = sessions(400)
    let data = try ColumnArchive.encode(sessions)
    let parts = try ArchiveParts(data)
    let body = parts.header.count + 32
    // The first column, the start times, takes 8 bytes for each session or less.
    var changed = data
    for position in 2..<200 { changed[body + position] ^= 0x55 }
    let archive = try ColumnArchive(changed)
    XCTAssertEqual(try archive.values(at: Session.path.endTime), sessions.map(\.endTime))
    XCTAssertEqual(
      try archive.values(at: Session.path.events.eventTag), sessions.flatMap { $0.events.map(\.eventTag) })
    assertThrows(.damaged) { try archive.values(at: Session.path.startTime) }
    assertThrows(.damaged) { try archive.elements(of: Session.self, in: 0..<1) }
  }

  /// Directories that say anything give values or errors.
  func testDamagedDirectories() throws {
    var random = SeededGenerator()
    let parts = try ArchiveParts(ColumnArchive.encode(sessions(60)))
    let trailer = try XCTUnwrap(parts.batches[0].trailer)
    var (values, errors) = (0, 0)
    for round in 0..<Thoroughness.rounds(200, full: 6_000) {
      var (changed, directory) = (parts, trailer)
      switch round % 4 {
      case 0: directory[round / 4 % directory.count] = UInt8.random(in: 0...255, using: &random)
      case 1: directory[random.below(directory.count)] ^= 1 << UInt8(random.below(8))
      case 2: directory.removeLast(random.below(directory.count))
      default: directory = (0..<random.below(80)).map { _ in UInt8.random(in: 0...255, using: &random) }
      }
      changed.batches[0].trailer = directory
      let data = changed.data
      for options in [ColumnArchive.DecodingOptions(), .unverified] {
        let message = "round \(round), seed \(random.seed)"
        let archive = try ColumnArchive(data, options: options)
        for read in [
          { _ = try archive.values(at: Session.path.startTime) },
          { _ = try archive.values(at: Session.path.endTime) },
          { _ = try archive.values(at: Session.path.events.eventTag) },
          { _ = try archive.values(of: [Event].self, at: "events") },
        ] as [() throws -> Void] {
          if assertDecodesOrThrows(message, read) { values += 1 } else { errors += 1 }
        }
      }
    }
    XCTAssertGreaterThan(errors, values)
    XCTAssertGreaterThan(values, 100)
  }

  /// A directory with more bytes than entries is malformed.
  func testExtraBytes() throws {
    var parts = try ArchiveParts(ColumnArchive.encode(sessions(60)))
    var directory = try XCTUnwrap(parts.batches[0].trailer)
    // The last four bytes are the checksum, which is not verified here.
    directory.insert(0, at: directory.count - 4)
    parts.batches[0].trailer = directory
    let archive = try ColumnArchive(parts.data, options: .unverified)
    assertThrows(.malformed, saying: "the end of the directory") {
      try archive.values(at: Session.path.startTime)
    }
  }
}

@Archivable(className: "Column_Hollow")
private struct Hollow: Equatable {
  var number: Int
  var part: Both<Empty, Empty>
  var text: String
}
