import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Arrays, sets, dictionaries, tuples and optionals inside one another.
final class ColumnCollectionTests: XCTestCase {
  func testEmptyCollections() throws {
    try assertColumns([Int]())
    try assertColumns([[Int]]())
    try assertColumns([[], [[]]] as [[[Int]]])
    try assertColumns([[], []] as [[String]])
    try assertColumns(Set<String>())
    try assertColumns([String: Int]())
    try assertColumns([[:], ["a": [:]]] as [[String: [Int: Int]]])
    try assertColumns([Event]())
    try assertColumns(Collections.nothing)
  }

  func testArrays() throws {
    for count in [1, 2, 7, 8, 9, 127, 128, 300, 2047, 2048, 2049, 5000] {
      try assertColumns(Array(0..<count))
      try assertColumns([Array(0..<count), [], [1]])
      try assertColumns((0..<count).map { "\($0)" })
    }
    // Many short lists, which are read together, and some that pass what is read at a time.
    try assertColumns((0..<3000).map { number in (0..<(number % 5)).map { Int16($0) } })
    try assertColumns((0..<30).map { number in (0..<(number * 37 % 400)).map { "\($0)" } })
    try assertColumns([[1], Array(0..<2047), [], Array(0..<4000), [2, 3], Array(0..<2048), []])
    try assertColumns([[[Array(0..<3000)], []], [], [[[1]]]])
  }

  /// Lists of what owns nothing are collected several at a time, unless they are long: up to 64 bytes a list.
  func testListsOfScalars() throws {
    func check<Element: ArchiveValue & Equatable>(_ element: (Int) -> Element) throws {
      for count in [1, 2, 63, 64, 65, 127, 128, 129, 200] {
        func lists(_ length: (Int) -> Int) -> [[Element]] {
          (0..<count).map { row -> [Element] in
            (0..<length(row)).map { (position: Int) -> Element in element(row &* 31 &+ position) }
          }
        }
        func roundTrip(_ lists: [[Element]]) throws {
          let data = try ColumnArchive.encode(lists)
          XCTAssertEqual(try ColumnArchive.decode([[Element]].self, from: data), lists, "\(count) lists")
        }
        let size = MemoryLayout<Element>.stride
        try roundTrip(lists { ($0 * 7 + $0 / 3) % 11 })
        try roundTrip(lists { _ in 0 })
        // All lists together have just as much room as there is, a little less, and a little more.
        for excess in [-1, 0, 1] {
          try roundTrip(lists { $0 == count - 1 ? count * 64 / size + excess : 0 })
          try roundTrip(lists { $0 == 0 ? count * 64 / size + excess : $0 % 2 })
          try roundTrip(lists { 64 / size + ($0 == count / 2 ? excess : 0) })
        }
      }
    }
    try check { $0 % 3 == 0 }
    try check { UInt8(truncatingIfNeeded: $0) }
    try check { Int16(truncatingIfNeeded: $0 &* 77) }
    try check { Double($0) / 8 }
    try check { $0 }
  }

  func testSlicesAndContiguousArrays() throws {
    let slice = (0..<20).map { "\($0)" }[5..<12]
    XCTAssertEqual(slice.startIndex, 5)
    try assertColumns(slice)
    try assertColumns([slice, slice[7..<7], slice])
    try assertColumns(Box(content: slice))
    XCTAssertEqual(Array(try decoded(slice)), Array(slice))
    try assertColumns(ContiguousArray(0..<9))
    try assertColumns([ContiguousArray<String>(), ["a"]])
    // All three are arrays in the archive.
    XCTAssertEqual(
      try ColumnArchive.decode([[Int]].self, from: ColumnArchive.encode([[0, 1, 2][1...]])), [[1, 2]])
  }

  func testSets() throws {
    for count in [1, 2, 300] {
      try assertColumns(Set(0..<count))
      try assertColumns([Set((0..<count).map { "\($0)" }), []])
    }
    try assertColumns(Set([Point(x: 1, y: 2), Point(x: 2, y: 1)]))
    try assertColumns(Set([nil, 1, 2] as [Int?]))
    try assertColumns(Set([[1, 2], [], [1]]))
    try assertColumns(Set([Set([1, 2]), Set([])]))
    try assertColumns(Set(Direction.allCases))
  }

