import ArchiveTestSupport
import Foundation
import StructCoding
import XCTest

/// What is written today is written tomorrow, byte for byte: digests of the archives of generated values.
///
/// A digest that changes means that the format has changed: that takes a new version of it.
final class ArchiveDigestTests: XCTestCase {
  /// FNV-1a, which needs nothing.
  private struct Digest {
    private(set) var bits: UInt64 = 0xcbf2_9ce4_8422_2325
    mutating func add(_ data: Data) {
      for byte in data { bits = (bits ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
  }

  /// The digest of archives of values alone, in arrays of several lengths, optional, and in several batches.
  @_semantics("optimize.sil.specialize.generic.never")
  private func check<Value: ArchiveValue & Arbitrary>(
    _ expected: UInt64, _ type: Value.Type, line: UInt = #line,
    _ make: (inout SeededGenerator) -> Value = { .arbitrary(&$0) }
  ) throws {
    var (random, digest) = (SeededGenerator(seed: 14), Digest())
    for count in [1, 2, 3, 8, 9, 33, 120] {
      let values = (0..<count).map { _ in make(&random) }
      digest.add(try ColumnArchive.encode(values[0]))
      digest.add(try ColumnArchive.encode(values))
      digest.add(try ColumnArchive.encode(values.map { random.oneIn(3) ? nil : $0 }))
      digest.add(try ColumnArchive.encode(values, options: .init(batchCount: 32)))
      // What repeats takes a dictionary, or no bytes at all.
      digest.add(try ColumnArchive.encode((0..<count).map { values[$0 % min(count, 4)] }))
      digest.add(try ColumnArchive.encode([values, [], values]))
    }
    XCTAssertEqual(digest.bits, expected, "0x\(String(digest.bits, radix: 16)), \(type)", line: line)
  }

  /// Numbers of every width around several bases.
  private func checkWidths<Number: FixedWidthInteger & ArchiveValue>(
    _ expected: UInt64, _ type: Number.Type, line: UInt = #line
  ) throws {
    var (random, digest) = (SeededGenerator(seed: 14), Digest())
    for width in 0...Number.bitWidth {
      for base in [0, 1, Number.max / 2, Number.min] {
        let numbers = (0..<random.below(70)).map { _ in
          base &+ (width == 0 ? 0 : Number(truncatingIfNeeded: random.next() >> UInt64(64 - width)))
        }
        digest.add(try ColumnArchive.encode(numbers))
      }
    }
    XCTAssertEqual(digest.bits, expected, "0x\(String(digest.bits, radix: 16)), \(type)", line: line)
  }

  func testWidths() throws {
    try checkWidths(0xc2536aecaed298c6, Int8.self)
    try checkWidths(0xd9d86410eee4ab58, Int16.self)
    try checkWidths(0x6fc49543e6938f03, Int32.self)
    try checkWidths(0x4b9b5754e0b13aba, Int64.self)
    try checkWidths(0x3e766f4727c91933, UInt8.self)
    try checkWidths(0x2869e20f9b96b4ef, UInt16.self)
    try checkWidths(0x23010a87ff5c821f, UInt32.self)
    try checkWidths(0x57e9f44e284debc8, UInt64.self)
  }

  func testScalars() throws {
    try check(0x1f5f83b50c536c53, Bool.self)
    try check(0x69a6c3ee48dca4a7, Int.self)
    try check(0x223a1170312907e2, UInt8.self)
    try check(0x5994c396d23df292, Float.self)
    try check(0x50ab9b1b19ee7436, Double.self)
    try check(0xec48615caf48e8be, Date.self)
    try check(0x90bd785c763ee618, UUID.self)
    try check(0x3e68779db72a2780, Data.self)
    try check(0x13b01875238022c6, String.self)
    try check(0x50a735a53e912e56, Numbers.self)
  }

  func testRecords() throws {
    try check(0x8ede64c210f8ec5d, Session.self)
    try check(0x984cd703eeecddd6, Point.self)
    try check(0x4e5718628f15bda8, Triangle.self)
    try check(0xe410aab6265b2beb, Padded.self)
    try check(0x7e70583093badafd, Empty.self)
    try check(0x895b4128b2b85084, Texts.self)
    try check(0x1d940e0e92180dfe, Person.self)
    try check(0x422e83ef408a5a83, Collections.self)
    try check(0x304cc458e05d7d0, Pairs.self)
    try check(0x2a2266695b43350e, Remark.self)
    try check(0xdf58e7688acacc36, Kelvin.self)
    try check(0xf7bef4e46a31d283, Modes.self)
  }

  func testCases() throws {
    try check(0xdbfffa4a78753fc3, Priority.self)
    try check(0x504abb099ad29353, MoreThanAByte.self)
    try check(0x20817afe57c1eed6, Shape.self)
    try check(0x833de57910d34fbd, Expression.self)
    try check(0x7aa6d1ce820aaba7, Tree<String>.self)
    try check(0x8b289de5442106ec, Chain.self)
    try check(0x31540d09bcf17ff5, Signal.self)
  }
}
