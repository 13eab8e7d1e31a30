import ArchiveDocuments
import ArchiveTestSupport
import FastCoding
import StructCoding
import XCTest

/// Files made to cost a reader time or memory, or to break it.
final class FastCodingHostileTests: XCTestCase {
  private func soon(_ body: () throws -> Void, file: StaticString = #filePath, line: UInt = #line) rethrows {
    let work = WorkGuard()
    try body()
    work.assertAtMost(file: file, line: line)
  }

  func testNesting() throws {
    let starts: [(String, (inout HandMade) -> Void)] = [
      (
        "arrays",
        { file in
          file.bytes(10)
          file.word(1)
        }
      ),
      (
        "dictionaries",
        { file in
          file.bytes(24)
          file.word(1)
        }
      ),
      (
        "URLs",
        { file in
          file.bytes(33, 8, 0x61, 0)
        }
      ),
      (
        "class definitions",
        { file in
          file.bytes(29, 0x41, 0)
          file.word(0)
        }
      ),
      (
        "objects",
        { file in
          file.bytes(29, 0x41, 0)
          file.word(1)
          file.bytes(0x70, 0, 30, 0)
        }
      ),
      ("coded objects", { file in file.bytes(43, 8, 0x41, 0) }),
    ]
    for (name, start) in starts {
      let data = HandMade.file { file in
        for _ in 0..<(Thoroughness.isFull ? 100_000 : 30_000) { start(&file) }
      }
      soon {
        let error = assertThrowsLocated(name) { try FastCodingArchive.everything(in: data) }
        XCTAssertEqual(error?.code, .limitExceeded, name)
        // Past any limit, the stack is the limit.
        let limits = ArchiveLimits(maximumDepth: 1_000_000)
        let other = assertThrowsLocated(name) { try FastCodingArchive.everything(in: data, limits: limits) }
        XCTAssertEqual(other?.code, .limitExceeded, name)
      }
    }
    let error = assertThrowsLocated("a class name in a class name") {
      try FastCodingArchive.everything(
        in: HandMade.file { file in for _ in 0..<100_000 { file.bytes(43) } })
    }
    XCTAssertEqual(error?.code, .limitExceeded)
  }

  func testCounts() throws {
    for type: UInt8 in [9, 10, 11, 12, 21, 24, 25, 26, 27, 28, 41, 42, 47] {
      for count: UInt32 in [.max, .max / 2, 1 << 31, 0x4000_0000, 100] {
        let data = HandMade.file { file in
          file.bytes(type)
          file.word(count)
          file.bytes(13, 13, 13, 13, 13, 13, 13, 13)
        }
        soon {
          assertThrowsLocated("type \(type), \(count) parts") { try FastCodingArchive.everything(in: data) }
        }
      }
    }
    let names = HandMade.file { file in
      file.bytes(29, 0x41, 0)
      file.word(.max)
      file.text("a")
    }
    let error = assertThrowsLocated("names") { try FastCodingArchive.everything(in: names) }
    XCTAssertEqual(error?.code, .truncated)
    // Of the header's counts nothing depends.
    var header = try FastCodingArchive.encode([1, 2])
    header.replaceSubrange(8..<20, with: Array(repeating: 0xFF, count: 12))
    XCTAssertEqual(try FastCodingArchive.everything(in: header), [1, 2])
  }

  /// Aliases of a long string, of URLs in URLs: what each costs is counted each time.
  func testExpansion() throws {
    let strings = HandMade.file { file in
      file.bytes(10)
      file.word(100_001)
      file.bytes(8)
      file.text(String(repeating: "x", count: 1 << 16))
      for _ in 0..<100_000 { file.bytes(5, 0) }
    }
    soon {
      assertThrows(.limitExceeded, saying: "maximumDecodedSize") {
        try FastCodingArchive.everything(in: strings)
      }
    }
    let urls = HandMade.file { file in
      file.bytes(10)
      file.word(5000)
      file.bytes(33, 8)
      file.text("a")
      file.bytes(0)
      // Each URL has the one before it as its base.
      for number in 1..<5000 {
        file.bytes(33, 5, 0, 6)
        file.align(2)
        file.bytes(UInt8(truncatingIfNeeded: number), UInt8(number >> 8))
      }
    }
    soon {
      let error = assertThrowsLocated("URLs") { try FastCodingArchive.everything(in: urls) }
      XCTAssertEqual(error?.code, .limitExceeded)
    }
    let chain = HandMade.file { file in
      file.bytes(25)
      file.word(30)
      for _ in 0..<30 {
        file.bytes(10)
        file.word(2)
        file.bytes(13, 13)
      }
    }
    XCTAssertNoThrow(try FastCodingArchive.everything(in: chain))
  }

  /// Each array holds the one before twice: small as nodes, and too large as values.
  func testDoublings() throws {
    var node: ArchiveNode = [1]
    var objects: [ArchiveNode] = []
    for number in 0..<40 {
      objects.append(node)
      node = [.reference(number), .reference(number)]
    }
    let data = try FastCodingArchive.encode(.graph(ArchiveGraph(root: node, objects: objects)))
    try soon {
      XCTAssertNoThrow(try FastCodingArchive.everything(in: data))
      let limits = ArchiveLimits(maximumDecodedSize: 1 << 20)
      assertThrows(.limitExceeded, saying: "maximumDecodedSize") {
        try FastCodingArchive.decode(Nested.self, from: data, options: .init(classes: .all, limits: limits))
      }
    }
  }

