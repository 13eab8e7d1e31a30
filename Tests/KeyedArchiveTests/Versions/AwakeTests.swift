import ArchiveDocuments
import ArchiveTestSupport
import StructCoding
import XCTest

/// Values that validate or adjust themselves when they were decoded, on every road.
final class AwakeTests: XCTestCase {
  override func setUp() { _ = UpgradeLog.shared.take() }

  private func check<Value: ArchiveValue & Equatable>(
    _ value: Value, _ adjusted: Value, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    for road in Road.allCases {
      XCTAssertEqual(try road.carry(value, to: Value.self), adjusted, "\(road)", file: file, line: line)
    }
  }

  private let unsorted = Sorted(numbers: [3, 1, 2])
  private let sorted = Sorted(numbers: [1, 2, 3])

  func testAdjusted() throws {
    try check(unsorted, sorted)
    try check([unsorted, sorted, unsorted], [sorted, sorted, sorted])
    try check(unsorted as Sorted?, sorted)
    try check([unsorted, nil, unsorted] as [Sorted?], [sorted, nil, sorted])
    try check(["a": [unsorted]], ["a": [sorted]])
    try check((0..<1500).map { $0 % 2 == 0 ? unsorted : sorted }, (0..<1500).map { _ in sorted })
  }

  /// Numbers without gaps, which are read as one piece of memory, and structs of them.
  func testRawRecords() throws {
    let (long, unit) = (Direction3(x: 3, y: 0, z: 4), Direction3(x: 0.6, y: 0, z: 0.8))
    try check(long, unit)
    try check([long, unit, long], [unit, unit, unit])
    try check(Frame(up: long, right: unit), Frame(up: unit, right: unit))
    try check([Frame(up: long, right: long)], [Frame(up: unit, right: unit)])
    try check([[Frame(up: long, right: long)], []], [[Frame(up: unit, right: unit)], []])
    try check([0: long], [0: unit])
  }

  func testEnumerations() throws {
    try check([Level.low, .none, .high], [.low, .low, .high])
    try check(Level.none, .low)
    try check([Figure.circle(-2), .none, .square(1)], [.circle(2), .none, .square(1)])
    try check(Figure.circle(-2), .circle(2))
    try check([Grade.unset, .good], [.good, .good])
    try check(Grade.unset, .good)
  }

  /// Innermost first: what is inside is adjusted when the type around it looks.
  func testOrder() throws {
    let value = Summed(parts: [unsorted, Sorted(numbers: [-5, -6])], first: 0)
    try check(value, Summed(parts: [sorted, Sorted(numbers: [-6, -5])], first: -5))
    try check([value], [Summed(parts: [sorted, Sorted(numbers: [-6, -5])], first: -5)])
  }

  func testRefused() throws {
    let bad = Sorted(numbers: [13])
    for road in Road.allCases {
      let error = assertThrows(.custom, at: road.path("[1]"), saying: "BadLuck") {
        try road.carry([sorted, bad], to: [Sorted].self)
      }
      XCTAssert(error?.underlyingError is Sorted.BadLuck, "\(road)")
      assertThrows(.custom, at: road == .columnByName ? "value" : "the root") {
        try road.carry(bad, to: Sorted.self)
      }
      assertThrows(.custom, at: road.path("[0].parts[1]")) {
        try road.carry([Summed(parts: [sorted, bad], first: 0)], to: [Summed].self)
      }
      assertThrows(.custom, at: road.path("[1][2]")) {
        try road.carry([[], [sorted, nil, bad]] as [[Sorted?]], to: [[Sorted?]].self)
      }
      assertThrows(.custom, at: road.path("[2]")) {
        try road.carry([Figure.none, .circle(1), .circle(.infinity)], to: [Figure].self)
      }
    }
  }

  /// Each value once, after it was upgraded.
  func testAfterUpgrade() throws {
    for road in Road.allCases {
      XCTAssertEqual(
        try road.carry([Counted1(number: 4), Counted1(number: 5)], to: [Counted2].self),
        [Counted2(count: 5), Counted2(count: 6)], "\(road)")
      XCTAssertEqual(
        UpgradeLog.shared.take().sorted(), ["awake 4", "awake 5", "from 1", "from 1"], "\(road)")
      XCTAssertEqual(
        try road.carry(Holder1(inner: Counted1(number: 1)), to: Holder2.self),
        Holder2(inner: Counted2(count: 2)), "\(road)")
      XCTAssertEqual(UpgradeLog.shared.take(), ["holder", "from 1", "awake 1"], "\(road)")
    }
  }

