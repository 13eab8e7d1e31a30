import ArchiveTestSupport
import ColumnArchives
import StructCoding
import StructCodingTesting
import XCTest

/// Transformers that use others, and transformers by closures. The models are those of CodableKit and ReerCodable.
final class ConversionTests: XCTestCase {
  @Archivable(className: "Test_Race")
  struct Race: Equatable {
    @Stored(
      .transformed(encode: { (time: Double) in Int((time * 1000).rounded()) }, decode: { Double($0) / 1000 }))
    var duration: Double
    @Stored(
      "race_rank",
      .transformed { (rank: UInt) throws -> String in
        guard rank > 0 else { throw CocoaError(.coderInvalidValue) }
        return "\(rank)th"  // or 1st, 2nd
      } decode: { (text: String) in
        guard text.count > 2, let rank = UInt(text.dropLast(2)) else { throw CocoaError(.coderReadCorrupt) }
        return rank
      })
    var rank: UInt
    @Stored(
      .transformed(
        encode: { (color: ConversionTests.Tone) in color.name }, decode: { ConversionTests.Tone(name: $0) }),
      onDecodeFailure: .fallbackToDefaultValue)
    var tone: Tone?
    @Stored(.transformed(IncrementedText.self)) var count: Int
    @Stored(.transformed(TwiceIncrementedText.self)) var twice: Int?
    @Stored(.transformed(GzipText.self)) var log: Data
  }

  struct Tone: Equatable { var name: String }

  @Archivable(className: "Test_Race")
  struct Forms: Equatable {
    var duration: Int
    @Stored("race_rank") var rank: String
    var tone: String?
    var count: String
    var twice: String?
    var log: String
  }

  private let race = Race(
    duration: 11.2, rank: 2, tone: Tone(name: "red"), count: 41, twice: 5, log: Data("lane 4".utf8))

  func testRoundTrips() throws {
    for value in [
      race, Race(duration: 0, rank: 1, tone: nil, count: -1, twice: nil, log: Data()),
    ] {
      StructCodingTesting.assertRoundTrip(value, damagedCopies: Thoroughness.isFull ? 300 : 50)
      StructCodingTesting.assertRoundTrip([value, race, value])
      try assertCoderRoundTrip(value)
      for road in Road.allCases { XCTAssertEqual(try road.carry(value, to: Race.self), value, "\(road)") }
    }
    let many = (1...(Thoroughness.isFull ? 3000 : 700)).map {
      Race(
        duration: Double($0), rank: UInt($0), tone: $0 % 3 == 0 ? nil : Tone(name: "\($0)"), count: $0,
        twice: $0 % 2 == 0 ? $0 : nil, log: Data("\($0)".utf8))
    }
    XCTAssertEqual(try ColumnArchive.decode([Race].self, from: ColumnArchive.encode(many)), many)
  }

  func testMadeUpValues() {
    StructCodingTesting.assertRoundTrip(arbitrary: [Race].self, count: 50) { make in
      make.field("duration") { random in random.below(100_000) }
      make.field("race_rank") { random in "\(1 + random.below(99))th" }
      make.field("tone") { random in random.below(2) == 0 ? nil : "tone \(random.below(9))" as String? }
      make.field("count") { random in random.below(1000) }
      make.field("twice") { random in random.below(1000) }
    }
  }

  @ArchivableObject(className: "Test_RaceObject")
  final class RaceObject {
    @Stored(
      .transformed(encode: { (time: Double) in Int((time * 1000).rounded()) }, decode: { Double($0) / 1000 }))
    var duration = 1.0
    @Stored(.transformed(encode: { (tone: ConversionTests.Tone) in tone.name }, decode: { .init(name: $0) }))
    var tone: Tone?
    @Stored(.transformed(IncrementedText.self)) let count: Int
    init(count: Int) { self.count = count }
  }

  func testClassesAndGenericTypes() throws {
    let object = RaceObject(count: 3)
    (object.duration, object.tone) = (2.5, Tone(name: "red"))
    let box = ConvertingBox(number: 3, values: ["a", "b"])
    for road in Road.allCases {
      let back = try road.carry([object, object], to: [RaceObject].self)
      XCTAssertIdentical(back[0], back[1], "\(road)")
      XCTAssertEqual(back[0].duration, 2.5, "\(road)")
      XCTAssertEqual(back[0].tone, Tone(name: "red"), "\(road)")
      XCTAssertEqual(back[0].count, 3, "\(road)")
      XCTAssertEqual(try road.carry([box], to: [ConvertingBox<String>].self), [box], "\(road)")
    }
    StructCodingTesting.assertRoundTrip(box)
  }

