import ArchiveDocuments
import ArchiveTestSupport
import StructCoding
import XCTest

/// Bytes behind the end of an archive or a property list: padding is passed over and counted, everything else is refused.
final class BytesBehindTests: XCTestCase {
  private let paddings: [[UInt8]] = [
    [0], [0, 0], [0x0A], [0x0D, 0x0A], [0x20, 0x09, 0], [UInt8](repeating: 0, count: 31),
    [UInt8](repeating: 0, count: 32), [UInt8](repeating: 0x20, count: 33), [UInt8](repeating: 0, count: 5000),
  ]

  func testPadding() async throws {
    let values = (0..<300).map { "value \($0)" }
    let archive = try KeyedArchive.encode(values)
    for padding in paddings {
      let data = archive + padding
      XCTAssertEqual(try KeyedArchive.decode([String].self, from: data), values)
      let opened = try KeyedArchive(data)
      XCTAssertEqual(try opened.decode([String].self), values)
      XCTAssertNoThrow(try opened.verify())
      let elements = try await opened.elements(of: String.self).reduce(into: []) { $0.append($1) }
      XCTAssertEqual(elements, values)
      XCTAssertEqual(
        try KeyedArchive.unarchivedArrayOfObjects(ofClass: NSString.self, from: data)?.count, values.count)
      let inspection = try ArchiveInspection(embedded(data))
      XCTAssertEqual(inspection.format, .keyedArchive)
      XCTAssertEqual(inspection.summary.bytesBehindEnd, padding.count)
      // What is written again ends where it should.
      XCTAssertEqual(
        try ArchiveDocument(data).data(as: .keyedArchive),
        try ArchiveDocument(archive).data(as: .keyedArchive))
    }
    XCTAssertEqual(try ArchiveInspection(archive).summary.bytesBehindEnd, 0)
  }

  func testPaddingOfLists() throws {
    let node: ArchiveNode = ["a": 1, "b": [true, .date(Date(timeIntervalSinceReferenceDate: 5))]]
    let list = try node.propertyListData()
    for padding in paddings {
      let inspection = try ArchiveInspection(list + padding)
      XCTAssertEqual(inspection.format, .propertyList)
      XCTAssertEqual(try inspection.node(), node)
      XCTAssertEqual(inspection.summary.bytesBehindEnd, padding.count)
    }
  }

  /// White space may always follow XML. Zeros may as well.
  func testPaddingOfXML() throws {
    let values = ["a", "é"]
    let archive = try KeyedArchive.encode(values, options: .init(outputFormat: .xml))
    let list = try ArchiveNode.array([1, "é"]).propertyListData(format: .xml)
    for padding in paddings {
      XCTAssertEqual(try KeyedArchive.decode([String].self, from: archive + padding), values)
      XCTAssertEqual(try ArchiveNode(propertyList: list + padding), [1, "é"])
      let count = padding.contains(0) ? padding.count : 0
      for text in [archive, list] {
        let inspection = try ArchiveInspection(text + padding)
        // The line feed at the end of the text is white space in front of the zeros.
        XCTAssertEqual(inspection.summary.bytesBehindEnd, count == 0 ? 0 : count + 1)
      }
    }
    XCTAssertThrowsError(try KeyedArchive.decode([String].self, from: archive + [0, 1]))
    for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
      let text = try XCTUnwrap(String(decoding: list, as: UTF8.self).data(using: encoding))
      XCTAssertEqual(try ArchiveNode(propertyList: text), [1, "é"])
      XCTAssertEqual(try ArchiveInspection(text).summary.bytesBehindEnd, 0)
    }
  }

  /// The last bytes of a trailer say where its table is. They may look like padding.
  func testTrailersThatEndLikePadding() throws {
    var tables: Set<UInt8> = []
    for length in 0..<300 {
      let text = String(repeating: "x", count: length)
      let list = try ArchiveNode.array([.string(text)]).propertyListData()
      tables.insert(list.last!)
      for padding in paddings.prefix(5) {
        XCTAssertEqual(try ArchiveNode(propertyList: list + padding), [.string(text)], "\(length)")
      }
    }
    XCTAssertTrue(tables.isSuperset(of: [0, 0x09, 0x0A, 0x0D, 0x20]))
  }

  func testOtherBytes() throws {
    let archive = try KeyedArchive.encode(["a", "b"])
    for bytes in [Data([1]), Data([0xFF]), Data([0, 1]), Data("garbage\n".utf8)] {
      assertThrows(.malformed, saying: "which ends here", "\(archive.count)") {
        try KeyedArchive.decode([String].self, from: archive + bytes)
      }
      assertThrows(.malformed, saying: "cut the file off after its first \(archive.count) bytes") {
        try ArchiveDocument(archive + bytes)
      }
    }
    // What is cut off is still called so, whatever follows.
    for padding in paddings {
      assertThrows(.truncated) { try KeyedArchive(archive.dropLast(10) + padding) }
    }
  }

  /// Padding of any length costs its length once, not once for each piece of the archive that is read.
  func testMuchPadding() async throws {
    let values = (0..<20_000).map { $0 }
    let data = try KeyedArchive.encode(values) + Data(count: 4 << 20)
    let work = WorkGuard()
    let elements = try await KeyedArchive(data).elements(of: Int.self).reduce(into: []) { $0.append($1) }
    XCTAssertEqual(elements, values)
    work.assertAtMost(archives: 200, "the padding was read again")
  }
}
