import ArchiveTestSupport
import Foundation
import StructCoding
import XCTest

@testable import ArchiveLogs

/// Damage is reported, and everything else is read.
final class LogDamageTests: ReadingTestCase {
  private static let counts = [3, 1, 2]

  /// The elements that are gone if a part of the segment of six elements is: the header, a batch, or the footer.
  private static func elements(ofPart part: Int) -> Range<Int> {
    switch part {
    case 1: 0..<3
    case 2: 3..<4
    case 3: 4..<6
    default: 0..<0
    }
  }

  /// Flips each byte of a segment in a log.
  ///
  /// - Parameters:
  ///   - counts: The batches of the segments.
  ///   - flipped: The segment.
  ///   - isComplete: Whether the last segment has a footer.
  private func flipEachByte(
    _ segmentCount: Int, flipped: Int, isComplete: Bool, isTyped: Bool, _ random: inout SeededGenerator
  ) throws {
    for number in 0..<segmentCount {
      try put(Self.counts, from: number * 6, isSealed: isComplete || number < segmentCount - 1)
    }
    let url = try segments[flipped]
    let whole = try Data(contentsOf: url)
    let (_, parts) = try Self.segment(
      Self.batches(Self.counts, from: flipped * 6), isSealed: isComplete || flipped < segmentCount - 1)
    XCTAssertEqual(parts.last?.upperBound, whole.count)
    for offset in Thoroughness.some(of: whole.indices, oneIn: 8, first: flipped) {
      do {
        let bits = random.oneIn(2) ? 0xFF : 1 << UInt8(random.below(8)) as UInt8
        var data = whole
        data[offset] ^= bits
        try data.write(to: url)
        let place = "byte \(offset) of \(parts), \(bits)"
        let part = try XCTUnwrap(parts.firstIndex { $0.contains(offset) })
        let gone = Self.elements(ofPart: part)
        let numbers = (0..<segmentCount * 6).filter { !gone.contains($0 - flipped * 6) }
        let (found, damage) = isTyped ? try found() : try foundUntyped()
        assert(found, has: numbers, place)
        XCTAssertEqual(damage.count, 1, place)
        guard let damage = damage.first else { return }
        XCTAssert(damage.bytes.contains(offset), place)
        XCTAssertEqual(damage.segment.lastPathComponent, url.lastPathComponent, place)
        XCTAssertEqual(damage.error.code, .damaged, place)
        XCTAssertEqual(damage.error.file, url.path, place)
        XCTAssertNotNil(damage.error.offset, place)
        if gone.isEmpty {
          XCTAssertEqual(damage.next, damage.first, place)
        } else {
          XCTAssertEqual(damage.first, flipped * 6 + gone.lowerBound, place)
          // Of a batch at the open end whose head is damaged, only the first element is known.
          XCTAssertEqual(damage.next ?? flipped * 6 + gone.upperBound, flipped * 6 + gone.upperBound, place)
        }
        // Without a handler, the batches before the damage are read, and then it is thrown.
        var count = 0
        XCTAssertThrowsError(try reader.forEachBatch { count += try $0.elements().count }, place) { error in
          XCTAssertEqual((error as? ArchiveError)?.file, url.path)
        }
        XCTAssertEqual(count, part == 0 ? flipped * 6 : numbers.prefix { $0 < damage.first }.count, place)
      }
    }
  }

  func testEachFlippedByteOfACompleteSegment() throws {
    var random = SeededGenerator()
    try flipEachByte(1, flipped: 0, isComplete: true, isTyped: true, &random)
  }

  func testEachFlippedByteOfAnOpenSegment() throws {
    var random = SeededGenerator()
    try flipEachByte(1, flipped: 0, isComplete: false, isTyped: true, &random)
  }

  func testEachFlippedByteOfSegmentsWithoutTheType() throws {
    var random = SeededGenerator()
    for (flipped, isComplete) in [(0, true), (1, true), (1, false), (0, false)] {
      try setUpWithError()
      try flipEachByte(2, flipped: flipped, isComplete: isComplete, isTyped: false, &random)
      try tearDownWithError()
    }
  }

  func testEachFlippedByteBetweenSegments() throws {
    var random = SeededGenerator()
    try flipEachByte(3, flipped: 1, isComplete: false, isTyped: true, &random)
  }

  func testWithoutTheTypeTheOnlyHeaderIsNeeded() throws {
    let url = try put(Self.counts)
    var data = try Data(contentsOf: url)
    data[8] ^= 1
    try data.write(to: url)
    let (found, damage) = try foundUntyped()
    XCTAssertEqual(found, Found())
    XCTAssertEqual(damage.map(\.first), [0])
    XCTAssertEqual(damage.map(\.next), [6])
  }

  /// A header of the same size may be that of other fields.
  func testTheHeaderOfAnotherTypeIsNotTaken() throws {
    let pairs = (0..<10).map { Pair(left: $0, right: -$0) }
    var (data, parts) = try Self.segment([pairs])
    XCTAssertEqual(parts[0], try Self.segment([[SwappedPair(right: 0, left: 0)]]).parts[0])
    try put(data, first: 0)
    try put(Self.segment([pairs.map { SwappedPair(right: $0.right, left: $0.left) }]).data, first: 10)
    let damaged = try XCTUnwrap(try segments.first)
    for offset in parts[0] {
      data[offset] ^= 1
      try data.write(to: damaged)
      data[offset] ^= 1
      let (swapped, whole) = (Collected(), Collected())
      var found: [SwappedPair] = []
      try ArchiveLogReader<SwappedPair>(in: folder).forEachBatch(onDamage: swapped.add) {
        found += try $0.elements()
      }
      XCTAssertEqual(found, pairs.map { SwappedPair(right: $0.right, left: $0.left) })
      XCTAssertEqual(swapped.all.map { [$0.first, $0.next] }, [[0, 10]])
      // The type that wrote the segment has its header.
      var read: [Pair] = []
      try ArchiveLogReader<Pair>(in: folder).forEachBatch(onDamage: whole.add) { read += try $0.elements() }
      XCTAssertEqual(read, pairs + pairs)
      XCTAssertEqual(whole.all.map { [$0.first, $0.next] }, [[0, 0]])
    }
  }

