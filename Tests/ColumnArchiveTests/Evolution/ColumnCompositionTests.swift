import ArchiveDocuments
import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Structs that were optional, and whose fields are now stored flat.
final class ColumnCompositionTests: XCTestCase {
  private func data(_ places: [Place?]) throws -> Data {
    try ColumnArchive.encode(
      places.enumerated().map { Old(number: $0, place: $1) }, options: .init(batchSize: 600))
  }
  private func place(_ x: Int) -> Place { Place(x: x, y: x % 3 == 0 ? nil : -x, text: "place \(x)") }

  func testAllPresent() throws {
    let places = [place(2), place(3)]
    let data = try data(places)
    XCTAssertEqual(try ColumnArchive.decode([Defaulted].self, from: data).map(\.place), places)
    XCTAssertEqual(try ColumnArchive.decode([Initial].self, from: data).map(\.place), places)
    XCTAssertEqual(try ColumnArchive.decode([Required].self, from: data).map(\.place), places)
    XCTAssertEqual(try ColumnArchive.decode([Loose].self, from: data).map(\.place.y), places.map(\.y))
    for (number, place) in places.enumerated() {
      let value = Old(number: number, place: place)
      try assertReads(value, as: Defaulted(number: number, place: place))
      try assertReads(value, as: Required(number: number, place: place))
    }
  }

  /// A default is for those rows in which the struct is missing, and no others.
  func testSomeMissing() throws {
    let places = [place(2), nil, place(3), nil]
    let data = try data(places)
    XCTAssertEqual(
      try ColumnArchive.decode([Defaulted].self, from: data).map(\.place), places.map { $0 ?? Place(x: 9) })
    XCTAssertEqual(
      try ColumnArchive.decode([Initial].self, from: data).map(\.place), places.map { $0 ?? Place(x: 8) })
    XCTAssertEqual(
      try ColumnArchive.decode([Defaulted].self, from: self.data([nil, nil])).map(\.place.x), [9, 9])
    try assertReads(Old(number: 1, place: nil), as: Defaulted(number: 1, place: Place(x: 9)))
    try assertReads(Old(number: 1, place: nil), as: Initial(number: 1, place: Place(x: 8)))
    // Optional fields are missing with the struct, and required ones are missed.
    XCTAssertEqual(try ColumnArchive.decode([Loose].self, from: data).map(\.place.y), places.map { $0?.y })
    assertThrows(.typeMismatch, at: "[1].place.x", saying: "a value", "nil") {
      try ColumnArchive.decode([Required].self, from: data)
    }
    try assertRefuses(
      [Old(number: 0, place: place(1)), Old(number: 0, place: nil)], as: Required.self, .typeMismatch,
      at: "[1].place.x", saying: "nil")
  }

  /// An optional field that is required now: nil is an error in a struct that is there.
  func testRequiredField() throws {
    for places in [[place(1), place(3)], [nil, place(3)]] {
      assertThrows(.typeMismatch, at: "[1].place.y", saying: "nil") {
        try ColumnArchive.decode([Strict].self, from: data(places))
      }
    }
    XCTAssertEqual(
      try ColumnArchive.decode([Strict].self, from: data([place(1), nil, place(2)])).map(\.place.y),
      [-1, 0, -2])
  }

  /// Structs in structs: any of them may be missing.
  func testNested() throws {
    let (color, other) = (
      Color(red: 1, green: 2, blue: 3, alpha: 4), Color(red: 5, green: 6, blue: 7, alpha: 8)
    )
    let inner = Inner(place: place(4), color: color)
    let values: [Outer] = [
      Outer(inner: inner, plain: Inner.Raw(color: color)),
      Outer(inner: nil, plain: nil),
      Outer(inner: Inner(place: nil, color: nil), plain: Inner.Raw(color: other)),
      Outer(inner: inner, plain: nil),
      Outer(inner: Inner(place: place(5), color: nil), plain: nil),
    ]
    let all: [Outer] = (0..<300).flatMap { _ in values }
    let expected: [FlatOuter] = all.map { value in
      let (place, color) = (value.inner?.place, value.inner?.color)
      return FlatOuter(
        x: place?.x ?? 9, y: place?.y, text: place?.text ?? "none", red: color?.red ?? 9,
        blue: color?.blue ?? 9, alpha: value.plain?.color.alpha ?? 9)
    }
    for size in [1, 4, 1200] {
      let archive = try ColumnArchive(ColumnArchive.encode(all, options: .init(batchSize: size)))
      XCTAssertEqual(try archive.elements(of: FlatOuter.self, in: 0..<archive.count), expected)
      XCTAssertEqual(try archive.elements(of: FlatOuter.self, in: 701..<740), Array(expected[701..<740]))
      let positions = all.indices.filter { $0 % 7 == 3 }
      XCTAssertEqual(try archive.elements(of: FlatOuter.self, at: positions), positions.map { expected[$0] })
    }
    try assertReads(values[0], as: FlatOuter(x: 4, y: -4, text: "place 4", red: 1, blue: 3, alpha: 4))
  }

