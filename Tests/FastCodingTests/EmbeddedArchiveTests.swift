import ArchiveDocuments
import ArchiveTestSupport
import FastCoding
import StructCoding
import XCTest

@Archivable
struct FastEmbedded: Equatable {
  var text: String
  var links: [URL]
}

/// Keyed archives inside of FastCoding files.
final class EmbeddedArchiveTests: XCTestCase {
  private let value = FastEmbedded(
    text: "é", links: [URL(fileURLWithPath: "/a"), URL(fileURLWithPath: "/b")])

  /// A file of `filler` numbers, then the archive, as FastCoder reads it.
  private func file(_ archive: Data, after filler: Int = 0) -> Data {
    HandMade.file { file in
      file.bytes(25)
      file.word(UInt32(filler + 1))
      for _ in 0..<filler { file.bytes(13) }
      file.bytes(47)
      if file.data.count % 4 != 0 { file.bytes(21) }
      file.word(UInt32(archive.count))
      file.append(archive)
      file.align(4)
    }
  }

  /// At every offset, those of 3 modulo 4 among them, where FastCoder reads archives without the type of the data.
  func testOffsets() throws {
    let archive = try KeyedArchive.encode(value)
    for filler in 0..<4 {
      let data = file(archive, after: filler)
      let node = try FastCodingArchive.everything(in: data)
      let parts = try node.decode([ArchiveNodeOrValue].self)
      XCTAssertEqual(parts.last?.value, value)
      XCTAssertEqual(try FastCodingArchive.encode(node).dropFirst(20), data.dropFirst(20), "\(filler)")
      for length in 20..<data.count {
        assertThrowsLocated("\(length)") { try FastCodingArchive.everything(in: data.prefix(length)) }
      }
    }
  }

  /// As FastCoder writes it at such an offset, which it does not read.
  private func assertRefusesOffset3(_ data: Data) {
    assertThrows(.malformed, at: "[3]", saying: "3 modulo 4", "byte 31") {
      try FastCodingArchive.everything(in: data)
    }
  }

  func testOffset3() throws { assertRefusesOffset3(try FastCoderFile.likeness(of: "keyed_archive_at_3")) }

  func testOffset3OfFastCoder() throws {
    assertRefusesOffset3(try FastCoderFile.recorded("keyed_archive_at_3"))
  }

  private struct ArchiveNodeOrValue: ArchiveValue {
    var value: FastEmbedded?

    func encodeValue(to encoder: inout some ValueEncoder) throws { try value.encodeValue(to: &encoder) }
    static func decodeValue(from decoder: inout some ValueDecoder) throws -> ArchiveNodeOrValue {
      ArchiveNodeOrValue(value: try? FastEmbedded.decodeValue(from: &decoder))
    }
  }

  func testAllowedClasses() throws {
    let data = try file(KeyedArchive.encode(value))
    func read(_ classes: AllowedClasses) throws -> ArchiveNode {
      try FastCodingArchive(data, options: .init(classes: classes)).node()
    }
    XCTAssertNoThrow(try read(.types(FastEmbedded.self)))
    assertThrows(.classMismatch, at: "[0]", saying: "property list") { try read(.propertyListsOnly) }
    assertThrows(.classMismatch, at: "[0]", saying: FastEmbedded.archiveSchema.className) {
      try read(.named(["Other"]))
    }
  }

  /// Errors in the archive are located in the file around it.
  func testDamagedArchives() throws {
    let archive = try KeyedArchive.encode(value)
    for position in archive.indices {
      var damaged = archive
      damaged[position] ^= 0x11
      let data = file(damaged, after: 2)
      do {
        _ = try FastCodingArchive.everything(in: data)
      } catch let error as ArchiveError {
        XCTAssertGreaterThanOrEqual(error.offset ?? 0, 30, "\(error)")
        XCTAssertEqual(error.path.first, .index(2), "\(error)")
      }
    }
  }

  /// An object that is aliased is one object, and an archive of something else than an object is its content.
  func testAliases() throws {
    let archive = try KeyedArchive.encode(value)
    let data = HandMade.file { file in
      file.bytes(25)
      file.word(2)
      file.bytes(47, 21)
      file.word(UInt32(archive.count))
      file.append(archive)
      file.align(4)
      // The array is object 0, the data 1.
      file.bytes(2, 2)
    }
    let node = try FastCodingArchive.everything(in: data)
    XCTAssertEqual(try node.decode([FastEmbedded].self), [value, value])
    XCTAssertEqual(try FastCodingArchive.encode(node).dropFirst(20), data.dropFirst(20))

    let text = try file(KeyedArchive.encode(["a", "b"]))
    XCTAssertEqual(try FastCodingArchive.decode([[String]].self, from: text), [["a", "b"]])
  }

  /// An object that was edited is written as a new archive, with what it shares and where it leads back to itself.
  func testEdits() throws {
    let data = try file(KeyedArchive.encode(value), after: 1)
    var node = try FastCodingArchive.everything(in: data)
    node[1]?["text"] = .string(value.text)
    XCTAssertEqual(try FastCodingArchive.encode(node).dropFirst(20), data.dropFirst(20))
    node[1]?["text"] = "other"
    let written = try FastCodingArchive.encode(node)
    XCTAssertNotEqual(written.dropFirst(20), data.dropFirst(20))
    XCTAssertEqual(written[29], 47)
    let back = try FastCodingArchive.everything(in: written)
    XCTAssertEqual(try back[1]?.decode(FastEmbedded.self).text, "other")
    XCTAssertEqual(try FastCodingArchive.encode(back), written)

    let cycle = ArchiveNode.graph(
      ArchiveGraph(
        root: [.reference(0), .reference(0)],
        objects: [
          .record(ArchiveNode.Fields(className: "Loop", ["me": .reference(0), "number": .double(.nan)]))
        ]))
    let loop = try FastCodingArchive.encode(cycle, options: .init(objects: .keyedArchive(nil)))
    let again = try FastCodingArchive.everything(in: loop)
    XCTAssertTrue(again.hasSameSharing(as: cycle), "\(again)")
    XCTAssertEqual(try FastCodingArchive.encode(again), loop)
  }

  /// Values as keyed archives in a file, by an option.
  func testWrittenValues() throws {
    let options = FastCodingArchive.EncodingOptions(objects: .keyedArchive(nil))
    let data = try FastCodingArchive.encode([value, value], options: options)
    XCTAssertEqual(try FastCodingArchive.decode([FastEmbedded].self, from: data), [value, value])
    XCTAssertNotNil(data.range(of: try KeyedArchive.encode(value)))
  }

  /// Many archives, each of which expands as far as it may.
  func testExpansion() throws {
    let archive = try KeyedArchive.encode(Array(repeating: String(repeating: "x", count: 1000), count: 5000))
    let count = Thoroughness.isFull ? 100 : 30
    let data = HandMade.file { file in
      file.bytes(25)
      file.word(UInt32(count))
      for _ in 0..<count {
        file.bytes(47)
        if file.data.count % 4 != 0 { file.bytes(21) }
        file.word(UInt32(archive.count))
        file.append(archive)
        file.align(4)
      }
    }
    let work = WorkGuard()
    assertDecodesOrThrows("many archives") { try FastCodingArchive.everything(in: data) }
    work.assertAtMost()
  }
}
