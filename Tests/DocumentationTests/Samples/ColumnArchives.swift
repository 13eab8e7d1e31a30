import ColumnArchives
import Foundation
import StructCoding
import XCTest

final class ColumnArchivesSampleTests: PageTests {
  // SAMPLE sessions declarations

  static var sessions: [Session] {
    // SAMPLE sessions statements
    return sessions
  }

  func testColumns() throws {
    let sessions = Self.sessions
    // SAMPLE round-trip
    XCTAssertEqual(back, sessions)
  }

  func testParts() throws {
    let (sessions, url) = (Self.sessions, folder.appendingPathComponent("parts"))
    // SAMPLE parts
    // OUTPUT parts
  }

  func testFilters() throws {
    let archive = try ColumnArchive(ColumnArchive.encode(Self.sessions))
    // SAMPLE filters
    // OUTPUT filters
  }

  func testPaths() throws {
    let (sessions, start) = (Self.sessions, Self.sessions[0].startTime)
    // SAMPLE paths
    // OUTPUT paths
  }

  func testAppending() throws {
    let (sessions, url) = (Self.sessions, folder.appendingPathComponent("appended"))
    // SAMPLE appending
    // OUTPUT appending
  }

  func testCompression() throws {
    let sessions = Self.sessions
    // SAMPLE compression
    // OUTPUT compression
    options.compression = .external
    let external = try ColumnArchive.encode(sessions, options: options)
    XCTAssertEqual(try ColumnArchive.decode([Session].self, from: external), sessions)
  }

  // SAMPLE evolution declarations

  func testEvolution() throws {
    // SAMPLE evolution statements
    // OUTPUT evolution
  }

  /// A column that expands to more than the default limit does, and is read with the page's.
  func testLimits() throws {
    let data = try ColumnArchive.encode([Int](repeating: 7, count: 10_000_000))
    XCTAssertThrowsError(try ColumnArchive.decode([Int].self, from: data)) { error in
      XCTAssertEqual((error as? ArchiveError)?.code, .limitExceeded)
    }
    // SAMPLE limits
    XCTAssertEqual(numbers.count, 10_000_000)
  }
}
