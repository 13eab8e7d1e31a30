import ArchiveDocuments
import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// Decoding that fails in the middle frees what was read so far, once.
final class LeakTests: XCTestCase {
  private func check<Value: ArchiveValue>(
    _ make: () throws -> [Value], rounds: Int = 400, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let before = Token.count
    var random = SeededGenerator("\(Value.self)")
    var (values, errors) = (0, 0)
    try autoreleasing {
      let (data, one) = (try ColumnArchive.encode(make(), options: .init(batchSize: 40)), try make()[0])
      let single = try ColumnArchive.encode(one)
      let field = try ColumnArchive.encode(["k": make()])
      XCTAssertGreaterThan(Token.count, before, file: file, line: line)
      func read(_ data: Data, _ single: Data, _ field: Data) {
        for isRead in [
          (try? ColumnArchive.decode([Value].self, from: data)) != nil,
          (try? ColumnArchive(data).elements(of: Value.self, in: 1..<3)) != nil,
          (try? ColumnArchive.decode(Value.self, from: single)) != nil,
          (try? ColumnArchive.decode([String: [Value]].self, from: field)) != nil,
        ] {
          if isRead { values += 1 } else { errors += 1 }
        }
      }
      read(data, single, field)
      for length in 0..<single.count {
        read(data.prefix(length * data.count / single.count), single.prefix(length), field.prefix(length))
      }
      for _ in 0..<rounds {
        var (data, single, field) = (data, single, field)
        for _ in 0...random.below(2) {
          data[random.below(data.count)] = UInt8(random.below(256))
          single[random.below(single.count)] = UInt8(random.below(256))
          field[random.below(field.count)] = UInt8(random.below(256))
        }
        guard (try? ColumnArchive(data).count) ?? 3 >= 3 else { continue }
        read(data, single, field)
      }
    }
    XCTAssertEqual(Token.count, before, "seed \(random.seed)", file: file, line: line)
    XCTAssertGreaterThan(values, 3, file: file, line: line)
    XCTAssertGreaterThan(errors, rounds / 4, file: file, line: line)
  }

  /// Runs `body`; what it made is gone when it returns.
  @inline(never)
  private func autoreleasing(_ body: () throws -> Void) throws { try body() }

  private func numbers(_ count: Int) -> [Int] { (14..<(14 + count)).map { $0 } }

  /// Instances, and what is known of them while an archive is read, hold one another.
  func testInstances() throws {
    try check { try numbers(30).map { try CountedOwner($0) } }
    let before = Token.count
    try autoreleasing {
      let data = try ColumnArchive.encode(numbers(30).map { try CountedOwner($0) })
      for length in stride(from: data.count - 1, to: 0, by: -7) {
        _ = try? ColumnArchive(data.prefix(length)).node()
      }
      XCTAssertNoThrow(try ColumnArchive(data).node())
    }
    XCTAssertEqual(Token.count, before)
  }

  func testValues() throws {
    try check { try numbers(90).map { try Counted($0) } }
    try check { try numbers(90).map { $0 % 3 == 0 ? nil : try Counted($0) } }
    try check { try numbers(30).map { try (0..<($0 % 5)).map { try Counted($0) } } }
    try check { try numbers(9).map { try [$0: Counted($0), 1: Counted(1)] } }
    try check { try numbers(9).map { try Set([Counted($0), Counted(1)]) } }
    try check { try numbers(9).map { try [[Counted($0)], []] as [[Counted?]?] } }
    try check { try numbers(9).map { InTree(value: [try Counted($0)]) } }
  }

  func testRecords() throws {
    try check { try numbers(60).map { try CountedRecord($0) } }
    try check { try numbers(60).map { Both(first: try CountedRecord($0), second: try Counted($0)) } }
    try check { try numbers(20).map { $0 % 3 == 0 ? nil : [try CountedRecord($0)] } }
  }

  /// Fields whose values may fail by themselves, parts that are stored flat, and reading by paths.
  func testIsolatedFailures() throws {
    try check { try numbers(60).map { try Lenient($0) } }
    let before = Token.count
    try autoreleasing {
      // Every 13 is a number that no value can be made of.
      let old = (0..<700).map { LenientNumbers(value: $0 % 17, list: [$0 % 5 + 10, 1], other: $0 % 14) }
      let archive = try ColumnArchive(ColumnArchive.encode(old, options: .init(batchSize: 300)))
      let values = try archive.elements(of: Lenient.self)
      XCTAssertEqual(values.map { $0.value?.token.number ?? 13 }, old.map(\.value))
      XCTAssertEqual(
        values.map { $0.list.map(\.token.number) }, old.map { $0.list.contains(13) ? [] : $0.list })
      XCTAssertEqual(values.map { $0.part.first?.token.number ?? 13 }, old.map(\.other))
      XCTAssertEqual(try archive.values(at: Lenient.path.part.text), old.map { "\($0.other)" })
      XCTAssertThrowsError(try archive.values(at: Lenient.path.value))
      XCTAssertThrowsError(try archive.positions(where: Lenient.path.value) { $0 == nil })
    }
    XCTAssertEqual(Token.count, before)
  }

