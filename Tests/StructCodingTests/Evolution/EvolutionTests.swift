import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// A model evolved through five versions, and the archives of all five in both formats.
///
/// The archives are files in `Tests/Fixtures/evolution`: an older release's must never change, so
/// `STRUCTCODING_RECORD=1` writes only those that are missing.
final class EvolutionTests: XCTestCase {
  private static let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
  private static let names = ["Dover", "Calais", "Lille"]

  // The same two trips, as each release had them.

  private let first = [
    Release1.Trip(
      name: "north", begin: start, end: start + 90, lat: 51.5, lon: -0.125, mode: "walk", tags: ["b", "a"],
      legs: names.map { .init(from: $0, length: 1.5) }),
    Release1.Trip(
      name: "south", begin: start + 600, end: nil, lat: -1, lon: 2, mode: "car", tags: [], legs: []),
  ]
  private let second = [
    Release2.Trip(
      name: "north", start: start, end: start + 90, lat: 51.5, lon: -0.125, mode: .walk, tags: ["b", "a"],
      legs: names.map { .init(from: $0, length: 1.5) }, distance: 4.5),
    Release2.Trip(
      name: "south", start: start + 600, end: nil, lat: -1, lon: 2, mode: .car, tags: [], legs: []),
  ]
  private let third = [
    Release3.Trip(
      name: "north", start: start, end: start + 90, place: .init(latitude: 51.5, longitude: -0.125),
      mode: .walk,
      tags: ["b", "a"], legs: names.map { .init(from: $0, length: 1.5) }, distance: 4.5),
    Release3.Trip(
      name: "south", start: start + 600, end: nil, place: .init(latitude: -1, longitude: 2), mode: .car,
      tags: [],
      legs: []),
  ]
  private let fourth = [
    Release4.Trip(
      name: "north", start: start, duration: 90, place: .init(latitude: 51.5, longitude: -0.125), mode: .walk,
      tags: ["b", "a"], stages: names.map { .init(origin: $0, length: 1.5) }),
    Release4.Trip(
      name: "south", start: start + 600, duration: 0, place: .init(latitude: -1, longitude: 2), mode: .car,
      tags: [],
      stages: []),
  ]
  private let fifth = [
    Release5.Trip(
      name: "north", start: start, duration: 90, place: .init(latitude: 51.5, longitude: -0.125), mode: .walk,
      tags: ["a", "b"], stages: names.map { .init(origin: $0, length: 1.5) }),
    Release5.Trip(
      name: "south", start: start + 600, duration: 0, place: .init(latitude: -1, longitude: 2), mode: .drive,
      tags: [],
      stages: []),
  ]

  /// The archives of a release, which are what later releases read. They are those of the files.
  private func archives<Value: Archivable & Equatable>(
    of values: [Value], release: Int
  ) throws -> (keyed: Data, column: Data) {
    let made = (keyed: try KeyedArchive.encode(values), column: try ColumnArchive.encode(values))
    let kept = (
      keyed: try TestFiles.fixture("evolution/trips-\(release).plist") { made.keyed },
      column: try TestFiles.fixture("evolution/trips-\(release).bin") { made.column }
    )
    XCTAssertEqual(kept.keyed, made.keyed, "release \(release)")
    XCTAssertEqual(kept.column, made.column, "release \(release)")
    return kept
  }

  private func check<Value: Archivable & Equatable>(
    _ archives: (keyed: Data, column: Data), read values: [Value], _ release: Int,
    file: StaticString = #filePath,
    line: UInt = #line
  ) throws {
    let message = "release \(release)"
    XCTAssertEqual(
      try KeyedArchive.decode([Value].self, from: archives.keyed), values, message, file: file, line: line)
    XCTAssertEqual(
      try ColumnArchive.decode([Value].self, from: archives.column), values, message, file: file, line: line)
    let objects = try KeyedArchive.unarchivedArrayOfObjects(ofClass: Value.Coding.self, from: archives.keyed)
    XCTAssertEqual(objects?.decoded, values, message, file: file, line: line)
    // Some elements of a column archive.
    let opened = try ColumnArchive(archives.column)
    XCTAssertEqual(
      try opened.elements(of: Value.self, in: 1..<2), Array(values[1..<2]), message, file: file, line: line)
  }

