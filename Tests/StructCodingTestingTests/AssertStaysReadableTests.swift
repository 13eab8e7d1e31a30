import ColumnArchives
import StructCoding
import StructCodingTesting
import XCTest

/// A type at several times of its life.
private enum Trips {
  @Archivable(className: "Test_Trip")
  struct First {
    var place = "Kiel"
    var days = 3
    var rating: Rating = .good
    var tag: String? = "x"
  }
  @Archivable(className: "Test_Rating")
  enum Rating {
    case good
    case bad(because: String)
  }

  /// A new field without a default.
  @Archivable(className: "Test_Trip")
  struct Grown {
    var place = "Kiel"
    var days = 3
    var rating: Rating = .good
    var tag: String?
    @Stored("x") let guests: Int
  }
  /// A new field with a default.
  @Archivable(className: "Test_Trip")
  struct GrownWithDefault {
    var place = "Kiel"
    var days = 3
    var rating: Rating = .good
    var tag: String?
    var guests = 7
  }
  @Archivable(className: "Test_Trip")
  struct Renamed {
    var location: String
    var days = 3
    var rating: Rating = .good
    var tag: String?
  }
  @Archivable(className: "Test_Trip")
  struct RenamedFormerly {
    @Stored(formerly: "place") var location = "Kiel"
    var days = 3
    var rating: Rating = .good
    var tag: String?
  }
  /// The value is lost without an error.
  @Archivable(className: "Test_Trip")
  struct RenamedOptional {
    var place = "Kiel"
    var days = 3
    var rating: Rating = .good
    var label: String?
  }
  @Archivable(className: "Test_Trip")
  struct OtherKind {
    var place = "Kiel"
    var days = "3"
    var rating: Rating = .good
    var tag: String?
  }
  @Archivable(className: "Test_Journey")
  struct OtherClass {
    var place = "Kiel"
    var days = 3
    var rating: Rating = .good
    var tag: String?
  }
  @Archivable(className: "Test_Journey", formerly: ["Test_Trip"])
  struct OtherClassFormerly {
    var place = "Kiel"
    var days = 3
    var rating: Rating = .good
    var tag: String?
  }
  @Archivable(className: "Test_Trip")
  struct OtherCases {
    var place = "Kiel"
    var days = 3
    var rating: Grade = .fine
    var tag: String?
  }
  @Archivable(className: "Test_Rating")
  enum Grade {
    case fine
    case bad(because: String)
  }
}

final class AssertStaysReadableTests: XCTestCase {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  override func tearDown() { try? FileManager.default.removeItem(at: folder) }

