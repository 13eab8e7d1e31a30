import ColumnArchives
import Foundation
import StructCoding
import XCTest

@testable import ArchiveTestSupport

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
    try checkWidths(0x135a_9cf5_8c12_24fd, Int8.self)
    try checkWidths(0xa788_36e2_7652_ba61, Int16.self)
    try checkWidths(0x5731_aef1_9e36_a76f, Int32.self)
    try checkWidths(0xf64c_4df7_e298_fcba, Int64.self)
    try checkWidths(0xe7eb_7962_3213_45f4, UInt8.self)
    try checkWidths(0xf256_5de7_b8d9_7749, UInt16.self)
    try checkWidths(0xd5ba_07c0_f68d_abd6, UInt32.self)
    try checkWidths(0x62bb_d9bc_e4bd_bc27, UInt64.self)
  }

  func testScalars() throws {
    try check(0x2c86_6e71_0352_abfc, Bool.self)
    try check(0xe8c0_8d46_65c2_17e1, Int.self)
    try check(0x48d3_78c0_84c1_23b0, UInt8.self)
    try check(0x73a0_cc0a_16d9_ac74, Float.self)
    try check(0xcedb_c349_c17b_4efd, Double.self)
    try check(0x940b_2f0a_151d_6e7f, Date.self)
    try check(0xd68e_697e_777f_d243, UUID.self)
    try check(0xf7ea_3180_e693_dd65, Data.self)
    try check(0x2ce0_2b7b_dfb0_6cee, String.self)
    try check(0x136b_5b70_2292_1271, Numbers.self)
  }

  func testRecords() throws {
    try check(0x8255_d344_3b62_dfa9, Session.self)
    try check(0x003c_2dd6_c0a3_2157, Point.self)
    try check(0xef30_98b6_1a2e_a34f, Triangle.self)
    try check(0x9165_4d65_b34e_bf9f, Padded.self)
    try check(0xa182_ada7_6e77_6568, Empty.self)
    try check(0x9b83_3f0d_0e7a_807d, Texts.self)
    try check(0x9b1c_64ea_02fb_93c5, Person.self)
    try check(0x3146_0754_60dd_499f, Collections.self)
    try check(0x71f5_d9e2_9cd7_aaad, Pairs.self)
    try check(0xa1fa_0722_4290_e8ce, Remark.self)
    try check(0x6d55_d6f1_9953_4b64, Kelvin.self)
    try check(0x03c0_54d4_22b4_f28b, Modes.self)
  }

  func testCases() throws {
    try check(0x8dcc_f595_9462_33bf, Priority.self)
    try check(0xcd8d_9bb2_96b6_1e07, MoreThanAByte.self)
    try check(0xba2e_21bc_4fb8_342b, Shape.self)
    try check(0x1271_d978_96ad_5f5d, Expression.self)
    try check(0xec0d_2662_4d31_822c, Tree<String>.self)
    try check(0x1c71_d55f_a4d9_9df5, Chain.self)
    try check(0x327a_ff43_a5df_f30e, Signal.self)
  }
}