  func testThroughCoders() throws {
    func back<Value: Archivable>(_ value: Value) throws -> Value? {
      let data = try KeyedArchive.archivedData(withRootObject: value.encoded, requiringSecureCoding: true)
      return try KeyedArchive.unarchivedObject(ofClass: Value.Coding.self, from: data)?.decoded
    }
    XCTAssertEqual(try back(unsorted), sorted)
    XCTAssertEqual(try back(Level.none), .low)
    XCTAssertEqual(try back(Figure.circle(-2)), .circle(2))
    assertThrows(.custom, saying: "BadLuck") { try back(Sorted(numbers: [13])) }
  }
}

@Archivable(className: "Test_Sorted")
struct Sorted: Hashable { var numbers: [Int] }
extension Sorted: AwakesAfterDecoding {
  struct BadLuck: Error {}
  mutating func awakeAfterDecoding() throws {
    if numbers.contains(13) { throw BadLuck() }
    numbers.sort()
  }
}

@Archivable(className: "Test_Direction3")
struct Direction3: Hashable {
  var x: Float
  var y: Float
  var z: Float
}
extension Direction3: AwakesAfterDecoding {
  mutating func awakeAfterDecoding() {
    let length = (x * x + y * y + z * z).squareRoot()
    if length > 1.01 { (x, y, z) = (x / length, y / length, z / length) }
  }
}

@Archivable(className: "Test_Frame")
struct Frame: Hashable {
  var up: Direction3
  var right: Direction3
}

@Archivable(className: "Test_Level")
enum Level: Hashable { case none, low, high }
extension Level: AwakesAfterDecoding {
  mutating func awakeAfterDecoding() { if self == .none { self = .low } }
}

@Archivable(className: "Test_Figure")
enum Figure: Hashable {
  case none
  case circle(Double)
  case square(Double)
}
extension Figure: AwakesAfterDecoding {
  struct Endless: Error {}
  mutating func awakeAfterDecoding() throws {
    guard case .circle(let radius) = self else { return }
    if radius.isInfinite { throw Endless() }
    self = .circle(radius.magnitude)
  }
}

@Archivable(className: "Test_Grade")
enum Grade: UInt8 {
  case unset = 0
  case good = 1
}
extension Grade: AwakesAfterDecoding {
  mutating func awakeAfterDecoding() { self = .good }
}

/// Takes the greatest of its last part, which is there once that was sorted.
@Archivable(className: "Test_Summed")
struct Summed: Hashable {
  var parts: [Sorted]
  var first: Int
}
extension Summed: AwakesAfterDecoding {
  mutating func awakeAfterDecoding() { first = parts.last?.numbers.last ?? 0 }
}

@Archivable(className: "Test_Counted")
struct Counted1: Hashable { var number: Int }

struct Counted2: ArchiveStruct, ArchiveUpgradable, AwakesAfterDecoding, Hashable {
  var count: Int
  static let archiveFields = ArchiveFields<Counted2>("Test_Counted", version: 2, isMemberwise: true) {
    fields in
    fields.field("count", \.count)
  }
  init(count: Int) { self.count = count }
  func encodeFields(to encoder: inout some FieldEncoder) throws { try encoder.encode(count, at: 0) }
  init(fields decoder: inout some FieldDecoder) throws { count = try decoder.decode(at: 0) }
  static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) {
    UpgradeLog.shared.note("from \(version)")
    fields.rename("number", to: "count")
  }
  mutating func awakeAfterDecoding() {
    UpgradeLog.shared.note("awake \(count)")
    count += 1
  }
}

@Archivable(className: "Test_Holder")
struct Holder1: Hashable { var inner: Counted1 }

struct Holder2: ArchiveStruct, ArchiveUpgradable, Hashable {
  var inner: Counted2
  static let archiveFields = ArchiveFields<Holder2>("Test_Holder", version: 2, isMemberwise: true) { fields in
    fields.field("inner", \.inner)
  }
  init(inner: Counted2) { self.inner = inner }
  func encodeFields(to encoder: inout some FieldEncoder) throws { try encoder.encode(inner, at: 0) }
  init(fields decoder: inout some FieldDecoder) throws { inner = try decoder.decode(at: 0) }
  static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) {
    UpgradeLog.shared.note("holder")
  }
}
