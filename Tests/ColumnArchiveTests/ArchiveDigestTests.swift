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
    try checkWidths(0x753c_df5b_7bb9_f849, Int8.self)
    try checkWidths(0x7b0b_9c49_7d7c_c449, Int16.self)
    try checkWidths(0x7f34_c584_ada0_94bf, Int32.self)
    try checkWidths(0xbef0_2076_162a_d132, Int64.self)
    try checkWidths(0x0ee9_66ed_143f_0314, UInt8.self)
    try checkWidths(0x5226_d158_609f_e311, UInt16.self)
    try checkWidths(0xb3eb_27d7_1387_ea8a, UInt32.self)
    try checkWidths(0x28ee_596f_82f5_e58f, UInt64.self)
  }

  func testScalars() throws {
    try check(0xea5a_a7cc_5c74_b718, Bool.self)
    try check(0xf6d5_85a2_4997_06dd, Int.self)
    try check(0xee3e_5582_37b7_bc54, UInt8.self)
    try check(0x62bf_4e5f_913f_f7b0, Float.self)
    try check(0xe4f4_0e72_cd40_1c29, Double.self)
    try check(0x310c_4ae0_9194_09cb, Date.self)
    try check(0x6f1d_0851_1ce4_e875, UUID.self)
    try check(0xdbd8_6c88_b3f3_0b49, Data.self)
    try check(0x337d_7299_4d7b_a412, String.self)
    try check(0x0fdd_a6a4_c529_cefb, Numbers.self)
  }

  func testRecords() throws {
    try check(0xa98f_d8c6_7cad_b185, Session.self)
    try check(0xba71_d8e6_c971_cdad, Point.self)
    try check(0xcb20_9b8f_d1ed_e8fd, Triangle.self)
    try check(0xeef4_708b_a105_ff75, Padded.self)
    try check(0xdd36_2045_2b29_1260, Empty.self)
    try check(0x4952_876a_b6aa_e375, Texts.self)
    try check(0x29e0_9b08_213c_dc35, Person.self)
    try check(0x50b1_827c_b5bf_1ad7, Collections.self)
    try check(0x3de8_110c_8096_450d, Pairs.self)
    try check(0xaeca_ddf3_3ce7_225a, Remark.self)
    try check(0x9912_b269_0727_16fc, Kelvin.self)
    try check(0xcd37_b6d7_bf00_d31d, Modes.self)
  }

  func testCases() throws {
    try check(0xdffb_0791_c941_5603, Priority.self)
    try check(0x5350_1fe5_1f3f_f999, MoreThanAByte.self)
    try check(0x1113_22ae_853d_0a89, Shape.self)
    try check(0x0829_a464_6b25_6037, Expression.self)
    try check(0x64ec_e565_71fa_7c0c, Tree<String>.self)
    try check(0x9d63_d2a3_b1d1_8429, Chain.self)
    try check(0x68d0_3350_878e_23fa, Signal.self)
  }
}
