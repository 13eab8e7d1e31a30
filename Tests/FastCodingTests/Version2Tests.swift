import ArchiveDocuments
import ArchiveTestSupport
import FastCoding
import Foundation
import StructCoding
import XCTest

/// Files of FastCoding 2, made as FastCoder 2.3 writes them.
final class Version2Tests: XCTestCase {
  private func node(_ file: Version2File) throws -> ArchiveNode {
    try FastCodingArchive.everything(in: file.data)
  }

  func testHeader() throws {
    let archive = try FastCodingArchive(Version2File { $0.null() }.data)
    XCTAssertEqual(archive.majorVersion, 2)
    XCTAssertEqual(archive.minorVersion, 3)
    XCTAssertEqual(archive.objectCount, 7)
    XCTAssertEqual(archive.classCount, 0)
  }

  func testValues() throws {
    let base = URL(string: "https://a.b/c/")!
    let file = Version2File { file in
      file.collection(4, count: 17) { file in
        file.null()
        file.chunk(7)
        file.chunk(8)
        file.number(9, UInt32(bitPattern: -5))
        file.number(10, UInt64(bitPattern: Int64.min))
        file.number(11, Float(1.5).bitPattern)
        file.number(12, Double.pi.bitPattern)
        file.text(2, "")
        file.text(2, "five!")
        file.text(2, "ä")
        file.bytes(13, [1, 2, 3])
        file.number(14, Double(86400).bitPattern)
        file.url("d", base: { $0.url("https://a.b/c/", base: { $0.chunk(23) }) })
        file.doubles(25, 1, 2)
        file.doubles(27, 1, 2, 3, 4)
        file.words(28, 3, 4)
        file.words(32, 2, 1, 2, 7, 1)
      }
    }
    var indexes = IndexSet(1...2)
    indexes.insert(7)
    XCTAssertEqual(
      try node(file).contentText,
      ArchiveNode.array([
        .null, .bool(true), .bool(false), .integer(-5), .integer(.min), .float(1.5), .double(.pi), "",
        "five!", "ä",
        .data(Data([1, 2, 3])), .date(Date(timeIntervalSince1970: 86400)),
        try ArchiveNode(encoding: URL(string: "d", relativeTo: base)!),
        try ArchiveNode(encoding: CGPoint(x: 1, y: 2)),
        try ArchiveNode(encoding: CGRect(x: 1, y: 2, width: 3, height: 4)),
        try ArchiveNode(encoding: NSRange(location: 3, length: 4)), try ArchiveNode(encoding: indexes),
      ]).contentText)
  }

  func testTransforms() throws {
    for (type, name, count) in [(29, "CGAffineTransform", 6), (30, "CATransform3D", 16)]
      as [(UInt32, String, Int)]
    {
      let numbers = (0..<count).map { Double($0) + 0.5 }
      let file = Version2File { file in
        file.chunk(type)
        for number in numbers { file.append(number.bitPattern) }
      }
      XCTAssertEqual(
        try node(file).contentText,
        ArchiveNode.record(.init(className: "NSValue", [name: .array(numbers.map { .double($0) })]))
          .contentText)
    }
    // A size is a structure of two numbers, as a point is.
    XCTAssertEqual(
      try node(Version2File { $0.doubles(26, 3, 4) }).contentText,
      try ArchiveNode(encoding: CGSize(width: 3, height: 4)).contentText)
  }

