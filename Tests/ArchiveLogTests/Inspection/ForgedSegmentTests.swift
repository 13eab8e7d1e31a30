import ArchiveLogs
import ArchiveTestSupport
import ColumnArchives
import XCTest

/// Segments that say what cannot be, under right checksums: whoever looks at one finds the same batches.
final class ForgedSegmentTests: ReadingTestCase {
  private var log: ArchiveLogFolder { ArchiveLogFolder(folder) }

  private func batches() throws -> [Range<Int>] {
    var found: [Range<Int>] = []
    try log.forEachBatch(onDamage: { _ in }, { found.append($0.first..<$0.first + $0.count) })
    return found
  }

  private func store(_ number: some FixedWidthInteger, at offset: Int, in data: inout Data) {
    let bytes = (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    data.replaceSubrange(offset..<offset + bytes.count, with: bytes)
  }

  /// The size in the head of a batch goes on into the footer, or beyond it.
  func testAHeadThatReachesIntoTheFooter() throws {
    let (whole, parts) = try Self.segment(Self.batches([2, 3, 1]))
    let (end, footer) = (whole.count - 24, parts[4])
    for batch in 1...3 {
      for last in Thoroughness.some(of: footer.lowerBound + 1...whole.count, oneIn: 4, first: batch) {
        for mendsFooter in [false, true] {
          try setUpWithError()
          var data = whole
          let (head, body) = (parts[batch].lowerBound, parts[batch].lowerBound + 32)
          store(UInt64(last - body), at: head + 8, in: &data)
          store(CRC32C.checksum(of: data[body..<last - 4]), at: last - 4, in: &data)
          store(CRC32C.checksum(of: data[head + 8..<body]) ^ Self.place.salt, at: head + 4, in: &data)
          if mendsFooter {
            let table = footer.lowerBound + 8..<end
            store(CRC32C.checksum(of: data[table]) ^ Self.place.salt, at: footer.lowerBound + 4, in: &data)
            store(CRC32C.checksum(of: data[end + 8..<end + 24]) ^ Self.place.salt, at: end + 4, in: &data)
          }
          try put(data, first: 0)
          let place = "batch \(batch) up to \(last) of \(footer), \(mendsFooter)"
          let (found, before) = (try batches(), try log.verify().segments.flatMap(\.batches))
          XCTAssertEqual(found, before, place)
          XCTAssert(try log.repair().remaining.isEmpty, place)
          let after = try log.verify()
          XCTAssertEqual(after.segments.flatMap(\.batches), before, place)
          XCTAssertEqual(after.damage.map(\.first), [], place)
          XCTAssertEqual(try batches(), before, place)
          try tearDownWithError()
        }
      }
    }
  }
}