  /// Any structs may be missing, in any batches, and any elements are read.
  func testAtRandom() throws {
    var random = SeededGenerator()
    for _ in 0..<Thoroughness.rounds(8, full: 20) {
      let odds = 1 + random.below(4)
      let places = (0..<(1 + random.below(1500))).map { random.oneIn(odds) ? nil : place($0) }
      let expected = places.map { $0 ?? Place(x: 9) }
      let archive = try ColumnArchive(data(places))
      let message = "seed \(random.seed)"
      XCTAssertEqual(
        try archive.elements(of: Defaulted.self, in: 0..<places.count).map(\.place), expected, message)
      for _ in 0..<5 {
        let positions = places.indices.filter { _ in random.oneIn(3) }
        XCTAssertEqual(
          try archive.elements(of: Defaulted.self, at: positions).map(\.place),
          positions.map { expected[$0] },
          message)
        XCTAssertEqual(
          try archive.elements(of: Loose.self, at: positions).map(\.place.y), positions.map { places[$0]?.y },
          message)
      }
    }
  }

  /// A field whose value cannot be read keeps its default, in structs that may be missing.
  func testIsolatedFailures() throws {
    let values = [0, nil, 7, -1, nil, 7].map {
      OldChoice(part: $0.map { OldChoice.Part(choice: $0, x: 10 + $0) })
    }
    let data = try ColumnArchive.encode(values)
    let back = try ColumnArchive.decode([NewChoice].self, from: data)
    XCTAssertEqual(back.map(\.part.choice), [Priority.normal, .high, .low, .low, .high, .low])
    XCTAssertEqual(back.map(\.part.x), [10, 0, 17, 9, 0, 17])
  }

  /// Rows of an older version are read as trees, with all fields of the structs, in between rows that are not.
  func testRowsOfVersions() throws {
    var random = SeededGenerator()
    for count in [6, 700] {
      let rows = (0..<count).map { number in
        OldVersion(place: random.oneIn(3) ? nil : place(number), version: random.oneIn(2) ? 1 : 2)
      }
      var data = try ColumnArchive.encode(rows)
      let name = try XCTUnwrap(data.range(of: Data("archive_version".utf8)))
      data.replaceSubrange(name, with: Data(ArchiveSchema.versionKey.utf8))
      data = try ArchiveParts.resealed(data)
      let expected = rows.map { row in
        // The upgrade adds up two fields, of which the type has one.
        row.place.map { row.version == 1 ? $0.x + ($0.y ?? 0) : $0.x } ?? (row.version == 1 ? -1 : 9)
      }
      XCTAssertEqual(
        try ColumnArchive.decode([NewVersion].self, from: data).map(\.place.x), expected,
        "seed \(random.seed)")
      let archive = try ColumnArchive(data)
      XCTAssertEqual(
        try archive.elements(of: NewVersion.self, in: 3..<count).map(\.place.x), Array(expected[3...]),
        "seed \(random.seed)")
    }
  }

  /// Any byte may be any other.
  func testChangedBytes() throws {
    let data = try data([place(2), nil, place(3), place(4), nil])
    for position in data.indices {
      for bits in [0x01, 0x03, 0x80, 0xFF] as [UInt8] {
        var changed = data
        changed[position] ^= bits
        let message = "byte \(position) ^ \(bits)"
        assertDecodesOrThrows(message) { try ColumnArchive.decode([Defaulted].self, from: changed) }
        assertDecodesOrThrows(message) { try ColumnArchive.decode([Required].self, from: changed) }
        assertDecodesOrThrows(message) {
          let archive = try ColumnArchive(changed)
          return try archive.elements(of: Loose.self, in: (archive.count / 2)..<archive.count)
        }
        assertDecodesOrThrows(message) { try ColumnArchive(changed).values(at: FlatOld.path.y) }
        assertDecodesOrThrows(message) { try ColumnArchive.decode([PlaceAndField].self, from: changed) }
      }
    }
  }

  /// A type that has the struct as well has another field under the longer name.
  func testStructAndItsField() throws {
    let places = [place(2), nil, place(3)]
    XCTAssertEqual(
      try ColumnArchive.decode([PlaceAndField].self, from: data(places)),
      places.map { PlaceAndField(x: 5, place: $0) })
    let required = try ColumnArchive.encode([Whole(place: place(2)), Whole(place: place(3))])
    XCTAssertEqual(
      try ColumnArchive(required).elements(of: PlaceAndField.self, in: 0..<1),
      [PlaceAndField(x: 5, place: place(2))])
  }

