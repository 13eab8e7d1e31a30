import ArchiveDocuments
import ArchiveTestSupport
import ColumnArchives
import StructCoding
import StructCodingTesting
import XCTest

/// Each storage method: what is stored, in both archives and through `NSCoder`, and that it comes back.
final class StorageMethodTests: XCTestCase {
  func testRoundTrips() throws {
    var generator = SeededGenerator()
    for _ in 0..<(Thoroughness.isFull ? 20 : 5) {
      let value = Everything.random(using: &generator)
      StructCodingTesting.assertRoundTrip(value, damagedCopies: 300)
      try assertCoderRoundTrip(value)
    }
    let values = (0..<300).map { _ in Everything.random(using: &generator) }
    let data = try ColumnArchive.encode(values)
    XCTAssertEqual(try ColumnArchive.decode([Everything].self, from: data), values)
    XCTAssertEqual(try ColumnArchive.decode([Everything].self, from: embedded(data)), values)
    try ArchiveTestSupport.assertRoundTrip(Array(values.prefix(40)), xml: .lossy)
  }

  /// Values at the ends of their ranges, too.
  func testMadeUpValues() {
    StructCodingTesting.assertRoundTrip(arbitrary: [Everything].self, count: Thoroughness.isFull ? 100 : 30) {
      make in
      make.type(Palette.self) { random in Palette(names: ["a"], weights: ["b": Double(random.below(9))]) }
      for field in ["fraction", "rest"] {
        make.field(field) { random in Fraction(numerator: random.below(99), denominator: 1 + random.below(9))
        }
      }
    }
  }

  /// `nil` is stored as `nil`, whatever the format of the payload; a value of an optional of an optional is a payload.
  func testOptionalPayloads() throws {
    for number in [nil, 3] as [Int?] {
      for twice in [nil, .some(nil), .some(4)] as [Int??] {
        let value = OptionalPayloads(list: number, text: number, twice: twice)
        try ArchiveTestSupport.assertRoundTrip(value)
        try assertCoderRoundTrip(value)
        XCTAssertEqual(
          try ColumnArchive.decode([OptionalPayloads].self, from: ColumnArchive.encode([value])), [value])
        let node = try ArchiveNode(encoding: value)
        XCTAssertEqual(node["list"] == .null, number == nil)
        XCTAssertEqual(node["text"] == .null, number == nil)
        XCTAssertEqual(node["twice"] == .null, twice == nil)
      }
    }
  }

  @Archivable
  struct OptionalPayloads: Equatable {
    @Stored(.codable) var list: Int?
    @Stored(.codable(.json)) var text: Int?
    @Stored(.codable) var twice: Int??
  }

  /// What is stored under which name.
  func testForms() throws {
    let value = Everything(
      plain: 1, hue: Hue(rawValue: 120), otherHue: nil, palette: Palette(names: ["red"]), number: 0.5,
      otherPalette: Palette(), fraction: Fraction(numerator: 1, denominator: 3), checksum: Data([0xAB]),
      location: Location(latitude: 1, longitude: 2), last: "end")
    XCTAssertEqual(
      Everything.archiveSchema.cases[0].fields,
      [
        "plain", "hue", "otherHue", "palette", "number", "otherPalette", "fraction", "rest", "checksum",
        "last",
        "location.latitude", "location.lon", "location.label", "start.latitude", "start.lon", "start.label",
      ])
    let archive = try ColumnArchive(ColumnArchive.encode([value, value]))
    XCTAssertEqual(try archive.values(of: Int.self, at: "hue"), [120, 120])
    XCTAssertEqual(try archive.values(of: String.self, at: "fraction"), ["1/3", "1/3"])
    XCTAssertEqual(try archive.values(of: String.self, at: "checksum"), ["ab", "ab"])
    XCTAssertEqual(try archive.values(of: Double.self, at: "location.lon"), [2, 2])
    let payload = try archive.values(of: Data.self, at: "palette")[0]
    XCTAssertEqual(payload.prefix(6), Data("bplist".utf8))
    XCTAssertEqual(try PropertyListDecoder().decode(Palette.self, from: payload), value.palette)
    let other = try archive.values(of: Data?.self, at: "otherPalette")[0]
    XCTAssertEqual(other.map { String(decoding: $0, as: UTF8.self) }, #"{"names":[],"weights":{}}"#)
    // A number is no property list by itself.
    let number = try archive.values(of: Data.self, at: "number")[0]
    XCTAssertEqual(
      try PropertyListSerialization.propertyList(from: number, format: nil) as? [String: Double],
      ["$fragment": 0.5])

    let unarchiver = try KeyedUnarchiver(forReadingFrom: KeyedArchive.encode(value))
    _ = unarchiver
    let keys = String(
      decoding: try KeyedArchive.encode(value, options: .init(outputFormat: .xml)), as: UTF8.self)
    for key in ["location.latitude", "start.lon", "rest", "hue"] {
      XCTAssert(keys.contains("<key>\(key)</key>"), "no \(key) in \(keys)")
    }
  }
}

/// Structs taken apart and put together, in older and newer archives.
final class CompositionTests: XCTestCase {
  @Archivable(className: "Test_Item")
  struct Nested: Equatable {
    var name: String
    var location: Location
  }