  func testCases() throws {
    try check {
      try numbers(30).map { number -> CountedCase in
        switch number % 3 {
        case 0: .none
        case 1: .one(try Counted(number), text: "a text of more than fifteen bytes")
        default: .more([.one(try Counted(1), text: ""), .none], at: try CountedRecord(number))
        }
      }
    }
  }

  func testMadeByInitializers() throws {
    try check {
      try numbers(12).map {
        CountedObserved(
          counted: try Counted($0), all: [$0: try Counted(1)], set: [try Counted($0)],
          tree: InTree(value: [try Counted($0)]), pair: (try Counted($0), $0 % 2 == 0 ? nil : try Counted(2)))
      }
    }
  }

  func testVersions() throws {
    try check { try numbers(60).map { CountedVersion(counted: try Counted($0)) } }
    try check { try numbers(20).map { $0 % 3 == 0 ? nil : [CountedVersion(counted: try Counted($0))] } }
  }

  /// Hooks that throw, at each place of columns of many rows.
  func testFailingHooksAtEachRow() throws {
    let before = Token.count
    for (index, bad) in [0, 1, 255, 256, 511, 512, 513, 700].enumerated() {
      for number in Thoroughness.some(of: [13, 12], oneIn: 2, first: index) {
        // 13 cannot be made when it is upgraded, 12 is refused when it was.
        let rows = (0..<701).map { OldCounted(number: $0 == bad ? number : 14) }
        func check<Value: ArchiveValue>(_ data: Data, as type: Value.Type, at path: String) {
          assertThrows(.custom, at: path) { try ColumnArchive.decode(Value.self, from: data) }
          XCTAssertEqual(Token.count, before)
        }
        let end = number == 13 ? ".counted" : ""
        check(try ColumnArchive.encode(rows), as: [CountedVersion].self, at: "[\(bad)]\(end)")
        check(
          try ColumnArchive.encode(rows.map { [$0, nil] }), as: [[CountedVersion?]].self,
          at: "[\(bad)][0]\(end)")
        check(
          try ColumnArchive.encode(rows.map { InTree(value: $0) }), as: [InTree<CountedVersion>].self,
          at: "[\(bad)]\(end)")
      }
    }
  }

  /// Lists are made some thousand elements at a time: those made before are freed as well.
  func testFailuresInLaterLists() throws {
    let before = Token.count
    for bad in [0, 1_400, 2_999] {
      let data = try ColumnArchive.encode((0..<3_000).map { [14, 14, $0 == bad ? 13 : 14] })
      assertThrows(.custom, at: "[\(bad)][2]") { try ColumnArchive.decode([[Counted]].self, from: data) }
      XCTAssertEqual(Token.count, before)
    }
  }

  /// A value that cannot be made, at each place of columns of many rows.
  func testFailuresAtEachRow() throws {
    let before = Token.count
    for bad in [0, 1, 511, 512, 513, 1023, 1024, 1500, 2047, 2048, 2600] {
      let numbers = (0..<2601).map { $0 == bad ? 13 : 14 }
      func check<Value: ArchiveValue>(_ data: Data, as type: Value.Type, at path: String) {
        assertThrows(.custom, at: path) { try ColumnArchive.decode(Value.self, from: data) }
        XCTAssertEqual(Token.count, before)
      }
      check(try ColumnArchive.encode(numbers), as: [Counted].self, at: "[\(bad)]")
      check(try ColumnArchive.encode([numbers, []]), as: [[Counted]].self, at: "[0][\(bad)]")
      check(try ColumnArchive.encode(numbers.map { [$0] }), as: [[Counted]].self, at: "[\(bad)][0]")
      check(try ColumnArchive.encode(numbers.map { $0 as Int? } + [nil]), as: [Counted?].self, at: "[\(bad)]")
      check(
        try ColumnArchive.encode(["k": numbers.map { Both(first: "text", second: $0) }]),
        as: [String: [Both<String, Counted>]].self, at: "[0].value[\(bad)].second")
      check(
        try ColumnArchive.encode(["k": numbers.map { Both(first: $0, second: Both(first: 1, second: [$0])) }]
        ),
        as: [String: [Both<Int, Both<Int, Set<Counted>>>]].self, at: "[0].value[\(bad)].second.second[0]")
      check(
        try ColumnArchive.encode(numbers.map { NumberChoice.number($0) }), as: [Choice].self,
        at: "[\(bad)]._0")
    }
  }
}

/// What every value of the test holds: as many are alive as there are values.
private final class Token {
  nonisolated(unsafe) static var count = 0
  let number: Int
  init(_ number: Int) {
    self.number = number
    Self.count += 1
  }
  deinit { Self.count -= 1 }
}

/// A value that is made of a number, unless it is 13.
private struct Counted: ColumnValue, Hashable {
  let token: Token
  struct Unlucky: Error {}