  func testDamageBeforeTheStartIsNotReported() throws {
    let url = try put(Self.counts)
    var data = try Data(contentsOf: url)
    data[try Self.segment(Self.batches(Self.counts)).parts[1].upperBound - 1] ^= 1
    try data.write(to: url)
    XCTAssertEqual(try found(from: 2).damage.map(\.first), [0])
    let (found, damage) = try found(from: 3)
    assert(found, has: [3, 4, 5])
    XCTAssert(damage.isEmpty)
  }

  func testEachShorterSegmentBeforeAnotherIsDamaged() throws {
    let (whole, parts) = try Self.segment(Self.batches(Self.counts))
    let url = try put(whole, first: 0)
    try put([2], from: 6)
    for length in Thoroughness.some(of: 0..<whole.count, oneIn: 4) {
      try whole.prefix(length).write(to: url)
      for (found, damage) in [try found(), try foundUntyped()] {
        let complete = parts[1...3].filter { $0.upperBound <= length }.count
        let count = Self.counts.prefix(complete).reduce(0, +)
        assert(found, has: Array(0..<count) + [6, 7], "\(length) of \(parts)")
        // What is missing is reported once, at most in the file and behind it.
        XCTAssert((1...2).contains(damage.count), "\(length) of \(parts): \(damage)")
        XCTAssertEqual(damage.first?.first, count, "\(length) of \(parts)")
        XCTAssertEqual(damage.last?.next, 6, "\(length) of \(parts)")
      }
    }
  }

  func testMissingSegmentsAreReported() throws {
    try put([2])
    let missing = try put([3], from: 2)
    try put([1], from: 5)
    try FileManager.default.removeItem(at: missing)
    let (found, damage) = try found()
    assert(found, has: [0, 1, 5])
    XCTAssertEqual(damage.count, 1)
    XCTAssertEqual(damage.first?.first, 2)
    XCTAssertEqual(damage.first?.next, 5)
    XCTAssertEqual(damage.first?.segment.lastPathComponent, try segments[1].lastPathComponent)
    XCTAssertThrowsError(try reader.forEachBatch { _ in })
  }

  func testDeletedOldSegmentsAreNotMissing() throws {
    let old = try put([2])
    try put([3], from: 2)
    try FileManager.default.removeItem(at: old)
    for start in 0...2 {
      let (found, damage) = try found(from: start)
      assert(found, has: [2, 3, 4])
      XCTAssert(damage.isEmpty)
    }
  }

  func testRepeatedElementsAreReadOnce() throws {
    try put([3])
    try put([2, 3], from: 1)
    let (found, damage) = try found()
    assert(found, has: Array(0..<6))
    XCTAssertEqual(damage.count, 1)
  }

  func testAHandlerMayStopReading() throws {
    struct Stop: Error {}
    let url = try put(Self.counts)
    var data = try Data(contentsOf: url)
    data[0] ^= 1
    try data.write(to: url)
    XCTAssertThrowsError(try reader.forEachBatch(onDamage: { _ in throw Stop() }) { _ in }) {
      XCTAssert($0 is Stop)
    }
  }

  func testRandomDamageNeverTraps() throws {
    var random = SeededGenerator()
    let (whole, _) = try Self.segment(Self.batches([5, 30, 2, 8]))
    for _ in 0..<Thoroughness.rounds(80, full: 300) {
      try setUpWithError()
      for first in [0, 45, 90] {
        var data = whole
        for _ in 0..<random.below(4) {
          let start = random.below(data.count)
          let end = min(start + random.below(600), data.count)
          switch random.below(3) {
          case 0: data.replaceSubrange(start..<end, with: Data(count: end - start))
          case 1: data.removeSubrange(start..<end)
          default: for index in start..<end { data[index] = UInt8(random.below(256)) }
          }
          if data.isEmpty { break }
        }
        try put(data, first: first)
      }
      for (found, damage) in [try found(), try foundUntyped()] {
        XCTAssertEqual(found.numbers, found.numbers.sorted())
        XCTAssertEqual(Set(found.numbers).count, found.numbers.count)
        XCTAssertEqual(found.elements.map(\.number), found.numbers.map { $0 % 45 })
        // What is not there was said, but for what may not yet be there, at the end.
        let missing = Set(0..<90).subtracting(found.numbers)
        let told = damage.flatMap { $0.first..<($0.next ?? 135) }
        XCTAssert(
          missing.isSubset(of: told), "seed \(random.seed): \(missing.subtracting(told)) of \(damage)")
      }
      try tearDownWithError()
    }
  }
}

@Archivable(className: "Pair")
private struct Pair: Equatable, Sendable {
  var left: Int
  var right: Int
}

@Archivable(className: "Pair")
private struct SwappedPair: Equatable, Sendable {
  var right: Int
  var left: Int
}