  @Archivable(className: "Test_Item")
  struct Flat: Equatable {
    var name: String
    @Stored(.composition) var location: Location
  }

  @Archivable(className: "Test_Item")
  struct Renamed: Equatable {
    var name: String
    @Stored(.composition, formerly: "location") var place: Location
  }

  @Archivable(className: "Test_Item")
  struct Defaulted: Equatable {
    var name: String
    @Stored(.composition) var location: Location = Location(latitude: 0, longitude: 0, label: "nowhere")
    @Stored(.composition, default: Location(latitude: 9, longitude: 9)) var other: Location
  }

  @Archivable(className: "Test_Item")
  struct Deep: Equatable {
    @Stored(.composition) var inner: Flat
    var number: Int
  }

  @Archivable(className: "Test_Item")
  struct Named: Equatable { var name: String }

  let place = Location(latitude: 1.5, longitude: 2.5, label: "home")

  private func check<Old: Archivable, New: Archivable & Equatable>(
    _ old: Old, reads new: New, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    XCTAssertEqual(
      try KeyedArchive.decode(New.self, from: KeyedArchive.encode(old)), new, "keyed", file: file, line: line)
    XCTAssertEqual(
      try KeyedArchive.decode([New].self, from: KeyedArchive.encode([old, old])), [new, new], "keyed array",
      file: file, line: line)
    XCTAssertEqual(
      try ColumnArchive.decode(New.self, from: ColumnArchive.encode(old)), new, "column", file: file,
      line: line)
    XCTAssertEqual(
      try ColumnArchive.decode([New].self, from: ColumnArchive.encode([old, old])), [new, new],
      "column array",
      file: file, line: line)
    XCTAssertEqual(
      try ArchiveNode(encoding: [old]).decode([New].self), [new], "node", file: file, line: line)
    let coded = try KeyedArchive.archivedData(withRootObject: old.encoded, requiringSecureCoding: true)
    let back = try KeyedArchive.unarchivedObject(ofClass: New.Coding.self, from: coded)
    XCTAssertEqual(back?.decoded, new, "coder", file: file, line: line)
  }

  func testSameArchive() throws {
    try check(Flat(name: "a", location: place), reads: Flat(name: "a", location: place))
    try check(
      Deep(inner: Flat(name: "a", location: place), number: 3),
      reads: Deep(inner: Flat(name: "a", location: place), number: 3))
    XCTAssertEqual(
      Deep.archiveSchema.cases[0].fields,
      ["number", "inner.name", "inner.location.latitude", "inner.location.lon", "inner.location.label"])
  }

  func testFromFieldOfItsOwn() throws {
    try check(Nested(name: "a", location: place), reads: Flat(name: "a", location: place))
    try check(Nested(name: "a", location: place), reads: Renamed(name: "a", place: place))
  }

  func testFormerNames() throws {
    try check(Flat(name: "a", location: place), reads: Renamed(name: "a", place: place))
  }

  func testDefaults() throws {
    try check(
      Named(name: "a"),
      reads: Defaulted(
        name: "a", location: Location(latitude: 0, longitude: 0, label: "nowhere"),
        other: Location(latitude: 9, longitude: 9)))
    try check(
      Flat(name: "a", location: place),
      reads: Defaulted(name: "a", location: place, other: Location(latitude: 9, longitude: 9)))
  }

  func testMissingFields() throws {
    let keyed = try KeyedArchive.encode([Named(name: "a")])
    assertThrows(.missingField, at: "[0].location.latitude") {
      try KeyedArchive.decode([Flat].self, from: keyed)
    }
    let column = try ColumnArchive.encode([Named(name: "a")])
    assertThrows(.missingField, at: "[0].location.latitude") {
      try ColumnArchive.decode([Flat].self, from: column)
    }
  }

  /// A value deep inside is found by its whole path.
  func testPlaceOfErrors() throws {
    @Sendable func value(_ fraction: Fraction) -> Broken {
      Broken(id: 1, part: Broken.Part(label: "x", share: fraction))
    }
    let bad = value(Fraction(numerator: 1, denominator: 0))
    assertThrows(.custom, at: "[1].part.share") {
      try KeyedArchive.encode([value(Fraction(numerator: 1, denominator: 2)), bad])
    }
    assertThrows(.custom, at: "[1].part.share") {
      try ColumnArchive.encode([value(Fraction(numerator: 1, denominator: 2)), bad])
    }
  }

  @Archivable
  struct Broken {
    var id: Int
    @Stored(.composition) var part: Part

    @Archivable
    struct Part {
      var label: String
      @Stored(.transformed(FractionTransformer.self)) var share: Fraction
    }
  }

  /// An enumeration has no fields to store.
  func testEnumeration() throws {
    assertThrows(.unsupported, saying: "'.composition'", "Choice") {
      try KeyedArchive.encode(WithChoice(choice: .one(1)))
    }
    assertThrows(.unsupported, saying: "'.composition'", "Choice") {
      try ColumnArchive.encode(WithChoice(choice: .one(1)))
    }
  }

  @Archivable
  struct WithChoice {
    @Stored(.composition) var choice: Choice

    @Archivable
    enum Choice: ArchiveComposable {
      case one(Int)
      case none
    }
  }
}
