import ArchiveDocuments
import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// The column of versions: what it takes, and archives in which it is not all the same.
final class VersionColumnTests: XCTestCase {
  private func trips(_ count: Int) -> [Trip3] {
    (0..<count).map {
      Trip3(startTime: Date(timeIntervalSinceReferenceDate: Double($0)), duration: 1, stops: [])
    }
  }

  override func setUp() { _ = UpgradeLog.shared.take() }

  /// Two bytes a batch, however many rows, besides its name in the schema.
  func testSize() throws {
    func size(_ count: Int) throws -> (new: Int, old: Int) {
      let unversioned = trips(count).map { Unversioned($0) }
      // Without the directories, which have an entry for the column.
      return (
        try ArchiveParts.resealed(ColumnArchive.encode(trips(count))).count,
        try ArchiveParts.resealed(ColumnArchive.encode(unversioned)).count
      )
    }
    let (few, many) = (try size(3), try size(4000))
    XCTAssertEqual(many.new - many.old, few.new - few.old)
    // The name, its length, its kind, and the two bytes.
    XCTAssertEqual(few.new - few.old, ArchiveSchema.versionKey.utf8.count + 1 + 1 + 2)
  }

  func testRoundTrips() throws {
    try assertColumns(trips(3))
    try assertColumns(trips(1)[0])
    try assertColumns([trips(1)[0], nil] as [Trip3?])
    try assertColumns(["a": trips(2)])
    try assertColumns([Stop2(name: "a", place: Place(x: 1, y: 2))])
    XCTAssertEqual(UpgradeLog.shared.take(), [])
  }

  /// An appended file whose batches are of several versions of one schema.
  func testBatchesOfVersions() throws {
    let data = try ColumnArchive.encode(trips(5), options: .init(batchSize: 2))
    // The second batch says 2 instead of 3, as zigzag has them.
    let changed = try changingVersions(in: data, from: 6) { $0 == 1 ? 4 : 6 }
    assertThrows(.missingField, at: "[2].notes") { try ColumnArchive.decode([Trip3].self, from: changed) }
    assertThrows(.newerVersion, at: "[0]") { try ColumnArchive.decode([Trip2].self, from: changed) }
  }

  /// Finds the version column of each batch, which is the last: a width of 0, and the number.
  private func changingVersions(in data: Data, from number: UInt8, _ change: (Int) -> UInt8) throws -> Data {
    var parts = try ArchiveParts(data)
    XCTAssertEqual(parts.batches.count, 3)
    for batch in parts.batches.indices {
      XCTAssertEqual(parts.batches[batch].columns.suffix(2), [0, number])
      parts.batches[batch].columns.removeLast()
      parts.batches[batch].columns.append(change(batch))
    }
    return parts.data
  }

  // MARK: Rows of several versions

  /// Rows that say different versions, with fields of every kind that the type does not have.
  func testRowsOfVersions() throws {
    let versions = [2, 2, 1, 2, 1, 1, 2, 2, 2, 1]
    let rows = versions.enumerated().map { Mixed(number: $0, version: $1) }
    let data = try renamed(ColumnArchive.encode(rows))
    let expected = versions.enumerated().map { Upgraded(number: $1 == 1 ? $0 + 1000 : $0) }
    XCTAssertEqual(try ColumnArchive.decode([Upgraded].self, from: data), expected)
    XCTAssertEqual(
      try renamed(ColumnArchive.encode([rows, [], rows])).decoded([[Upgraded]].self),
      [expected, [], expected])
    XCTAssertEqual(
      try renamed(ColumnArchive.encode(rows.map { $0.number % 3 == 0 ? nil : $0 })).decoded([Upgraded?].self),
      expected.enumerated().map { $0 % 3 == 0 ? nil : $1 })
    // From the middle of a batch, and through nodes.
    let archive = try ColumnArchive(data)
    for start in 0..<10 {
      XCTAssertEqual(try archive.elements(of: Upgraded.self, in: start..<10), Array(expected[start...]))
    }
    XCTAssertEqual(try archive.node().decode([Upgraded].self), expected)
    // Many of them, in all patterns.
    var random = SeededGenerator()
    for _ in 0..<Thoroughness.rounds(6, full: 20) {
      let rows = (0..<1200).map { Mixed(number: $0, version: random.oneIn(40) ? 1 : 2) }
      XCTAssertEqual(
        try renamed(ColumnArchive.encode(rows)).decoded([Upgraded].self),
        rows.map { Upgraded(number: $0.version == 1 ? $0.number + 1000 : $0.number) },
        "seed \(random.seed)")
    }
  }