  func testForms() throws {
    for road in Road.allCases {
      let stored = try road.carry(race, to: Forms.self)
      XCTAssertEqual(stored.duration, 11200, "\(road)")
      XCTAssertEqual(stored.rank, "2th", "\(road)")
      XCTAssertEqual(stored.tone, "red", "\(road)")
      XCTAssertEqual(stored.count, "42", "\(road)")
      XCTAssertEqual(stored.twice, "7", "\(road)")
      XCTAssertTrue(stored.log.hasPrefix("1f8b"), "\(road)")
      XCTAssertEqual(try road.carry(stored, to: Race.self), race, "\(road)")
    }
    XCTAssertEqual(Race.path.rank.storedName, "race_rank")
    let archive = try ColumnArchive(ColumnArchive.encode([race]))
    XCTAssertEqual(try archive.values(of: String.self, at: "race_rank"), ["2th"])
  }

  /// Errors of closures and of each transformer have the place of the field.
  func testErrors() throws {
    let stored = try Road.keyed.carry(race, to: Forms.self)
    func with(_ change: (inout Forms) -> Void) -> Forms {
      var value = stored
      change(&value)
      return value
    }
    for road in Road.allCases {
      assertThrows(.custom, at: road.path("race_rank")) {
        try road.carry(with { $0.rank = "x" }, to: Race.self)
      }
      assertThrows(.custom, at: road.path("count"), saying: "NoNumber") {
        try road.carry(with { $0.count = "one" }, to: Race.self)
      }
      assertThrows(.custom, at: road.path("twice"), saying: "NoNumber") {
        try road.carry(with { $0.twice = "one" }, to: Race.self)
      }
      assertThrows(.invalidValue, at: road.path("twice")) {
        try road.carry(with { $0.twice = "\(Int.min)" }, to: Race.self)
      }
      XCTAssertThrowsError(try road.carry(with { $0.log = "?" }, to: Race.self)) { error in
        XCTAssertEqual((error as? ArchiveError)?.pathDescription, road.path("log"), "\(road)")
      }
      assertThrows(.typeMismatch, at: road.path("race_rank")) {
        try road.carry(Numbers(), to: Race.self)
      }
    }
    let unranked = Race(duration: 1, rank: 0, count: 1, log: Data())
    assertThrows(.custom, at: "race_rank") { try KeyedArchive.encode(unranked) }
    assertThrows(.custom, at: "race_rank") { try ColumnArchive.encode(unranked) }
    assertThrows(.custom, at: "[1].race_rank") { try ColumnArchive.encode([race, unranked]) }
    assertThrows(.custom, at: "[1].race_rank") {
      try ColumnArchive.decode(
        [Race].self, from: ColumnArchive.encode([stored, with { $0.rank = "x" }]))
    }
  }

  @Archivable(className: "Test_Race")
  struct Numbers {
    var duration = 1
    @Stored("race_rank") var rank = 2
    var count = "1"
    var log = "H4sIAAAAAAAAAwMAAAAAAAAAAAA="
  }

  /// What a transformer returns counts: data that unpacks to more cannot pass the limits.
  func testBudget() throws {
    let long = Race(duration: 1, rank: 1, count: 1, log: Data(count: 1 << 20))
    let limits = ArchiveLimits(maximumDecodedSize: 1 << 16)
    let keyed = try KeyedArchive.encode(long)
    XCTAssertLessThan(keyed.count, 1 << 13)
    assertThrows(.limitExceeded) {
      try KeyedArchive.decode(Race.self, from: keyed, options: .init(limits: limits))
    }
    let column = try ColumnArchive.encode(long)
    assertThrows(.limitExceeded) {
      try ColumnArchive.decode(Race.self, from: column, options: .init(limits: limits))
    }
  }

  @Archivable(className: "Test_Encoded")
  struct Encoded: Equatable {
    @Stored(
      .transformed(
        encode: { Data($0.utf8) }, decode: { String(decoding: $0, as: UTF8.self) }))
    var text: String
  }

  /// The result of a closure may be larger than the stored form, so reading costs more than the form.
  func testClosureBudget() throws {
    let value = Encoded(text: String(repeating: "a", count: 100_000))
    for (size, isEnough) in [(1_000_000, true), (300_000, false)] {
      let limits = ArchiveLimits(maximumDecodedSize: size)
      func check(_ back: () throws -> Encoded) {
        if isEnough {
          XCTAssertEqual(try back(), value)
        } else {
          assertThrows(.limitExceeded) { try back() }
        }
      }
      let (keyed, column) = (try KeyedArchive.encode(value), try ColumnArchive.encode(value))
      check { try KeyedArchive.decode(Encoded.self, from: keyed, options: .init(limits: limits)) }
      check { try ColumnArchive.decode(Encoded.self, from: column, options: .init(limits: limits)) }
    }
  }

  /// Transformers with a state of their own.
  @Archivable(className: "Test_Bounded")
  struct Bounded: Equatable {
    @Stored(.transformed(GzipDataTransformer(maximumDecodedSize: 1 << 20))) var log: Data
    @Stored(.transformed(Shift(by: 3))) var count: Int
    @Stored(.transformed(Shift(by: 5)), onDecodeFailure: .fallbackToDefaultValue) var rank: Int?
  }