  /// Returns the failure, if there is one.
  private func failure<Value: ArchiveValue>(
    _ samples: [Value], _ recording: GoldenRecording = .missing, line: UInt = #line
  ) -> String? {
    let failures = TestReport.failures {
      assertStaysReadable(
        Value.self, samples: samples, in: GoldenFolder(folder), recording,
        at: TestPlace(#fileID, #filePath, line, 1))
    }
    XCTAssertLessThan(failures.count, 2, line: line)
    return failures.first
  }

  private func assert(_ failure: String?, says words: String..., line: UInt = #line) {
    for word in words {
      XCTAssert(
        failure?.contains(word) ?? false, "“\(word)” is not in: \(failure ?? "no failure")", line: line)
    }
  }

  private var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  /// The archives of this suite's own sample, as a user has them.
  func testTheSample() { assertStaysReadable(Visit.self, samples: [.sample]) }

  func testTheFirstRunRecordsAndSaysSo() {
    assert(failure([Trips.First()]), says: "Recorded generation 1", folder.path)
    XCTAssertEqual(files, ["1.columns", "1.keyed", "1.schema"])
    XCTAssertNil(failure([Trips.First()]))
  }

  func testNothingIsRecordedInCI() {
    assert(failure([Trips.First()], .never), says: "Generation 1", "must not be recorded here")
    XCTAssertEqual(files, [])
    _ = failure([Trips.First()])
    XCTAssertNil(failure([Trips.First()], .never))
    assert(
      failure([Trips.GrownWithDefault()], .never), says: "Generation 2", "must not be recorded",
      "+   guests: Int64")
    XCTAssertEqual(files.count, 3)
  }

  func testOtherSamples() {
    _ = failure([Trips.First()])
    assert(failure([Trips.First(days: 4)]), says: "[0].days: 3 → 4", "STRUCTCODING_RECORD=anew")
    assert(failure([Trips.First(days: 4)], .anew), says: "Recorded generation 1")
    XCTAssertNil(failure([Trips.First(days: 4)]))
  }

  func testANewFieldWithADefaultIsANewGeneration() {
    _ = failure([Trips.First()])
    assert(
      failure([Trips.GrownWithDefault()]), says: "Recorded generation 2", "  class Test_Trip",
      "+   guests: Int64")
    XCTAssertNil(failure([Trips.GrownWithDefault()]))
    XCTAssertEqual(files.count, 6)
  }

  func testANewFieldWithoutADefault() {
    _ = failure([Trips.First()])
    assert(
      failure([Trips.Grown(guests: 1)]), says: "1.keyed is no longer readable", "at [0].x", "+   x: Int64",
      "give it a default value")
    XCTAssertEqual(files.count, 3)
  }

  func testARenamedField() {
    _ = failure([Trips.First()])
    assert(
      failure([Trips.Renamed(location: "Kiel")]), says: "1.keyed is no longer readable", "at [0].location",
      "-   place: String", "+   location: String", #"write @Stored(formerly: "place") there"#)
    XCTAssertEqual(files.count, 3)
    let recorded = failure([Trips.RenamedFormerly()])
    assert(recorded, says: "Recorded generation 2", "+   location: String")
    XCTAssertEqual(recorded?.contains("formerly:"), false, "it is there already")
    XCTAssertNil(failure([Trips.RenamedFormerly()]))
  }

  func testARenamedOptionalIsSaidToBeLost() {
    _ = failure([Trips.First()])
    assert(failure([Trips.RenamedOptional()]), says: "-   tag: String?", #"@Stored(formerly: "tag")"#)
  }

  func testAnotherKind() {
    _ = failure([Trips.First()])
    assert(
      failure([Trips.OtherKind()]), says: "at [0].days", "“days” of Test_Trip was Int64, and is String",
      "@Archivable(version: 2)")
  }

  func testAnotherClassName() {
    _ = failure([Trips.First()])
    assert(
      failure([Trips.OtherClass()]), says: "at [0]", #"@Archivable(formerly: ["Test_Trip"])"#,
      "- class Test_Trip", "+ class Test_Journey")
    assert(failure([Trips.OtherClassFormerly()]), says: "Recorded generation 2")
  }

  func testAnotherCaseName() {
    _ = failure([Trips.First()])
    assert(
      failure([Trips.OtherCases()]), says: "at [0].rating", "-   case good", "+   case fine",
      #"@Stored(formerly: "good")"#)
  }

  /// The samples of an older schema are gone. But both formats had the same ones.
  func testOtherValuesInAnOlderGeneration() throws {
    _ = failure([Trips.First()])
    _ = failure([Trips.GrownWithDefault()])
    XCTAssertNil(failure([Trips.GrownWithDefault()]))
    try ColumnArchive.encode([Trips.First(days: 4)]).write(to: folder.appendingPathComponent("1.columns"))
    assert(
      failure([Trips.GrownWithDefault()]), says: "1.columns has other values than", "1.keyed",
      "[0].days: 3 → 4")
  }

  func testADamagedArchive() throws {
    _ = failure([Trips.First()])
    try Data("bplist00".utf8).write(to: folder.appendingPathComponent("1.keyed"))
    assert(failure([Trips.First()]), says: "1.keyed is no longer readable")
    try FileManager.default.removeItem(at: folder.appendingPathComponent("1.keyed"))
    assert(failure([Trips.First()]), says: "1.keyed cannot be read")
  }

  func testTheListing() throws {
    _ = failure([Visit.sample])
    XCTAssertEqual(
      try String(contentsOf: folder.appendingPathComponent("1.schema"), encoding: .utf8),
      """
      class StructCodingTestingTests_Visit_Coding
        place: String
        start: Date
        end: Date?
        mood: String
        purpose: StructCodingTestingTests_Visit_Purpose_Coding
        notes: [StructCodingTestingTests_Note_Coding]
        tags: Set[String]
        scores: Dictionary[(key: String, value: Double)]
        photo: Data?
        id: NSUUID
      class StructCodingTestingTests_Visit_Purpose_Coding
        case none
        case talk(with: String, minutes: Int64)
      class StructCodingTestingTests_Note_Coding
        text: String
        level: Int8
        parts: [StructCodingTestingTests_Note_Coding]

      """)
  }
}