  func testErrorsInRowsOfVersions() throws {
    func decode(_ versions: [Int], numbers: [Int]? = nil) throws -> [Upgraded] {
      let rows = versions.indices.map { Mixed(number: numbers?[$0] ?? 0, version: versions[$0]) }
      return try renamed(ColumnArchive.encode(rows)).decoded([Upgraded].self)
    }
    assertThrows(.newerVersion, at: "[3]") { try decode([1, 2, 1, 3, 1]) }
    assertThrows(.invalidValue, at: "[2]", saying: "version") { try decode([1, 2, 0, 3, 1]) }
    assertThrows(.invalidValue, at: "[2]", saying: "version") { try decode([1, 2, -7, 3, 1]) }
    assertThrows(.custom, at: "[4]") { try decode([2, 2, 1, 2, 1, 1], numbers: [1, 2, 3, 4, -1, 6]) }
    assertThrows(.custom, at: "[0]") { try decode([1, 1], numbers: [-1, 0]) }
    assertThrows(.custom, at: "[299]") {
      try decode([Int](repeating: 1, count: 300), numbers: (0..<300).map { $0 == 299 ? -1 : $0 })
    }
  }

  /// Versions in raw records: no writer here puts them there, but the format allows it.
  func testRawRecords() throws {
    let rows = [RawMixed(number: 5, version: 2), RawMixed(number: 6, version: 1)]
    let data = try renamed(ColumnArchive.encode(rows))
    XCTAssertEqual(
      try ColumnArchive.decode([Upgraded].self, from: data), [Upgraded(number: 5), Upgraded(number: 1006)])
  }

  /// A field that is named like the beginning of the version's name, and that the archive lacks.
  func testAFieldNamedArchive() throws {
    XCTAssertEqual(
      try ColumnArchive.decode([Shelved].self, from: ColumnArchive.encode(trips(2))).map(\.archive),
      [nil, nil])
  }

  // MARK: Parts of archives

  func testElementsAndPaths() throws {
    var random = SeededGenerator()
    let old = (0..<50).map { _ in Trip1.arbitrary(&random) }
    let archive = try ColumnArchive(try ColumnArchive.encode(old, options: .init(batchSize: 7)))
    XCTAssertEqual(try archive.elements(of: Trip3.self, in: 11..<23), old[11..<23].map(\.upgraded))
    XCTAssertEqual(try archive.elements(of: Trip3.self), old.map(\.upgraded))
    // A path reads what is stored under the name: elements are upgraded, single fields are what they were.
    XCTAssertEqual(try archive.values(of: [Stop2].self, at: "stops"), old.map { $0.stops.map(\.upgraded) })
    XCTAssertEqual(try archive.values(of: Date.self, at: "begin"), old.map(\.begin))
    XCTAssertEqual(try archive.values(of: Double.self, at: "stops.x"), old.flatMap(\.stops).map(\.x))
    assertThrows(.missingField) { try archive.values(of: Double.self, at: "duration") }
    let new = try ColumnArchive(try ColumnArchive.encode(old.map(\.upgraded)))
    XCTAssertEqual(try new.values(of: Int.self, at: ArchiveSchema.versionKey), old.map { _ in 3 })
    var batches: [[Trip3]] = []
    try archive.forEachBatch(of: Trip3.self) { batches.append($0) }
    XCTAssertEqual(batches.count, 8)
    XCTAssertEqual(batches.flatMap { $0 }, old.map(\.upgraded))
  }

  func testAppending() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("trips-\(UUID()).column")
    defer { try? FileManager.default.removeItem(at: url) }
    let writer = try ColumnArchiveWriter<Trip3>(appendingTo: url)
    try writer.append(contentsOf: trips(2))
    try writer.append(trips(3)[2])
    try writer.close()
    XCTAssertEqual(try ColumnArchive(contentsOf: url).elements(of: Trip3.self), trips(3))
    XCTAssertThrowsError(try ColumnArchiveWriter<Trip2>(appendingTo: url))
  }

  func testLimits() throws {
    // Values that take no bytes: their trees would take many.
    let rows = [Mixed](repeating: Mixed(number: 1, version: 1), count: 30_000)
    let data = try renamed(ColumnArchive.encode(rows))
    assertThrows(.limitExceeded) {
      try ColumnArchive.decode(
        [Upgraded].self, from: data, options: .init(limits: .init(maximumDecodedSize: 1 << 20)))
    }
    assertThrows(.limitExceeded) {
      try ColumnArchive(data, options: .init(limits: .init(maximumDecodedSize: 1 << 20))).node()
    }
  }
}