  @Archivable(className: "Test_Bounded")
  struct Shifted: Equatable {
    var log = Data()
    var count = 0
    var rank: Int?
  }

  func testInstances() throws {
    let values = (0..<200).map {
      Bounded(log: Data(repeating: UInt8($0), count: $0 * 7), count: $0, rank: $0 % 3 == 0 ? nil : $0)
    }
    for value in [values[0], values[1]] {
      StructCodingTesting.assertRoundTrip(value, damagedCopies: Thoroughness.isFull ? 300 : 50)
      try assertCoderRoundTrip(value)
    }
    for road in Road.allCases {
      XCTAssertEqual(try road.carry(values, to: [Bounded].self), values, "\(road)")
      let shifted = try road.carry(values, to: [Shifted].self)
      XCTAssertEqual(shifted.map(\.count), values.map { $0.count + 3 }, "\(road)")
      XCTAssertEqual(shifted.map(\.rank), values.map { $0.rank.map { $0 + 5 } }, "\(road)")
    }
    // The transformer's own maximum, and the budget of the archive.
    let large = Bounded(log: Data(count: 1 << 20), count: 1)
    XCTAssertThrowsError(try KeyedArchive.encode(Bounded(log: Data(count: 1 << 20 + 1), count: 1)))
    let limits = ArchiveLimits(maximumDecodedSize: 3 << 20)
    let keyed = try KeyedArchive.encode([large, large])
    let column = try ColumnArchive.encode([large, large])
    XCTAssertEqual(
      try KeyedArchive.decode([Bounded].self, from: keyed, options: .init(limits: limits)), [large, large])
    XCTAssertEqual(
      try ColumnArchive.decode([Bounded].self, from: column, options: .init(limits: limits)), [large, large])
    let many = Array(repeating: large, count: 4)
    assertThrows(.limitExceeded) {
      try KeyedArchive.decode(
        [Bounded].self, from: KeyedArchive.encode(many), options: .init(limits: limits))
    }
    assertThrows(.limitExceeded) {
      try ColumnArchive.decode(
        [Bounded].self, from: ColumnArchive.encode(many), options: .init(limits: limits))
    }
  }

  @Archivable
  struct Named: Equatable {
    @Stored(.transformed(name: "GzipText")) var log: Data
  }

  func testATransformerOfOthersHasAName() throws {
    ArchiveTransformers.register(GzipText.self, forName: "GzipText")
    StructCodingTesting.assertRoundTrip(Named(log: Data("lane 4".utf8)))
  }
}

extension Int {
  /// Returns the sum, and throws if it is none.
  fileprivate func adding(_ other: Int) throws -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    guard !overflows else {
      throw ArchiveError(.invalidValue, expected: "a smaller number", found: "\(self)")
    }
    return sum
  }
}

struct IntFromString: ArchiveTransformer {
  struct NoNumber: Error { let text: String }
  func encode(_ value: Int) -> String { String(value) }
  func decode(_ stored: String) throws -> Int {
    guard let value = Int(stored) else { throw NoNumber(text: stored) }
    return value
  }
}

struct Shift: ArchiveTransformer {
  var distance = 1
  init() {}
  init(by distance: Int) { self.distance = distance }
  func encode(_ value: Int) throws -> Int { try value.adding(distance) }
  func decode(_ stored: Int) throws -> Int { try stored.adding(-distance) }
}

struct Increment: ArchiveTransformer {
  func encode(_ value: Int) throws -> Int { try value.adding(1) }
  func decode(_ stored: Int) throws -> Int { try stored.adding(-1) }
}

@Archivable
struct ConvertingBox<Value: ArchiveValue & Equatable>: Equatable {
  @Stored(.transformed(encode: { (number: Int) in "\(number)" }, decode: { Int($0) ?? 0 })) var number: Int
  @Stored(onDecodeFailure: .dropElements) var values: [Value]
}

struct IncrementedText: ArchiveTransformer {
  func encode(_ value: Int) throws -> String { IntFromString().encode(try Increment().encode(value)) }
  func decode(_ stored: String) throws -> Int { try Increment().decode(IntFromString().decode(stored)) }
}

struct TwiceIncrementedText: ArchiveTransformer {
  func encode(_ value: Int) throws -> String { try IncrementedText().encode(Increment().encode(value)) }
  func decode(_ stored: String) throws -> Int { try Increment().decode(IncrementedText().decode(stored)) }
}

struct GzipText: ArchiveTransformer {
  func encode(_ value: Data) throws -> String {
    HexDataTransformer().encode(try GzipDataTransformer().encode(value))
  }

  func decode(_ stored: String) throws -> Data {
    try GzipDataTransformer().decode(HexDataTransformer().decode(stored))
  }
}
