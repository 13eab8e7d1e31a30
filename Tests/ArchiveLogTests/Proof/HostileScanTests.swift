import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// Bytes that only look like batches cost a scan time that grows no faster than they do.
final class HostileScanTests: XCTestCase {
  func testMarks() throws {
    try assertLinear { count in Data((0..<count / 4).flatMap { _ in mark }) }
  }

  /// Each head is right, and says that its body is everything after it.
  func testHeadsOfLongBodies() throws {
    try assertLinear { count in
      let heads = count / 32
      // After a byte that is none, they are searched for.
      return Data([0] + (0..<heads).flatMap { head(first: $0 + 1, byteCount: (heads - $0 - 1) * 32) })
    }
  }

  /// Each head is right, and its body is too short.
  func testHeadsWithoutBodies() throws {
    try assertLinear { count in Data((0..<count / 32).flatMap { head(first: $0, byteCount: 0) }) }
  }

  /// Batches that follow one another inside of a batch whose head is lost: each could begin a chain.
  func testBatchesInsideOfOthers() throws {
    let records = (0..<400).map { Record($0) }
    let archive = try ColumnArchive.encode(records, options: .init(batchSize: 1))
    try assertLinear { count in
      var data = Data([0])
      while data.count < count { data += archive }
      return data
    }
  }

  /// Zeros, in which an end may be anywhere.
  func testZeros() throws {
    try assertLinear { count in Data(count: count) }
  }

  /// Each batch is complete, and belongs before the one in front of it.
  func testBatchesInDescendingOrder() throws {
    let body = try body
    try assertLinear { count in
      let size = 32 + body.count
      return Data((0..<count / size).reversed().flatMap { head(first: $0, byteCount: body.count) + body })
    }
  }

  /// A number says that nearly as many elements are missing as there can be, and a batch is out of its order.
  func testAHugeGap() throws {
    let body = try body
    let firsts = [0, 1 << 54, 5]
    let parts = try look(Data(firsts.flatMap { head(first: $0, byteCount: body.count) + body }))
    XCTAssertEqual(parts.frames.map(\.first), [0, 5, 1 << 54])
    XCTAssertEqual(parts.damage.map(\.first), [1, 6, (1 << 54) + 1])
    XCTAssertEqual(parts.damage.map(\.next), [5, 1 << 54, (1 << 54) + 1])
    XCTAssertEqual(parts.damage[2].range.count, 32 + body.count)
  }

  /// Zeros up to the end of a sector tell that it has not arrived. A single one may be there by chance, so what is cut off is
  /// kept.
  func testASingleZeroInASector() throws {
    for (zeros, isWorthKeeping) in [(1, true), (3, true), (4, false), (8, false)] {
      let body = [UInt8](repeating: 7, count: 480) + [UInt8](repeating: 0, count: zeros)
      let torn = try look(Data(head(first: 0, byteCount: body.count) + body)).torn
      XCTAssertEqual(torn?.range, 0..<512 + zeros)
      XCTAssertEqual(torn?.isWorthKeeping, isWorthKeeping, "\(zeros)")
    }
  }

  /// The body of a batch of one record.
  private var body: [UInt8] {
    get throws {
      let data = try ColumnArchive.encode([Record(0), Record(1)], options: .init(batchSize: 1))
      return Array(data[try XCTUnwrap(SequenceParts(ofFile: data).frames.first).body])
    }
  }

  private func look(_ data: Data) throws -> SequenceParts {
    try SequenceParts(FrameSequence(data, from: 0, salt: 0))
  }

  private let mark: [UInt8] = [0xC3, 0x42, 0x41, 0x54]

  private func head(first: Int, byteCount: Int) -> [UInt8] {
    var content: [UInt8] = []
    for number in [UInt64(byteCount), UInt64(first), 1] { content += bytes(of: number, 8) }
    var checksum = ~UInt32(0)
    for byte in content {
      checksum ^= UInt32(byte)
      for _ in 0..<8 { checksum = checksum & 1 == 1 ? (checksum >> 1) ^ 0x82F6_3B78 : checksum >> 1 }
    }
    return mark + bytes(of: UInt64(~checksum), 4) + content
  }

  private func bytes(of number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64($0 * 8)) }
  }

  /// Eight times as many bytes take at most 24 times as long: 64 times if each byte cost something for all others.
  private func assertLinear(_ content: (Int) throws -> Data, line: UInt = #line) throws {
    let (small, large) = (try content(20_000), try content(160_000))
    func time(_ data: Data) throws -> Double {
      try (0..<3).map { _ in
        let start = processorTime()
        let parts = try look(data)
        XCTAssert(parts.footer == nil)
        return processorTime() - start
      }.min()!
    }
    let (first, second) = (try time(small), try time(large))
    print("\(#function): \(first * 1e3) and \(second * 1e3) ms")
    XCTAssertLessThan(second, 24 * first + 0.02, line: line)
  }

  /// The heads above are those that a writer writes, but for the size of the body.
  func testTheForgedHeadsAreRight() {
    let found = BatchFrame(Data(head(first: 5, byteCount: 77)), at: 100, salt: 0)
    XCTAssertEqual(found?.first, 5)
    XCTAssertEqual(found?.body, 132..<209)
  }
}
