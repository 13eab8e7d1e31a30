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
    try checkWidths(0xa914_598a_93d9_c8de, Int8.self)
    try checkWidths(0xd0dc_575c_ed95_a559, Int16.self)
    try checkWidths(0x1801_e8b0_777d_3145, Int32.self)
    try checkWidths(0xb40f_d5d5_074f_007c, Int64.self)
    try checkWidths(0x8b61_6ae3_fe3e_b7ed, UInt8.self)
    try checkWidths(0xd638_55af_4629_fa64, UInt16.self)
    try checkWidths(0x49bb_20a3_846d_111a, UInt32.self)
    try checkWidths(0x2011_fe6d_eb8b_0308, UInt64.self)
  }

  func testScalars() throws {
    try check(0x8e9b_0aa8_f7f9_a5bf, Bool.self)
    try check(0xd37d_02eb_d896_c713, Int.self)
    try check(0xb06e_5003_9eef_bed6, UInt8.self)
    try check(0x8d25_0914_1466_0cd3, Float.self)
    try check(0xbb29_2c90_2e5a_26ab, Double.self)
    try check(0x3033_b2b6_9f52_1e3d, Date.self)
    try check(0x3462_d418_a3d7_4701, UUID.self)
    try check(0x9389_850f_f0b7_0cf7, Data.self)
    try check(0x2150_a811_8b16_c388, String.self)
    try check(0x2480_78e8_dcfb_6401, Numbers.self)
  }

  func testRecords() throws {
    try check(0x0c1a_992a_533a_a268, Session.self)
    try check(0x277c_0e17_dc35_60b8, Point.self)
    try check(0x50a3_842c_b1a9_2fc1, Triangle.self)
    try check(0x0373_8e7e_d836_6bb7, Padded.self)
    try check(0xe83a_8ca1_dfc2_475d, Empty.self)
    try check(0x2f96_af7a_5024_ea76, Texts.self)
    try check(0x20e3_d79d_dc98_8d32, Person.self)
    try check(0x13f3_c4df_6712_6bf8, Collections.self)
    try check(0xdc64_0eae_bc01_16e5, Pairs.self)
    try check(0xd3c4_6c4b_8210_7840, Remark.self)
    try check(0xadd8_1615_3c4a_7548, Kelvin.self)
    try check(0xbe2a_2f71_373c_7df6, Modes.self)
  }

  func testCases() throws {
    try check(0x8f5c_f625_bfc0_883e, Priority.self)
    try check(0x82de_de6b_68ec_cb6f, MoreThanAByte.self)
    try check(0x125f_8c19_48fc_ed52, Shape.self)
    try check(0x4857_0d05_55e6_0cc5, Expression.self)
    try check(0xf67d_2d5a_cbcd_a403, Tree<String>.self)
    try check(0x78ec_fde1_0681_213e, Chain.self)
    try check(0x6bcb_7855_b9af_ea5b, Signal.self)
  }
}
