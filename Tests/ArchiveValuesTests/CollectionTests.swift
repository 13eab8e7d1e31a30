import ArchiveBytes
import ArchiveTestSupport
import ArchiveValues
import Foundation
import XCTest

final class CollectionTests: XCTestCase {
  func testNestedOptionalsKeepEveryLevel() throws {
    let values: [Int???] = [nil, .some(nil), .some(.some(nil)), 5]
    for value in values { try assertRoundTrip(value) }
    let trees = try values.map { try TreeEncoder.tree(of: $0) }
    for (index, tree) in trees.enumerated() {
      for other in trees[(index + 1)...] { XCTAssertNotEqual(tree, other) }
    }
    try assertRoundTrip([1, nil, 3] as [Int?])
    try assertRoundTrip([[1], nil, []] as [[Int?]?])
    try assertRoundTrip(["a": nil, "b": 1] as [String: Int?])
    try assertRoundTrip([nil, 1] as Set<Int?>)
    assertThrows(Int??.self, from: .list(.array, []), .invalidValue)
    assertThrows(Int??.self, from: .list(.array, [.null, .null]), .invalidValue)
  }

  func testCollections() throws {
    try assertRoundTrip([[1, 2], [], [3]])
    try assertRoundTrip(ContiguousArray(["a", "b"]))
    try assertRoundTrip([1, 2, 3, 4][1...2])
    try assertRoundTrip(["a": [1: true], "b": [:]])
    try assertRoundTrip([Tag("x", 1): "one", Tag("y"): "two"])
    try assertRoundTrip([Shape.point: 1, .circle(radius: 2): 2, .circle(radius: 3): 3])
    try assertRoundTrip(Set([[1, 2], [2, 1], []]))
    try assertRoundTrip([UUID(): Date(), UUID(): Date()])
  }

  func testErrorsAreLocated() {
    let entries: [Tree] = [.string("a"), .string("b"), .int(1), .string("?")]
    assertThrows([String: Int].self, from: .list(.dictionary, entries), .typeMismatch, at: "[\"b\"]")
    let nested: Tree = .list(.dictionary, [.string("k"), .list(.array, [.int(1), .null])])
    assertThrows([String: [Int]].self, from: nested, .typeMismatch, at: "[\"k\"][1]")
    let duplicate: [Tree] = [.string("a"), .string("a"), .int(1), .int(2)]
    assertThrows([String: Int].self, from: .list(.dictionary, duplicate), .invalidValue, saying: "a second a")
    assertThrows(Set<Int>.self, from: .list(.set, [.int(1), .int(1)]), .invalidValue, saying: "a second 1")
    assertThrows(
      [Tag].self, from: .list(.array, [.record("Tag", case: nil, [:])]), .missingField, at: "[0].name")
    assertThrows(Shape.self, from: .record("Shape", case: "square", [:]), .typeMismatch)
  }

  func testSetsAndDictionariesHaveOneOrder() throws {
    var generator = SeededGenerator()
    func check<Element: ArchiveValue & Hashable>(_ elements: [Element]) throws {
      let unique = Array(Set(elements))
      let tree = try TreeEncoder.tree(of: Set(unique))
      let entries = try TreeEncoder.tree(of: Dictionary(uniqueKeysWithValues: unique.map { ($0, "\($0)") }))
      for _ in 0..<10 {
        // Capacity and order of insertion change the order of iteration; the process's seed changes it as well.
        var set = Set<Element>(minimumCapacity: Int.random(in: 0...1000, using: &generator))
        for element in unique.shuffled(using: &generator) { set.insert(element) }
        XCTAssertEqual(try TreeEncoder.tree(of: set), tree)
        var dictionary = [Element: String](minimumCapacity: Int.random(in: 0...1000, using: &generator))
        for element in unique.shuffled(using: &generator) { dictionary[element] = "\(element)" }
        XCTAssertEqual(try TreeEncoder.tree(of: dictionary), entries)
      }
    }
    try check((0..<40).map { "\($0)" })
    try check((0..<40).map { _ in Int.random(in: .min ... .max, using: &generator) })
    try check((0..<40).map { _ in UInt64.random(in: 0 ... .max, using: &generator) })
    try check((0..<40).map { _ in UInt8.random(in: 0 ... .max, using: &generator) })
    try check((0..<40).map { _ in Double(bitPattern: generator.next()) }.filter { !$0.isNaN })
    try check((0..<40).map { Tag("\($0 % 7)", $0 % 3 == 0 ? nil : $0) })
    try check((0..<20).map { Shape.circle(radius: Double($0)) } + [.point])
    try check((0..<20).map { ["\($0)": $0, "x": 2 * $0] })
    try check((0..<20).map { $0 % 4 == 0 ? nil : $0 } as [Int?])
    try check((0..<20).map { _ in UUID() })
    try check((0..<20).map { URL(string: "https://swift.org/\($0)")! })
    try check((0..<20).map { Date(timeIntervalSinceReferenceDate: Double($0)) })
    try check((0..<20).map { NSString(string: "\($0)") })
    try check((0..<20).map { NSNumber(value: $0) })
  }

