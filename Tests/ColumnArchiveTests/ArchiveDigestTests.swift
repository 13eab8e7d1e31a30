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
    try checkWidths(0xdc59_ab24_f63a_b127, Int8.self)
    try checkWidths(0xc25d_f8cf_a5b7_30f8, Int16.self)
    try checkWidths(0x3d97_bfcf_8d5d_4160, Int32.self)
    try checkWidths(0xb2e9_8095_0add_6dcc, Int64.self)
    try checkWidths(0xa3dc_02ef_338b_4b1e, UInt8.self)
    try checkWidths(0x0bb1_f87c_11cf_37fd, UInt16.self)
    try checkWidths(0x9025_f7e6_0568_9489, UInt32.self)
    try checkWidths(0x3798_4269_31fc_bd1a, UInt64.self)
  }

  func testScalars() throws {
    try check(0x26bc_0a51_b9d6_9c7d, Bool.self)
    try check(0x1a6f_48d5_23d0_f0ba, Int.self)
    try check(0xd5a5_6552_ee02_577d, UInt8.self)
    try check(0x810a_d752_54ed_8e5c, Float.self)
    try check(0xe1f7_0dc2_2a69_b641, Double.self)
    try check(0x7cdf_5b7e_4c6d_2a13, Date.self)
    try check(0x811d_5df1_bf0c_71c3, UUID.self)
    try check(0x27e5_5e0f_1a05_fc85, Data.self)
    try check(0xd8ee_0a15_b9e6_83d4, String.self)
    try check(0xf5d8_656e_91d4_f88d, Numbers.self)
  }

  func testRecords() throws {
    try check(0x1819_8dd3_c29f_a4c6, Session.self)
    try check(0xfd51_b095_c1aa_2a08, Point.self)
    try check(0xe655_6aa7_8886_d979, Triangle.self)
    try check(0x4581_f847_9d6c_dc1f, Padded.self)
    try check(0x3d4e_ffd3_2c2a_88d2, Empty.self)
    try check(0x9973_56b8_4032_b824, Texts.self)
    try check(0x6077_2abc_6300_9216, Person.self)
    try check(0xab64_aa5f_748a_c337, Collections.self)
    try check(0x30c9_177f_75cb_a427, Pairs.self)
    try check(0x8bb9_4977_75a2_7d9f, Remark.self)
    try check(0x868a_e808_881f_af62, Kelvin.self)
    try check(0xcac5_cbc2_cf2f_ac89, Modes.self)
  }

  func testCases() throws {
    try check(0x29f8_e60b_bf83_60d8, Priority.self)
    try check(0x3761_0c6e_7f91_6bee, MoreThanAByte.self)
    try check(0xa24b_10ad_2edd_aed3, Shape.self)
    try check(0x8b97_7906_90da_bf93, Expression.self)
    try check(0x604e_0704_5213_97cc, Tree<String>.self)
    try check(0xe377_b9e4_860e_5944, Chain.self)
    try check(0xe801_6efd_bd6d_2e37, Signal.self)
  }
}
