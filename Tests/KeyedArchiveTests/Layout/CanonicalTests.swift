import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Equal values give equal bytes, and what is equal is stored once.
final class CanonicalTests: XCTestCase {
  /// Sets and dictionaries with other histories, and so another order in memory.
  func testOrderInMemoryDoesNotMatter() throws {
    var random = SeededGenerator()
    func check<Key: ArchiveValue & Hashable>(_ keys: [Key], line: UInt = #line) throws {
      let expectedSet = try KeyedArchive.encode(Set(keys))
      let expectedDictionary = try KeyedArchive.encode(Dictionary(uniqueKeysWithValues: zip(keys, keys)))
      for _ in 0..<5 {
        let shuffled = keys.shuffled(using: &random)
        var set = Set<Key>(minimumCapacity: random.below(2000))
        var dictionary = [Key: Key](minimumCapacity: random.below(2000))
        for key in shuffled {
          set.insert(key)
          dictionary[key] = key
        }
        XCTAssertEqual(try KeyedArchive.encode(set), expectedSet, line: line)
        XCTAssertEqual(try KeyedArchive.encode(dictionary), expectedDictionary, line: line)
        XCTAssertEqual(
          try KeyedArchive.encode([[set]: dictionary]), try KeyedArchive.encode([[Set(keys)]: dictionary]),
          line: line)
      }
    }
    try check((0..<50).map { "key \($0)" } + ["é", "🎉", "", "$null"])
    try check((0..<50).map { $0 * 7 - 20 })
    try check((0..<50 as Range<UInt64>).map { $0 * 0x0400_0000_0000_0001 })
    try check((0..<50).map { Double($0) / 3 })
    try check((0..<20).map { Point(x: $0 % 5, y: $0) })
    try check(Direction.allCases)
    try check((0..<10).map { Shape.circle(radius: Double($0)) } + [.empty, .label("", at: nil)])
    try check((0..<10).map { [$0, 1] } + [[]])
    try check((0..<10).map { Set([$0, $0 + 1]) })
    try check((0..<10).map { Date(timeIntervalSinceReferenceDate: Double(-$0)) })
    try check((0..<10).map { UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UInt8($0))) })
    try check([nil, 1, 2, 3] as [Int?])
  }

  func testEqualStringsAreStoredOnce() throws {
    let long = "a string that is too long to be stored inline"
    let archive = try Layout(
      KeyedArchive.encode(["a", "a", "é", "é", long, long] + [String](repeating: "a", count: 9)))
    XCTAssertEqual(archive.objects.count, 1 + 1 + 3 + 1)
  }

  func testEqualNumbersAreStoredOnce() throws {
    let numbers = try Layout(KeyedArchive.encode([1, 1, 256, 256, -1, -1, 1 << 40, 1 << 40]))
    XCTAssertEqual(numbers.objects.count, 1 + 1 + 4 + 1)
    let doubles = try Layout(KeyedArchive.encode([0.5, 0.5, 0.0, -0.0, .nan, .nan]))
    XCTAssertEqual(doubles.objects.count, 1 + 1 + 4 + 1)
    let large = try Layout(KeyedArchive.encode([UInt64.max, .max, 1 << 63, 1 << 63]))
    XCTAssertEqual(large.objects.count, 1 + 1 + 2 + 1)
  }

  func testEqualObjectsAreStoredOnce() throws {
    let ticket = Ticket("one")
    let data = try KeyedArchive.archivedData(
      withRootObject: [ticket, ticket] as NSArray, requiringSecureCoding: true)
    XCTAssertEqual(try Layout(data).objects(ofClass: "KeyedArchiveTests.Ticket").count, 1)
    let null = try Layout(KeyedArchive.encode([nil, nil, nil] as [String?]))
    XCTAssertEqual(null.objects(ofClass: "NSNull").count, 1)
  }

  /// One class record for each class, however many shapes its objects have.
  func testClassesAreStoredOnce() throws {
    let shapes: [Shape] = [.empty, .circle(radius: 1), .label("", at: nil), .circle(radius: 2)]
    let records = try Layout(KeyedArchive.encode(shapes)).objects
      .compactMap { ($0 as? [String: Any])?["$classname"] as? String }
    XCTAssertEqual(records.sorted(), ["NSArray", "Test_Shape"])
  }

  /// Foundation on Linux makes one integer of these three.
  func testOneAndTrueAndOnePointZeroAreThree() throws {
    let value = Three(int: 1, bool: true, double: 1)
    let archive = try Layout(assertRoundTrip(value))
    XCTAssertEqual(Set(["int", "bool", "double"].map { Layout.uid(archive.root?[$0]) }).count, 3)
    let objects = [1 as NSNumber, true as NSNumber, 1.0 as NSNumber] as NSArray
    let data = try KeyedArchive.archivedData(withRootObject: objects, requiringSecureCoding: true)
    XCTAssertEqual(try Layout(data).objects.count, 1 + 1 + 3 + 1)
    let python = try Python.run(
      "import plistlib, sys; print([type(o).__name__ for o in plistlib.load(open(sys.argv[1], 'rb'))['$objects'][2:5]])",
      input: data)
    XCTAssertEqual(python.text, "['int', 'bool', 'float']")
  }
}

@Archivable(className: "Test_Three")
private struct Three: Equatable {
  var int: Int?
  var bool: Bool?
  var double: Double?
}