  init(_ number: Int) throws {
    if number == 13 { throw Unlucky() }
    token = Token(number)
  }

  static func == (left: Counted, right: Counted) -> Bool { left.token.number == right.token.number }
  func hash(into hasher: inout Hasher) { hasher.combine(token.number) }
  func encodeValue(to encoder: inout some ValueEncoder) throws { try encoder.encode(Int64(token.number)) }
  static func decodeValue(from decoder: inout some ValueDecoder) throws -> Counted {
    try Counted(Int(try decoder.decodeInt64()))
  }
  static var archiveColumn: ArchiveColumn {
    .stored(as: Int.self) { (value: Counted) in
      value.token.number
    } decode: {
      try Counted($0)
    }
  }
}

@Archivable(className: "Column_Lenient")
private struct Lenient: Hashable {
  @Stored(onDecodeFailure: .fallbackToDefaultValue) var value: Counted?
  @Stored(onDecodeFailure: .fallbackToDefaultValue) var list: [Counted] = []
  @Stored(.composition) var part: LenientPart

  init(_ number: Int) throws {
    value = number % 4 == 0 ? nil : try Counted(number)
    list = try (0..<(number % 3)).map { try Counted($0) }
    part = LenientPart(first: try Counted(number), text: "a text of more than fifteen bytes")
  }
}

@Archivable
private struct LenientPart: Hashable {
  @Stored(onDecodeFailure: .fallbackToDefaultValue) var first: Counted?
  var text: String
}

/// What ``Lenient`` reads, with numbers instead of values.
@Archivable(className: "Column_Lenient")
private struct LenientNumbers {
  var value: Int
  var list: [Int]
  @Stored("part.first") var other: Int
  @Stored("part.text") var text: String

  init(value: Int, list: [Int], other: Int) {
    (self.value, self.list, self.other, text) = (value, list, other, "\(other)")
  }
}

@Archivable(className: "Column_LeakRecord")
private struct CountedRecord: Hashable {
  private var first: Counted
  private var text: String
  private var list: [Counted]
  private var maybe: Counted?
  private var last: UInt8

  init(_ number: Int) throws {
    first = try Counted(number)
    text = String(repeating: "a text of more than fifteen bytes \(number)", count: 2)
    list = try (0..<(number % 4)).map { try Counted(number + $0) }
    maybe = number % 2 == 0 ? nil : try Counted(number)
    last = UInt8(number % 200)
  }
}

@Archivable(className: "Column_LeakVersion")
private struct OldCounted: Hashable { var number: Int }

/// Version 2 of it, which refuses 12.
private struct CountedVersion: ArchiveStruct, ArchiveUpgradable, AwakesAfterDecoding, Hashable {
  var counted: Counted
  static let archiveFields = ArchiveFields<CountedVersion>(
    "Column_LeakVersion", version: 2, isMemberwise: true
  ) { fields in
    fields.field("counted", \.counted)
  }
  init(counted: Counted) { self.counted = counted }
  func encodeFields(to encoder: inout some FieldEncoder) throws { try encoder.encode(counted, at: 0) }
  init(fields decoder: inout some FieldDecoder) throws { counted = try decoder.decode(at: 0) }
  static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) {
    fields.rename("number", to: "counted")
  }
  mutating func awakeAfterDecoding() throws {
    if counted.token.number == 12 { throw Counted.Unlucky() }
    counted = try Counted(counted.token.number)
  }
}

/// Strong references lead down only, so that damaged ones do not make circles.
@ArchivableObject(className: "Column_LeakOwner")
private final class CountedOwner {
  let counted: Counted
  var parts: [CountedPart] = []
  let first: CountedPart

  init(_ number: Int) throws {
    counted = try Counted(number)
    first = CountedPart(counted: try Counted(number))
    parts = try (0..<number % 3).map { CountedPart(counted: try Counted(number + $0)) } + [first]
    for part in parts { part.owner = self }
  }
}

@ArchivableObject(className: "Column_LeakPart")
private final class CountedPart {
  var counted: Counted
  weak var owner: CountedOwner?
  init(counted: Counted) { self.counted = counted }
}

@Archivable(className: "Column_LeakCase")
private enum CountedCase: Hashable {
  case none
  case one(Counted, text: String)
  indirect case more([CountedCase], at: CountedRecord?)
}

@Archivable(className: "Column_LeakChoice")
private enum NumberChoice: Hashable {
  case none
  case number(Int)
}

/// What it is read as.
@Archivable(className: "Column_LeakChoice")
private enum Choice: Hashable {
  case none
  case number(Counted)
}

@Archivable(className: "Column_LeakObserved")
private struct CountedObserved: Equatable {
  var counted: Counted { didSet {} }
  var all: [Int: Counted] = [:]
  var set: Set<Counted>
  var tree: InTree<[Counted]>
  var pair: (Counted, Counted?)

  static func == (left: CountedObserved, right: CountedObserved) -> Bool {
    left.counted == right.counted && left.all == right.all
  }
}
