import ArchiveNodes
import StructCoding
import XCTest

@testable import KeyedArchives

/// Archives that are written in pieces, whose notes have no room in the memory.
final class ScratchFileTests: XCTestCase {
  func testPartsAreReadAsTheyWereWritten() throws {
    let file = try ScratchFile()
    let parts = [Data([1, 2, 3]), Data(), Data(repeating: 7, count: 300_000), Data("end".utf8)]
    for part in parts { try part.withUnsafeBytes(file.append) }
    for _ in 0..<2 {
      var read: [Data] = []
      try file.forEachPart { read.append(Data($0)) }
      XCTAssertEqual(read, parts.filter { !$0.isEmpty })
    }
    // What comes later follows what was there, also after it was read.
    try Data([9]).withUnsafeBytes(file.append)
    var all = Data()
    try file.forEachPart { all += $0 }
    XCTAssertEqual(all, parts.reduce(Data(), +) + [9])
  }

  /// Strings that repeat are found in notes that are no longer in memory, and different ones of equal length are not.
  private static let elements = (0..<1_000).map(entry)

  private static func entry(_ number: Int) -> ArchiveNode {
    let parts: [ArchiveNode] = [
      .integer(Int64(number % 300)), .double(Double(number) / 3), .null, .string(""),
    ]
    return .record(
      .init(
        className: "Entry",
        [
          "text": .string("text \(number % 70)"),
          "long": .string("a string of many bytes, number \(number)"),
          "accent": .string("é\(number % 9)"),
          "date": .date(Date(timeIntervalSinceReferenceDate: Double(number))),
          "list": .array(parts),
        ]))
  }

  private func bytes(holding words: Int, _ elements: [ArchiveNode], piece: Int) throws -> (
    Data, isInMemory: Bool
  ) {
    var writer = NodeWriter(limits: ArchiveLimits())
    writer.table.list.mostWordsInMemory = words
    var data = Data()
    let source = ArchiveElements(count: elements.count) { body in
      for start in stride(from: 0, to: elements.count, by: piece) {
        try body(Array(elements[start..<min(start + piece, elements.count)]))
      }
    }
    let last = try writer.write(source, key: "root") { data += $0 }
    data += last
    return (data, writer.table.list.isInMemory)
  }

  func testBytesAreThoseOfOnePiece() throws {
    for elements in [Self.elements, Array(Self.elements.prefix(1)), []] {
      let whole = try KeyedArchive.data(of: .array(elements), options: .init())
      for (words, piece) in [(1, 1), (1, 37), (1_000, 10), (.max, 100)] {
        let (data, isInMemory) = try bytes(holding: words, elements, piece: piece)
        XCTAssertEqual(data, whole, "\(elements.count) elements, \(words) words")
        if elements.count == 1_000 { XCTAssertEqual(isInMemory, words == .max) }
      }
    }
  }
}
