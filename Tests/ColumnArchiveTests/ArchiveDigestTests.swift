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
      digest.add(try ColumnArchive.encode(values, options: .init(batchSize: 32)))
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
    try checkWidths(0xc253_6aec_aed2_98c6, Int8.self)
    try checkWidths(0xd9d8_6410_eee4_ab58, Int16.self)
    try checkWidths(0x6fc4_9543_e693_8f03, Int32.self)
    try checkWidths(0x4b9b_5754_e0b1_3aba, Int64.self)
    try checkWidths(0x3e76_6f47_27c9_1933, UInt8.self)
    try checkWidths(0x2869_e20f_9b96_b4ef, UInt16.self)
    try checkWidths(0x2301_0a87_ff5c_821f, UInt32.self)
    try checkWidths(0x57e9_f44e_284d_ebc8, UInt64.self)
  }

  func testScalars() throws {
    try check(0x1f5f_83b5_0c53_6c53, Bool.self)
    try check(0x69a6_c3ee_48dc_a4a7, Int.self)
    try check(0x223a_1170_3129_07e2, UInt8.self)
    try check(0x5994_c396_d23d_f292, Float.self)
    try check(0x50ab_9b1b_19ee_7436, Double.self)
    try check(0xec48_615c_af48_e8be, Date.self)
    try check(0x90bd_785c_763e_e618, UUID.self)
    try check(0x3e68_779d_b72a_2780, Data.self)
    try check(0x13b0_1875_2380_22c6, String.self)
    try check(0x50a7_35a5_3e91_2e56, Numbers.self)
  }

  func testRecords() throws {
    try check(0x8ede_64c2_10f8_ec5d, Session.self)
    try check(0x984c_d703_eeec_ddd6, Point.self)
    try check(0x4e57_1862_8f15_bda8, Triangle.self)
    try check(0xe410_aab6_265b_2beb, Padded.self)
    try check(0x7e70_5830_93ba_dafd, Empty.self)
    try check(0x895b_4128_b2b8_5084, Texts.self)
    try check(0x1d94_0e0e_9218_0dfe, Person.self)
    try check(0x422e_83ef_408a_5a83, Collections.self)
    try check(0x304_cc45_8e05_d7d0, Pairs.self)
    try check(0x2a22_6669_5b43_350e, Remark.self)
    try check(0xdf58_e768_8aca_cc36, Kelvin.self)
    try check(0xf7be_f4e4_6a31_d283, Modes.self)
  }

  func testCases() throws {
    try check(0xdbff_fa4a_7875_3fc3, Priority.self)
    try check(0x504a_bb09_9ad2_9353, MoreThanAByte.self)
    try check(0x2081_7afe_57c1_eed6, Shape.self)
    try check(0x833d_e579_10d3_4fbd, Expression.self)
    try check(0x7aa6_d1ce_820a_aba7, Tree<String>.self)
    try check(0x8b28_9de5_4421_06ec, Chain.self)
    try check(0x3154_0d09_bcf1_7ff5, Signal.self)
  }
}
