import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Values that only know keyed coders, and objects.
final class TreeTests: XCTestCase {
  func testSingleValues() throws {
    try assertColumns(Celsius(degrees: -3))
    try assertColumns([Celsius(degrees: 1), Celsius(degrees: .infinity)])
    try assertColumns([nil, Celsius(degrees: 1)])
    try assertColumns([Celsius(degrees: 1): [Celsius(degrees: 2)]])
    try assertColumns(Box(content: Celsius(degrees: 1)))
  }

  func testStoredAsAnotherType() throws {
    try assertColumns(Kelvin(degrees: 3))
    try assertColumns((0..<1200).map { Kelvin(degrees: Double($0)) })
    try assertColumns([nil, Kelvin(degrees: 0)])
    // Their columns are those of numbers.
    XCTAssertEqual(try ColumnArchive.encode([Kelvin(degrees: 2)]), try ColumnArchive.encode([2.0]))
    let numbers = try ColumnArchive.encode([[1, 0], [0, -1.5]])
    let error = assertThrows(.custom, at: "[1][1]") {
      try ColumnArchive.decode([[Kelvin]].self, from: numbers)
    }
    XCTAssert(error?.underlyingError is Kelvin.BelowZero)
  }

  func testRecords() throws {
    let answer = Remark(text: "yes", stars: 5)
    try assertColumns(answer)
    try assertColumns([
      Remark(
        text: "why", shapes: ["a": .empty, "b": .label("x", at: Point(x: 1, y: 2))],
        answers: [answer, answer]),
      answer,
    ])
    try assertColumns(Box(content: [answer]))
    var random = SeededGenerator()
    for _ in 0..<20 { try assertColumns([Remark].arbitrary(&random), "seed \(random.seed)") }
  }

  func testEnumerations() throws {
    try assertColumns(Signal.silence)
    try assertColumns([Signal.tone(440, name: "a"), .silence, .tone(-0.0, name: "")])
    try assertColumns([Signal.silence: [Signal.tone(1, name: "x")]])
  }

  /// Everything that a keyed coder takes, inside of a tree.
  func testEveryKindOfValue() throws {
    var random = SeededGenerator()
    let seed = "seed \(random.seed)"
    for _ in 0..<6 {
      try assertColumns(InTree(value: Numbers.arbitrary(&random)), seed)
      try assertColumns(InTree(value: Texts.arbitrary(&random)), seed)
      try assertColumns(InTree(value: Collections.arbitrary(&random)), seed)
      try assertColumns([InTree(value: FoundationValues.arbitrary(&random))], seed)
      try assertColumns(InTree(value: Expression.arbitrary(&random)), seed)
      try assertColumns(InTree(value: [Triangle].arbitrary(&random)), seed)
      try assertColumns(InTree(value: Pairs.arbitrary(&random)), seed)
      try assertColumns(InTree(value: [Int???].arbitrary(&random)), seed)
      try assertColumns(InTree(value: [[Bool?]: Modes].arbitrary(&random)), seed)
      try assertColumns(InTree(value: Folder.arbitrary(&random)), seed)
    }
    for bits: UInt64 in [0x7FF8_0000_0000_0000, 0xFFF8_0000_0000_1234] {
      let number = Double(bitPattern: bits)
      XCTAssertEqual(try decoded(InTree(value: number)).value.bitPattern, bits)
    }
    XCTAssertEqual(try decoded(InTree(value: Float(bitPattern: 0xFFC0_1234))).value.bitPattern, 0xFFC0_1234)
  }

  func testObjects() throws {
    let ticket = Ticket("a", price: 2)
    try assertColumns(ticket)
    try assertColumns([ticket, Ticket("b")])
    try assertColumns([nil, ticket])
    try assertColumns(["x": ticket])
    var random = SeededGenerator()
    for _ in 0..<5 { try assertColumns(Folder.arbitrary(&random), "seed \(random.seed)") }
  }

  /// What cannot be written is named, wherever it is.
  func testErrorsWhileWriting() {
    func check<Value: ArchiveValue>(_ value: Value, at path: String, line: UInt = #line) {
      let error = assertThrows(.custom, at: path, line: line) { try ColumnArchive.encode(value) }
      XCTAssert(error?.underlyingError is Fussy.Odd, line: line)
    }
    let (good, bad) = (Fussy(number: 2), Fussy(number: 3))
    check(bad, at: "the root")
    check([good, good, bad], at: "[2]")
    check([[good], [], [good, bad]], at: "[2][1]")
    check([good, nil, nil, bad, nil], at: "[3]")
    check([Both(first: 1, second: good), Both(first: 2, second: bad)], at: "[1].second")
    check(["a": [good], "b": [good, bad]], at: "[1].value[1]")
    check(
      [Choice.none, .one(good), .none, .many([good, good]), .many([good, bad]), .one(good)], at: "[4]._0[1]")
    check([InTree(value: [good]), InTree(value: [good, bad])], at: "[1][1]")
    check(Box(content: Set([bad])), at: "content[0]")
    // The next archive is none the worse for it.
    XCTAssertEqual(try decoded([good, good]), [good, good])
  }

  /// Values whose other form is an archive: one is written and read in the middle of the other.
  func testArchivesInArchives() throws {
    let values = (0..<40).map {
      Sealed(event: Event(timeStamp: Date(timeIntervalSinceReferenceDate: 0), eventTag: "\($0)"))
    }
    try assertColumns(values)
    try assertColumns([Both(first: values, second: "text")])
    try assertColumns(Dictionary(uniqueKeysWithValues: values.map { ($0.event.eventTag, [$0]) }))
  }