  func testMutability() throws {
    func mutable(_ name: String, _ parent: String, _ node: ArchiveNode) -> ArchiveNode {
      .instance(ArchiveClass(name, superclassNames: [parent, "NSObject"]), node)
    }
    let file = Version2File { file in
      file.collection(17, count: 7, isMutable: true) { file in
        file.text(15, "a")
        file.bytes(20, [9])
        file.collection(16, count: 1, isMutable: true) { file in
          file.chunk(7)
          file.text(2, "key")
        }
        file.collection(18, count: 1, isMutable: true) { $0.chunk(7) }
        file.collection(19, count: 1, isMutable: true) { $0.chunk(7) }
        file.collection(6, count: 1) { $0.chunk(8) }
        file.collection(5, count: 1) { $0.chunk(8) }
      }
    }
    XCTAssertEqual(
      try node(file).contentText,
      mutable(
        "NSMutableArray", "NSArray",
        .array([
          mutable("NSMutableString", "NSString", "a"), mutable("NSMutableData", "NSData", .data(Data([9]))),
          mutable(
            "NSMutableDictionary", "NSDictionary", .dictionary([.init(key: "key", value: .bool(true))])),
          mutable("NSMutableSet", "NSSet", .set([.bool(true)])),
          mutable("NSMutableOrderedSet", "NSOrderedSet", .array([.bool(true)])),
          .instance(ArchiveClass("NSOrderedSet"), .array([.bool(false)])), .set([.bool(false)]),
        ])
      ).contentText)
  }

  /// One cache has objects, numbers, strings and definitions: an alias counts all of them.
  func testObjectsAndAliases() throws {
    let file = Version2File { file in
      file.collection(4, count: 4) { file in
        // Slot 0: the definition. Slot 1: the object. Slots 2 and 3: the string and the number.
        file.definition("Person", ["name", "age", "friend"])
        file.object(of: 0)
        file.text(2, "Ann")
        file.number(9, UInt32(30))
        file.chunk(23)
        // Slot 4: a second person, with the name and the age of the first, who is her friend.
        file.object(of: 0)
        file.alias(2)
        file.alias(3)
        file.alias(1)
        file.alias(1)
        file.alias(4)
      }
    }
    let persons = try FastCodingArchive.decode([Person].self, from: file.data)
    XCTAssertEqual(persons.map(\.name), ["Ann", "Ann", "Ann", "Ann"])
    XCTAssertEqual(persons.map(\.age), [30, 30, 30, 30])
    XCTAssertNil(persons[0].friend)
    XCTAssertTrue(persons[1].friend === persons[0])
    XCTAssertTrue(persons[2] === persons[0])
    XCTAssertTrue(persons[3] === persons[1])
    // One object stays one: it is written once in version 3.
    let node = try node(file)
    guard case .graph(let graph) = node else { return XCTFail("\(node)") }
    XCTAssertEqual(graph.objects.count, 2)
    let again = try FastCodingArchive.encode(node)
    XCTAssertEqual(try FastCodingArchive(again).majorVersion, 3)
    XCTAssertEqual(try FastCodingArchive.everything(in: again).contentText, node.contentText)
    // Objects are no values of property lists.
    assertThrows(.classMismatch) { try FastCodingArchive(file.data).node() }
  }

  func testCycles() throws {
    let file = Version2File { file in
      file.collection(17, count: 2, isMutable: true) { file in
        file.alias(0)
        file.text(2, "self")
      }
    }
    guard case .graph(let graph) = try node(file), case .reference(let root) = graph.root,
      case .instance(_, .array(let elements)) = graph.objects[root]
    else { return XCTFail("no graph") }
    XCTAssertEqual(elements, [.reference(root), "self"])
  }

  func testCodedObjects() throws {
    let file = Version2File { file in
      file.chunk(33)
      file.text(2, "Coded")
      file.number(9, UInt32(7))
      file.text(2, "count")
      file.chunk(23)
      file.takeSlot()
    }
    XCTAssertEqual(try node(file).contentText, "Coded(count: \(ArchiveNode.integer(7)))")
  }

  // MARK: Damage

  func testDamage() throws {
    for build: (inout Version2File) -> Void in [
      { $0.chunk(34) }, { $0.chunk(99) }, { $0.alias(0) }, { $0.object(of: 0) },
      { $0.definition("A", []) },
      {
        $0.definition("A", [])
        $0.alias(0)
      },
      {
        $0.collection(4, count: 2) { file in
          file.text(2, "no class")
          file.object(of: 0)
        }
      },
      { $0.collection(4, count: 1_000_000) { $0.null() } },
    ] {
      assertThrowsLocated("") { try FastCodingArchive.everything(in: Version2File(build).data) }
    }
  }