  /// Writing takes time and room in proportion to the node, whatever its classes and its objects are.
  func testWritingIsLinear() throws {
    func record(_ names: [String]) -> ArchiveNode {
      var fields = ArchiveNode.Fields(className: "C")
      for name in names { fields[name] = 1 }
      return .record(fields)
    }
    // Each object has a name of its own; one has a thousand, of which the others have one.
    let names = (0..<1000).map { "f\($0)" }
    let node = ArchiveNode.array(names.map { record([$0]) } + [record(names)] + names.map { record([$0]) })
    try soon {
      let data = try FastCodingArchive.encode(node, options: .init(objects: .properties))
      XCTAssertLessThan(data.count, 2 << 20)
      let back = try FastCodingArchive.everything(in: data)
      XCTAssertEqual(back[2000]?.fields?["f999"], 1)
      XCTAssertEqual(try FastCodingArchive.encode(back).count, data.count)
    }
    // Many embedded archives and structures in a graph of many objects.
    let point = try ArchiveNode(encoding: CGPoint(x: 1, y: 2))
    var embedded = ArchiveNode.Fields(className: "E", ["x": 1])
    embedded.fastCodingForm = .keyedArchive(nil)
    let count = Thoroughness.isFull ? 2000 : 700
    let graph = ArchiveNode.graph(
      ArchiveGraph(
        root: .array((0..<count).flatMap { [.reference($0), .reference($0), point, .record(embedded)] }),
        objects: (0..<count).map { [.integer(Int64($0))] }))
    try soon {
      let data = try FastCodingArchive.encode(graph)
      let back = try FastCodingArchive.everything(in: data)
      XCTAssertEqual(try FastCodingArchive.encode(back), data)
    }
  }

  private struct Nested: ArchiveValue {
    var parts: [Nested]

    func encodeValue(to encoder: inout some ValueEncoder) throws { try parts.encodeValue(to: &encoder) }
    static func decodeValue(from decoder: inout some ValueDecoder) throws -> Nested {
      do {
        return Nested(parts: try [Nested].decodeValue(from: &decoder))
      } catch let error as ArchiveError where error.code == .typeMismatch {
        return Nested(parts: [])
      }
    }
  }

  func testMalformed() throws {
    func check(
      _ code: ArchiveError.Code, _ words: String, file: StaticString = #filePath, line: UInt = #line,
      _ make: (inout HandMade) -> Void
    ) {
      let data = HandMade.file(make)
      let error = assertThrowsLocated(words, file: file, line: line) {
        try FastCodingArchive.everything(in: data)
      }
      XCTAssertEqual(error?.code, code, "\(error as Any)", file: file, line: line)
      XCTAssertTrue("\(error as Any)".contains(words), "\(error as Any)", file: file, line: line)
    }
    check(.malformed, "nil") { $0.bytes(0) }
    check(.malformed, "0 to 48") { $0.bytes(49) }
    check(.malformed, "0 objects") { $0.bytes(2, 0) }
    check(.malformed, "0 strings") { $0.bytes(5, 0) }
    check(.malformed, "0 classes") { $0.bytes(30, 0) }
    check(.truncated, "zero byte") { $0.bytes(8, 0x61) }
    check(.malformed, "UTF-8") { $0.bytes(8, 0xFF, 0) }
    check(.malformed, "limbs") { file in
      file.bytes(44)
      file.align(20)
      file.word(0x0F00)
      for _ in 0..<4 { file.word(0) }
    }
    check(.malformed, "the base of a URL") { $0.bytes(33, 8, 0x61, 0, 1) }
    check(.malformed, "the string of a URL") { $0.bytes(33, 13, 0) }
    check(.malformed, "the name of a class") { $0.bytes(43, 13, 0) }
    check(.malformed, "the key of a value") { $0.bytes(43, 8, 0x41, 0, 13, 13, 0) }
    check(.truncated, "a keyed archive") { file in
      file.bytes(25)
      file.word(4)
      file.bytes(13, 13, 13, 47, 21)
      file.word(400)
    }
    // An immutable array is numbered after its content, which cannot refer to it.
    check(.malformed, "0 objects") { file in
      file.bytes(10)
      file.word(1)
      file.bytes(2, 0)
    }
    // Nor can an element of a mutable one be nil.
    check(.malformed, "nil") { file in
      file.bytes(25)
      file.word(1)
      file.bytes(0)
    }
  }

  /// A property that is there twice, a definition that stands before something else.
  func testOddities() throws {
    let twice = HandMade.file { file in
      file.bytes(29)
      file.text("A")
      file.word(2)
      file.text("p")
      file.text("p")
      file.bytes(30, 0, 45, 46)
    }
    XCTAssertEqual(
      try FastCodingArchive.everything(in: twice), .record(ArchiveNode.Fields(className: "A", ["p": 0])))
    let before = HandMade.file { file in
      file.bytes(29)
      file.text("A")
      file.word(0)
      file.bytes(13)
    }
    XCTAssertEqual(try FastCodingArchive.everything(in: before), true)
    // The data inside a keyed archive has a number of its own.
    let archive = try KeyedArchive.encode("text")
    let inside = HandMade.file { file in
      file.bytes(25)
      file.word(2)
      file.bytes(47, 21)
      file.word(UInt32(archive.count))
      for byte in archive { file.bytes(byte) }
      file.align(4)
      file.bytes(2, 1)
    }
    XCTAssertEqual(
      try FastCodingArchive.everything(in: inside).contentText,
      "NSMutableArray[\"NSArray\", \"NSObject\"] [“text”, \(ArchiveNode.data(archive).contentText)]")
  }

  /// On a thread with little stack there is an error, or the node.
  func testSmallStack() throws {
    let data = HandMade.file { file in
      for _ in 0..<512 {
        file.bytes(10)
        file.word(1)
      }
      file.bytes(13)
    }
    assertDecodesOrThrows("a small stack") {
      try onThread(stackSize: 512 << 10) { _ = try FastCodingArchive(data).node() }
    }
  }
}