  func testObjectsOfAnotherClass() throws {
    let tickets = try ColumnArchive.encode([Ticket("a"), Ticket("b")])
    assertThrows(.classMismatch, at: "[0]", saying: "Ticket") {
      try ColumnArchive.decode([NSUUID].self, from: tickets)
    }
  }

  /// Archives of a type that had no columns yet.
  func testTreesAreReadAsAnyType() throws {
    func check<Value: ArchiveValue & Equatable>(_ values: [Value], line: UInt = #line) throws {
      let trees = try ColumnArchive.encode(values.map { InTree(value: $0) })
      XCTAssertEqual(try ArchiveParts(trees).schema, Format.tree, line: line)
      XCTAssertEqual(try ColumnArchive.decode([Value].self, from: trees), values, line: line)
      let archive = try ColumnArchive(trees)
      XCTAssertEqual(try archive.elements(of: Value.self, in: 1..<2), [values[1]], line: line)
      let fields = try ColumnArchive.encode(["k": values.map { Both(first: 1, second: InTree(value: $0)) }])
      XCTAssertEqual(
        try ColumnArchive.decode([String: [Both<Int, Value>]].self, from: fields),
        ["k": values.map { Both(first: 1, second: $0) }], line: line)
    }
    try check([1, 2, 3])
    try check(["a", "b"])
    try check([0.5, 1])
    try check([[1], [], [2, 3]])
    try check([Point(x: 1, y: 2), Point(x: 3, y: 4)])
    try check([Shape.empty, .label("x", at: Point(x: 1, y: 2))])
    try check([Direction.west, .east])
    try check([["a": 1], [:]])
    try check([Triangle.zero, .zero])
    let trees = try ColumnArchive.encode([InTree(value: 1), InTree(value: 300)])
    assertThrows(.invalidValue, at: "[1]", saying: "300") {
      try ColumnArchive.decode([UInt8].self, from: trees)
    }
  }

  func testErrorsAreLocated() throws {
    let remarks = try ColumnArchive.encode([
      Remark(text: ""),
      Remark(text: "", answers: [Remark(text: "", stars: 3), Remark(text: "", stars: 300)]),
    ])
    assertThrows(.invalidValue, at: "[1].answers[1].stars", saying: "300", "Int8") {
      try ColumnArchive.decode([NarrowRemark].self, from: remarks)
    }
    assertThrows(.typeMismatch, at: "[0]") { try ColumnArchive.decode([Celsius].self, from: remarks) }
    let signals = try ColumnArchive.encode([Signal.silence])
    assertThrows(.classMismatch, at: "the root", saying: "Column_Remark", "Column_Signal") {
      try ColumnArchive.decode([Remark].self, from: signals)
    }
    let boxed = try ColumnArchive.encode([0: Signal.silence])
    assertThrows(.classMismatch) { try ColumnArchive.decode([Int: Remark].self, from: boxed) }
  }
}

/// Any value, stored as a tree.
struct InTree<Value: ArchiveValue & Equatable>: ArchiveValue, Equatable {
  var value: Value
  func encodeValue(to encoder: inout some ValueEncoder) throws { try value.encodeValue(to: &encoder) }
  static func decodeValue(from decoder: inout some ValueDecoder) throws -> InTree {
    InTree(value: try Value.decodeValue(from: &decoder))
  }
  static var _isNilStorable: Bool { Value._isNilStorable }
}

/// A remark whose stars must fit a byte.
private struct NarrowRemark: ArchiveRecord {
  var stars: Int8?
  var answers: [NarrowRemark]

  static let archiveSchema = ArchiveSchema(className: "Column_Remark", fields: ["stars", "answers"])

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(stars, at: 0)
    try encoder.encode(answers, at: 1)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    stars = try decoder.decode(at: 0)
    answers = try decoder.decode(at: 1)
  }
}

/// A value that is only written when it is even.
private struct Fussy: ColumnValue, Hashable {
  var number: Int
  struct Odd: Error {}

  private func check() throws -> Int {
    if number % 2 != 0 { throw Odd() }
    return number
  }

  func encodeValue(to encoder: inout some ValueEncoder) throws { try encoder.encode(Int64(check())) }
  static func decodeValue(from decoder: inout some ValueDecoder) throws -> Fussy {
    Fussy(number: Int(try decoder.decodeInt64()))
  }
  static var archiveColumn: ArchiveColumn {
    .stored(as: Int.self) { (value: Fussy) in
      try value.check()
    } decode: {
      Fussy(number: $0)
    }
  }
}

@Archivable(className: "Column_Choice")
private enum Choice {
  case none
  case one(Fussy)
  case many([Fussy])
}

/// An event in an archive of its own.
private struct Sealed: ColumnValue, Hashable {
  var event: Event
  func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder.encode(ColumnArchive.encode(event))
  }
  static func decodeValue(from decoder: inout some ValueDecoder) throws -> Sealed {
    Sealed(event: try ColumnArchive.decode(Event.self, from: decoder.decodeData()))
  }
  static var archiveColumn: ArchiveColumn {
    .stored(as: Data.self) { (value: Sealed) in
      try ColumnArchive.encode(value.event)
    } decode: {
      Sealed(event: try ColumnArchive.decode(Event.self, from: $0))
    }
  }
}
