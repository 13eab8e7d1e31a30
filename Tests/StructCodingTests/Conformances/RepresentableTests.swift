import ArchiveTestSupport
import ColumnArchives
import Foundation
import StructCoding
import XCTest

/// Types of a user that are stored as another value.
final class RepresentableTests: XCTestCase {
  private func assertCarried<Value: ArchiveValue & Equatable>(
    _ value: Value, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    for road in Road.allCases {
      XCTAssertEqual(try road.carry(value, to: Value.self), value, "\(road)", file: file, line: line)
    }
  }

  func testEveryRoad() throws {
    for level in [Grade(number: 3), Grade(number: nil)] {
      try assertCarried(level)
      try assertCarried([level, level])
      try assertCarried([level: [level]])
    }
    try assertCarried([MapSpot(x: 1, label: "a"), MapSpot(x: -1, label: "")])
    try assertCarried(Leg(start: MapSpot(x: 1, label: "a"), end: nil, level: Grade(number: nil)))
    try assertCarried([Leg(start: MapSpot(x: 0, label: "b"), end: MapSpot(x: 2, label: "c"), level: nil)])
  }

  /// A form that may be `nil` stays apart from an optional's own `nil`.
  func testOptionalForm() throws {
    XCTAssertTrue(Grade._isNilStorable)
    try assertCarried([nil, Grade(number: nil), Grade(number: 0)])
  }

  /// The bytes are those of the form.
  func testSameBytes() throws {
    let spots = [MapSpot(x: 1, label: "a"), MapSpot(x: 2, label: "b")]
    let forms = spots.map(\.archiveForm)
    XCTAssertEqual(try KeyedArchive.encode(spots), try KeyedArchive.encode(forms))
    XCTAssertEqual(try ColumnArchive.encode(spots), try ColumnArchive.encode(forms))
    XCTAssertEqual(try ArchiveNode(encoding: spots), try ArchiveNode(encoding: forms))
  }

  /// Bounds that no range has are errors, and do not end the process.
  func testUnorderedBounds() throws {
    let keyed = try KeyedArchive.encode([Double.nan])
    assertThrows(.invalidValue) { try KeyedArchive.decode(PartialRangeFrom<Double>.self, from: keyed) }
    assertThrows(.invalidValue) { try KeyedArchive.decode(PartialRangeUpTo<Double>.self, from: keyed) }
    assertThrows(.invalidValue) { try KeyedArchive.decode(PartialRangeThrough<Double>.self, from: keyed) }
    let column = try ColumnArchive.encode([Double.nan])
    assertThrows(.invalidValue) { try ColumnArchive.decode([PartialRangeFrom<Double>].self, from: column) }
    assertThrows(.invalidValue) { try ColumnArchive.decode([PartialRangeUpTo<Double>].self, from: column) }
    assertThrows(.invalidValue) { try ColumnArchive.decode([PartialRangeThrough<Double>].self, from: column) }
    let pair = try KeyedArchive.encode([2, 1])
    assertThrows(.invalidValue) { try KeyedArchive.decode(Range<Int>.self, from: pair) }
    assertThrows(.invalidValue) { try KeyedArchive.decode(ClosedRange<Int>.self, from: pair) }
  }

  func testFormsThatNoValueHas() throws {
    let odd = [2, 3]
    for road in Road.allCases {
      assertThrows(.custom, at: road.path("[1]"), saying: "odd(3)") {
        try road.carry(odd, to: [EvenNumber].self)
      }
      assertThrows(.custom, at: road.path("[0]"), saying: "tooLarge") {
        try road.carry([EvenNumber(half: .max)], to: [EvenNumber].self)
      }
    }
  }
}

private struct Grade: ArchiveRepresentable, Hashable {
  var number: Int?
  var archiveForm: Int? { number }
  init(number: Int?) { self.number = number }
  init(archiveForm: Int?) { number = archiveForm }
}

private struct MapSpot: ArchiveRepresentable, Hashable {
  var x: Double
  var label: String
  init(x: Double, label: String) { (self.x, self.label) = (x, label) }
  var archiveForm: ArchiveTuple<Double, String> { ArchiveTuple(x, label) }
  init(archiveForm: ArchiveTuple<Double, String>) { (x, label) = archiveForm.parts }
}

private struct EvenNumber: ArchiveRepresentable {
  enum Problem: Error {
    case odd(Int)
    case tooLarge
  }

  var half: Int
  init(half: Int) { self.half = half }

  var archiveForm: Int {
    get throws {
      guard half < .max / 2 else { throw Problem.tooLarge }
      return 2 * half
    }
  }

  init(archiveForm: Int) throws {
    guard archiveForm.isMultiple(of: 2) else { throw Problem.odd(archiveForm) }
    half = archiveForm / 2
  }
}

@Archivable(className: "Test_RepresentableLeg")
private struct Leg: Equatable {
  var start: MapSpot
  var end: MapSpot?
  var level: Grade?
}