  func testOrderOfStringsAndIntegersIsWhatItSays() throws {
    let strings: Tree = .list(.set, ["B", "a", "é", "👩"].map { .string($0) })
    XCTAssertEqual(try TreeEncoder.tree(of: Set(["é", "👩", "a", "B"])), strings)
    let numbers: Tree = .list(.set, [-5, 0, 3].map { .int($0) })
    XCTAssertEqual(try TreeEncoder.tree(of: Set([3, -5, 0])), numbers)
  }

  func testRanges() throws {
    try assertRoundTrip(1..<5)
    try assertRoundTrip(Int.min...Int.max)
    try assertRoundTrip("a"..<"b")
    try assertRoundTrip(-Double.infinity...0)
    for tree in [
      try TreeEncoder.tree(of: 3...), try TreeEncoder.tree(of: ...3), try TreeEncoder.tree(of: ..<3),
    ] {
      XCTAssertEqual(tree, .list(.array, [.int(3)]))
    }
    XCTAssertEqual(
      try TreeDecoder.value(of: PartialRangeFrom<Int>.self, from: .list(.array, [.int(3)])).lowerBound, 3)
    assertThrows(Range<Int>.self, from: .list(.array, [.int(5), .int(1)]), .invalidValue, saying: "5 and 1")
    assertThrows(ClosedRange<Double>.self, from: .list(.array, [.double(.nan), .double(1)]), .invalidValue)
    assertThrows(Range<Double>.self, from: .list(.array, [.double(1), .double(.nan)]), .invalidValue)
    assertThrows(Range<Int>.self, from: .list(.array, [.int(5)]), .invalidValue)
    assertThrows(PartialRangeFrom<Double>.self, from: .list(.array, [.double(.nan)]), .invalidValue)
    assertThrows(PartialRangeUpTo<Int>.self, from: .list(.array, []), .invalidValue)
  }

  func testTuples() throws {
    let tuple = ArchiveTuple(1, "two", [3.0], nil as Bool?)
    let tree = try TreeEncoder.tree(of: tuple)
    let parts = try TreeDecoder.value(of: type(of: tuple), from: tree).parts
    XCTAssertTrue(parts == (1, "two", [3.0], nil as Bool?))
    assertThrows(
      ArchiveTuple<Int, Int>.self, from: .list(.array, [.int(1)]), .invalidValue, saying: "2 parts")
    assertThrows(
      ArchiveTuple<Int, Int>.self, from: .list(.array, [.int(1), .null]), .typeMismatch, at: "[1]")
  }

  func testObjects() throws {
    let number = NSNumber(value: 5)
    XCTAssertEqual(try TreeEncoder.tree(of: [number]), .list(.array, [.object(number)]))
    try assertRoundTrip(NSString("x"))
    try assertRoundTrip([NSString("x"), NSString("y")])
    try assertRoundTrip([NSString("x"): [NSNumber(value: 1)]])
    try assertRoundTrip(NSDate() as NSDate?)
    assertThrows([NSDate].self, from: .list(.array, [.object(number)]), .typeMismatch, at: "[0]")
    XCTAssertTrue(NSDate.archiveClasses.first == NSDate.self)
  }
}