  /// A path by a name with a dot, and one through the composition.
  func testPaths() throws {
    let places = [place(2), nil, place(3)]
    let some = try ColumnArchive(data(places))
    let all = try ColumnArchive(data([place(2), place(3)]))
    XCTAssertEqual(try all.values(at: FlatOld.path.x), [2, 3])
    XCTAssertEqual(try all.values(at: FlatOld.path.y), [-2, nil])
    XCTAssertEqual(try all.values(at: Required.path.place.x), [2, 3])
    XCTAssertEqual(try all.values(at: Required.path.place.y), [-2, nil])
    XCTAssertEqual(try all.values(at: Required.path.place), [place(2), place(3)])
    XCTAssertEqual(try some.values(at: FlatOld.path.y), [-2, nil, nil])
    assertThrows(.typeMismatch, at: "place.x", saying: "nil") { try some.values(at: FlatOld.path.x) }
    assertThrows(.typeMismatch, at: "place.x", saying: "nil") { try some.values(at: Required.path.place.x) }
    XCTAssertEqual(try some.values(of: Int.self, at: "place.x"), [2, 3])
    XCTAssertEqual(try some.positions(where: FlatOld.path.y) { $0 == nil }, [1, 2])
  }
}

@Archivable(className: "Column_Composed_Place")
private struct Place: Equatable {
  var x: Int
  var y: Int?
  var text = "none"
}
@Archivable(className: "Column_Composed")
private struct Old {
  var number: Int
  var place: Place?
}
@Archivable(className: "Column_Composed")
private struct Defaulted: Equatable {
  var number: Int
  @Stored(.composition, default: Place(x: 9)) var place: Place
}
@Archivable(className: "Column_Composed")
private struct Initial: Equatable {
  var number: Int
  @Stored(.composition) var place = Place(x: 8)
}
@Archivable(className: "Column_Composed")
private struct Required: Equatable {
  var number: Int
  @Stored(.composition) var place: Place
}
@Archivable(className: "Column_Composed")
private struct Loose: Equatable {
  @Stored(.composition) var place: Part
  @Archivable
  struct Part: Equatable { var y: Int? }
}
@Archivable(className: "Column_Composed")
private struct Strict: Equatable {
  @Stored(.composition) var place = Part(y: 0)
  @Archivable
  struct Part: Equatable { var y: Int }
}
@Archivable(className: "Column_Composed")
private struct FlatOld: Equatable {
  @Stored("place.x") var x: Int
  @Stored("place.y") var y: Int?
}

@Archivable(className: "Column_Composed_Outer")
private struct Outer {
  var inner: Inner?
  var plain: Inner.Raw?
}
@Archivable
private struct Inner {
  var place: Place?
  var color: Color?
  @Archivable
  struct Raw { var color: Color }
}
@Archivable(className: "Column_Composed_Outer")
private struct FlatOuter: Equatable {
  @Stored("inner.place.x") var x: Int = 9
  @Stored("inner.place.y") var y: Int?
  @Stored("inner.place.text") var text: String = "none"
  @Stored("inner.color.red") var red: UInt8 = 9
  @Stored("inner.color.blue") var blue: UInt8 = 9
  @Stored("plain.color.alpha") var alpha: UInt8 = 9
}

@Archivable(className: "Column_Composed_Choice")
private struct OldChoice {
  var part: Part?
  @Archivable
  struct Part {
    var choice: Int
    var x: Int
  }
}
@Archivable(className: "Column_Composed_Choice")
private struct NewChoice {
  @Stored(.composition, default: Part(choice: .high, x: 0)) var part: Part
  @Archivable
  struct Part {
    @Stored(onDecodeFailure: .fallbackToDefaultValue) var choice: Priority = .low
    var x: Int
  }
}

@Archivable(className: "Column_Composed_Version")
private struct OldVersion {
  var place: Place?
  @Stored("archive_version") var version: Int
}
@Archivable(className: "Column_Composed_Version", version: 2)
private struct NewVersion {
  @Stored(.composition, default: Part(x: 9)) var place: Part
  @Archivable
  struct Part { var x: Int }

  static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {
    let place = try fields.decode(Place?.self, "place")
    fields.remove("place")
    try fields.encode(place.map { $0.x + ($0.y ?? 0) } ?? -1, as: "place.x")
  }
}

@Archivable(className: "Column_Composed")
private struct PlaceAndField: Equatable {
  @Stored("place.x") var x = 5
  var place: Place?
}
@Archivable(className: "Column_Composed")
private struct Whole { var place: Place }