extension Data {
  fileprivate func decoded<Value: ArchiveValue>(_ type: Value.Type) throws -> Value {
    try ColumnArchive.decode(type, from: self)
  }
}

/// The archive with the name of the version where a field of a similar name is.
private func renamed(_ data: Data) throws -> Data {
  var (data, count) = (data, 0)
  while let range = data.range(of: Data("archive_version".utf8)) {
    data.replaceSubrange(range, with: Data(ArchiveSchema.versionKey.utf8))
    count += 1
  }
  XCTAssertEqual(count, 1)
  return try ArchiveParts.resealed(data)
}

/// Any version, and fields of every kind besides the one that counts.
@Archivable(className: "Column_Mixed")
private struct Mixed {
  var text = ""
  var number: Int
  var maybe: Int?
  var list: [String]
  var point: Point
  var vertex = Vertex(x: 1, y: 2, z: 3)
  var shape: Shape
  var flag: Bool
  var twice: Int??
  var byName: [String: Int]
  var remark: Celsius
  var data: Data
  @Stored("archive_version") var version: Int

  init(number: Int, version: Int) {
    text = "text \(number)"
    self.number = number
    maybe = number % 2 == 0 ? nil : number
    list = (0..<max(0, number % 4)).map { "\($0)" }
    point = Point(x: number, y: 1)
    shape = number % 2 == 0 ? .empty : .circle(radius: Double(number))
    flag = number % 3 == 0
    twice = number % 3 == 0 ? nil : .some(number % 3 == 1 ? nil : number)
    byName = number % 2 == 0 ? [:] : ["a": number]
    remark = Celsius(degrees: Double(number))
    data = Data(repeating: 1, count: max(0, number % 3))
    self.version = version
  }
}

@Archivable(className: "Column_Mixed")
private struct RawMixed {
  var number: UInt8
  @Stored("archive_version") var version: UInt8
}

/// Version 2 of it: adds 1000 to what is older, after it has seen that all the rest belongs to the same row.
private struct Upgraded: ArchiveStruct, ArchiveUpgradable, Hashable {
  var number: Int
  static let archiveFields = ArchiveFields<Upgraded>(
    "Column_Mixed", formerly: ["Column_RawMixed"], version: 2, isMemberwise: true
  ) { fields in
    fields.field("number", \.number)
  }
  init(number: Int) { self.number = number }
  func encodeFields(to encoder: inout some FieldEncoder) throws { try encoder.encode(number, at: 0) }
  init(fields decoder: inout some FieldDecoder) throws { number = try decoder.decode(at: 0) }
  struct Negative: Error {}
  struct OtherRow: Error {}
  static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {
    let number = try fields.decode(Int.self, "number")
    if number < 0 { throw Negative() }
    if let text = try fields.decode(String?.self, "text") {
      let same = Mixed(number: number, version: version)
      guard text == same.text, try fields.decode(Int?.self, "maybe") == same.maybe,
        try fields.decode([String].self, "list") == same.list,
        try fields.decode(Point.self, "point") == same.point,
        try fields.decode(Vertex.self, "vertex") == same.vertex,
        try fields.decode(Shape.self, "shape") == same.shape,
        try fields.decode(Bool.self, "flag") == same.flag,
        try fields.decode(Int??.self, "twice") == same.twice,
        try fields.decode([String: Int].self, "byName") == same.byName,
        try fields.decode(Celsius.self, "remark") == same.remark,
        try fields.decode(Data.self, "data") == same.data
      else { throw OtherRow() }
    }
    try fields.encode(number + 1000, as: "number")
  }
}

/// The fields of version 3 of a trip without the version.
@Archivable(className: "Test_Trip")
private struct Unversioned {
  var startTime: Date
  var duration: Double
  var stops: [Stop2]
  var last: Stop2?

  init(_ trip: Trip3) {
    (startTime, duration, stops, last) = (trip.startTime, trip.duration, trip.stops, trip.last)
  }
}

/// What has another field, which is no record of the archive's fields that begin with `archive.`.
private struct Shelved: ArchiveStruct {
  var archive: [String: Int]?
  static let archiveFields = ArchiveFields<Shelved>(
    "Test_Trip", version: 2, acceptsNewerVersions: true, isMemberwise: true
  ) { fields in
    fields.field("archive", \.archive)
  }
  func encodeFields(to encoder: inout some FieldEncoder) throws { try encoder.encode(archive, at: 0) }
  init(fields decoder: inout some FieldDecoder) throws { archive = try decoder.decode(at: 0) }
}