  func testDictionaries() throws {
    for count in [1, 2, 300] {
      try assertColumns(Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, "\($0)") }))
      try assertColumns([Dictionary(uniqueKeysWithValues: (0..<count).map { ("\($0)", [$0]) }), [:]])
    }
    try assertColumns([Point(x: 1, y: 1): "a", Point(x: 1, y: 2): "b"])
    try assertColumns([[1, 2]: 3, []: 0])
    try assertColumns([nil: 0, 1: 1] as [Int?: Int])
    try assertColumns(["a": nil, "b": 1] as [String: Int?])
    try assertColumns([Priority.high: [Suit.clubs: Direction.east]])
    try assertColumns([UUID(): Date(timeIntervalSinceReferenceDate: 0)])
  }

  /// The order in which a process happens to keep elements does not show.
  func testOrderOfElementsDoesNotCount() throws {
    var random = SeededGenerator()
    // Of strings that are equal, with other bytes, a set keeps the one that came first.
    let keys = Array(Set((0..<200).map { _ in String.arbitrary(&random) }))
    let first = try ColumnArchive.encode(Set(keys))
    var second = Set<String>(minimumCapacity: 4000)
    for key in keys.shuffled(using: &random) { second.insert(key) }
    XCTAssertEqual(first, try ColumnArchive.encode(second), "seed \(random.seed)")
    let pairs = keys.map { ($0, $0.utf8.count) }
    var other: [String: Int] = Dictionary(minimumCapacity: 4000)
    for (key, count) in pairs.shuffled(using: &random) { other[key] = count }
    XCTAssertEqual(
      try ColumnArchive.encode(Dictionary(uniqueKeysWithValues: pairs)), try ColumnArchive.encode(other),
      "seed \(random.seed)")
  }

  func testNestedOptionals() throws {
    let values: [Int???] = [nil, .some(nil), .some(.some(nil)), 1]
    for value in values {
      try assertColumns(value)
      try assertColumns([value, 2])
      try assertColumns(Box(content: value))
      try assertColumns(["a": value])
    }
    try assertColumns(values)
    try assertColumns((0..<3000).map { values[$0 % 4] })
    XCTAssertEqual(try decoded(values), values)
  }

  /// Types that tell `nil` in other ways: a byte behind, an unused byte, an address, a case.
  func testOptionalsOfEveryKind() throws {
    func check<Value: ArchiveValue & Hashable>(_ value: Value, line: UInt = #line) throws {
      try assertColumns(value as Value?, line: line)
      try assertColumns(nil as Value?, line: line)
      try assertColumns([value, nil, value, nil, nil], line: line)
      try assertColumns([.some(.some(value)), .some(nil), nil] as [Value??], line: line)
      try assertColumns(Both(first: value as Value?, second: nil as Value??), line: line)
      // Past what is read at a time.
      try assertColumns((0..<1500).map { $0 % 3 == 1 ? value : nil }, line: line)
    }
    try check(true)
    try check(7 as UInt8)
    try check(7 as Int32)
    try check(0.5 as Float)
    try check("text")
    try check([1, 2])
    try check([String]())
    try check(Set([1]))
    try check(["a": "b"])
    try check(Date(timeIntervalSinceReferenceDate: 0))
    try check(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))
    try check(URL(string: "a:b")!)
    try check(Data([1]))
    try check(Empty())
    try check(Point(x: 1, y: 2))
    try check(Padded(flag: 1, value: 2))
    try check(Vertex(x: 1, y: 2, z: 3))
    try check(Direction.west)
    try check(Only.one)
    try check(Side.right)
    try check(TwoHundred.c199)
    try check(MoreThanAByte.c256)
    try check(Shape.empty)
    try check(Shape.label("x", at: nil))
    try check(Expression.number(0))
    try check(Celsius(degrees: 1))
    try check(Kelvin(degrees: 1))
    try check(0..<5)
    try check("x" as Character)
    try check(Session(startTime: Date(timeIntervalSinceReferenceDate: 0), endTime: nil, events: []))
  }

  func testTuples() throws {
    try assertColumns(Pairs(pair: (1, "one"), labelled: (x: 0.5, y: nil), withList: ([1], Point(x: 3, y: 4))))
    var random = SeededGenerator()
    try assertColumns((0..<20).map { _ in Pairs.arbitrary(&random) }, "seed \(random.seed)")
  }

  func testAllTogether() throws {
    var random = SeededGenerator()
    for count in [1, 2, 7, 20] {
      try assertColumns((0..<count).map { _ in Collections.arbitrary(&random) }, "seed \(random.seed)")
    }
  }
}

extension Collections {
  static let nothing = Collections(
    names: [], nested: [], unique: [], byName: [:], byPoint: [:], maybe: [], twice: nil, contiguous: [],
    slice: [],
    priorities: [:])
}