  /// Damaged files are a node or a located error, and cost no more than they may.
  func testMutations() throws {
    var generator = SeededGenerator()
    let work = WorkGuard()
    let file = Version2File { file in
      file.collection(17, count: 5, isMutable: true) { file in
        file.definition("Person", ["name", "age"])
        file.object(of: 1)
        file.text(2, "Ann")
        file.number(12, Double(1.5).bitPattern)
        file.alias(2)
        file.alias(3)
        file.alias(4)
        file.url("x", base: { $0.chunk(23) })
      }
    }
    XCTAssertNoThrow(try node(file))
    var read = 0
    for _ in 0..<3000 {
      var data = file.data
      for _ in 0...generator.below(3) {
        data[generator.below(data.count)] = UInt8(
          generator.oneIn(2) ? generator.below(36) : generator.below(256))
      }
      assertDecodesOrThrows("\(Array(data))") {
        let node = try FastCodingArchive(data, options: .init(classes: .all)).node()
        read += 1
        let written = try FastCodingArchive.encode(node)
        XCTAssertEqual(try FastCodingArchive.everything(in: written).contentText, node.contentText)
      }
    }
    XCTAssertGreaterThan(read, 100)
    for length in 0..<file.data.count {
      assertThrowsLocated("\(length)") { try FastCodingArchive.everything(in: file.data.prefix(length)) }
    }
    work.assertAtMost()
  }

  @ArchivableObject(className: "Person")
  final class Person {
    var name = ""
    var age = 0
    var friend: Person?

    init() {}
  }
}

/// Writes a file as FastCoder 2.3 does: types of four bytes, everything at multiples of four.
private struct Version2File {
  private(set) var data = Data([0x54, 0x53, 0x41, 0x46, 2, 0, 3, 0, 7, 0, 0, 0])
  private var slotCount: UInt32 = 0

  init(_ build: (inout Version2File) -> Void) { build(&self) }

  mutating func append<Number: FixedWidthInteger & UnsignedInteger>(_ number: Number) {
    for index in 0..<Number.bitWidth / 8 { data.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }

  mutating func takeSlot() { slotCount += 1 }

  mutating func chunk(_ type: UInt32) { append(type) }
  mutating func null() { chunk(0) }

  mutating func number<Number: FixedWidthInteger & UnsignedInteger>(_ type: UInt32, _ number: Number) {
    takeSlot()
    chunk(type)
    append(number)
  }

  mutating func doubles(_ type: UInt32, _ numbers: Double...) {
    takeSlot()
    chunk(type)
    for number in numbers { append(number.bitPattern) }
  }

  mutating func words(_ type: UInt32, _ words: UInt32...) {
    takeSlot()
    chunk(type)
    for word in words { append(word) }
  }

  private mutating func pad() { while data.count % 4 != 0 { data.append(0) } }

  mutating func rawText(_ text: String) {
    data.append(contentsOf: text.utf8)
    data.append(0)
    pad()
  }

  mutating func text(_ type: UInt32, _ text: String) {
    takeSlot()
    chunk(type)
    rawText(text)
  }

  mutating func bytes(_ type: UInt32, _ bytes: [UInt8]) {
    takeSlot()
    chunk(type)
    append(UInt32(bytes.count))
    data.append(contentsOf: bytes)
    pad()
  }

  mutating func collection(
    _ type: UInt32, count: UInt32, isMutable: Bool = false, _ content: (inout Version2File) -> Void
  ) {
    if isMutable { takeSlot() }
    chunk(type)
    append(count)
    content(&self)
    if !isMutable { takeSlot() }
  }

  mutating func url(_ relative: String, base: (inout Version2File) -> Void) {
    chunk(24)
    text(2, relative)
    base(&self)
    takeSlot()
  }

  mutating func definition(_ name: String, _ properties: [String]) {
    takeSlot()
    chunk(21)
    rawText(name)
    append(UInt32(properties.count))
    for property in properties { rawText(property) }
  }

  mutating func object(of definition: UInt32) {
    takeSlot()
    chunk(22)
    append(definition)
  }

  mutating func alias(_ slot: UInt32) {
    chunk(1)
    append(slot)
  }
}