  func testTodaysModelReadsAllReleases() throws {
    try check(archives(of: first, release: 1), read: fifth, 1)
    try check(archives(of: second, release: 2), read: fifth, 2)
    try check(archives(of: third, release: 3), read: fifth, 3)
    try check(archives(of: fourth, release: 4), read: fifth, 4)
    try check(archives(of: fifth, release: 5), read: fifth, 5)
    XCTAssertEqual(fifth[0].length, 4.5)
  }

  func testEachReleaseReadsThoseBefore() throws {
    let archives1 = try archives(of: first, release: 1)
    let archives2 = try archives(of: second, release: 2)
    let archives3 = try archives(of: third, release: 3)
    func withoutDistance<Trip>(_ trips: [Trip], _ distance: WritableKeyPath<Trip, Double>) -> [Trip] {
      trips.map { trip in
        var trip = trip
        trip[keyPath: distance] = 0
        return trip
      }
    }
    try check(archives1, read: first, 1)
    try check(archives1, read: withoutDistance(second, \.distance), 2)
    try check(archives1, read: withoutDistance(third, \.distance), 3)
    try check(archives1, read: fourth, 4)
    try check(archives2, read: second, 2)
    try check(archives2, read: third, 3)
    try check(archives2, read: fourth, 4)
    try check(archives3, read: third, 3)
    try check(archives3, read: fourth, 4)
    try check(archives(of: fourth, release: 4), read: fourth, 4)
  }

  /// An older program says that a file is too new for it, instead of reading half of it.
  func testOlderReleasesRefuseNewerArchives() throws {
    let newer = try archives(of: fifth, release: 5)
    func refuse<Value: Archivable>(_ type: Value.Type, version: Int) {
      let words = "of version \(version)"
      assertThrows(.newerVersion, at: "[0]", saying: words, "version 4") {
        try KeyedArchive.decode([Value].self, from: newer.keyed)
      }
      assertThrows(.newerVersion, at: "[0]", saying: words, "version 4") {
        try ColumnArchive.decode([Value].self, from: newer.column)
      }
    }
    refuse(Release1.Trip.self, version: 1)
    refuse(Release2.Trip.self, version: 1)
    refuse(Release3.Trip.self, version: 2)
    refuse(Release4.Trip.self, version: 3)
  }

  /// The hook after decoding refuses what an older program let pass; what it throws says where.
  func testValidation() throws {
    var trips = third
    trips[1].end = trips[1].start - 5
    for body in [
      { try KeyedArchive.decode([Release5.Trip].self, from: KeyedArchive.encode(trips)) },
      { try ColumnArchive.decode([Release5.Trip].self, from: ColumnArchive.encode(trips)) },
    ] {
      let error = assertThrows(.custom, at: "[1]") { try body() }
      XCTAssertEqual(error?.underlyingError as? Release5.Backwards, Release5.Backwards(name: "south"))
    }
  }

  func testDamage() throws {
    let archives = try archives(of: third, release: 3)
    for length in stride(from: 0, to: archives.keyed.count, by: 3) {
      XCTAssertThrowsError(try KeyedArchive.decode([Release5.Trip].self, from: archives.keyed.prefix(length)))
    }
    for length in Thoroughness.some(of: 0..<archives.column.count, oneIn: 3) {
      XCTAssertThrowsError(
        try ColumnArchive.decode([Release5.Trip].self, from: archives.column.prefix(length)))
    }
    var generator = SeededGenerator()
    for _ in 0..<Thoroughness.rounds(200, full: 2000) {
      var (keyed, column) = (archives.keyed, archives.column)
      keyed[generator.below(keyed.count)] = UInt8.random(in: 0...255, using: &generator)
      column[generator.below(column.count)] = UInt8.random(in: 0...255, using: &generator)
      _ = try? KeyedArchive.decode([Release5.Trip].self, from: keyed)
      _ = try? ColumnArchive.decode(
        [Release5.Trip].self, from: column, options: .init(verifiesChecksums: false))
    }
  }
}
