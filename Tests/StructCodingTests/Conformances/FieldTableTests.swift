import ArchiveTestSupport
import StructCoding
import XCTest

/// What a table of fields guarantees: no value is left behind, and no memory is read that was never filled.
final class FieldTableTests: XCTestCase {
  /// Counts its instances, so that a test sees what is left.
  fileprivate final class Token {
    nonisolated(unsafe) static var count = 0
    init() { Self.count += 1 }
    deinit { Self.count -= 1 }
  }

  fileprivate struct Counted: ArchiveRepresentable {
    let number: Int
    let token = Token()

    init(_ number: Int) { self.number = number }
    init(archiveForm: Int) throws { number = archiveForm }
    var archiveForm: Int { number }
  }

  @Archivable(className: "Tested")
  fileprivate struct Written {
    var first: Int
    var text: String
    var pair: (Int, Int)
    var second: Int?
    var third: String
  }

  fileprivate struct Read: ArchiveStruct {
    var first: Counted
    var text: String
    var pair: (Counted, Counted)
    var second: Counted
    var third: Int

    static let archiveFields = unsafe ArchiveFields<Read>(complete: "Tested") { fields in
      fields.field("first", \.first)
      fields.field("text", \.text)
      fields.tuple("pair", \.pair.0, \.pair.1)
      fields.field("second", \.second)
      fields.field("third", \.third)
    }
  }

  /// The last field cannot be read, and then the one before it is missing: whatever was made is released, once.
  func testErrorsReleaseWhatWasMade() throws {
    for second in [4, nil] {
      let written = Written(
        first: 1, text: String(repeating: "long", count: 9), pair: (2, 3), second: second, third: "x")
      let archive = try KeyedArchive.encode(written)
      for _ in 0..<3 {
        XCTAssertThrowsError(try KeyedArchive.decode(Read.self, from: archive))
        XCTAssertThrowsError(try ArchiveNode(encoding: written).decode(Read.self))
        XCTAssertThrowsError(
          try KeyedArchive.decode([Read].self, from: KeyedArchive.encode([written, written])))
      }
      XCTAssertEqual(Token.count, 0)
    }
  }

  fileprivate struct Whole: ArchiveStruct {
    var first: Counted
    let text: String
    var pair: (Counted, Counted)
    var second: Counted?
    private(set) var third = "none"

    static let archiveFields = unsafe ArchiveFields<Whole>(complete: "Tested") { fields in
      fields.field("first", \.first)
      fields.field("text", \.text)
      fields.tuple("pair", \.pair.0, \.pair.1)
      fields.field("second", \.second)
      fields.field("third", \.third, else: "none", onDecodeFailure: .fallbackToDefaultValue)
    }
  }

  /// Without the second field, and with a third one that no string can be read from.
  @Archivable(className: "Tested")
  fileprivate struct Damaged {
    var first: Int
    var text: String
    var pair: (Int, Int)
    var third: Int
  }

  func testValuesAreReleasedOnce() throws {
    do {
      let archive = try KeyedArchive.encode(
        Written(first: 1, text: "two", pair: (3, 4), second: 5, third: "six"))
      let whole = try KeyedArchive.decode(Whole.self, from: archive)
      XCTAssertEqual(Token.count, 4)
      XCTAssertEqual([whole.first.number, whole.pair.0.number, whole.pair.1.number], [1, 3, 4])
      XCTAssertEqual(whole.second?.number, 5)
      XCTAssertEqual([whole.text, whole.third], ["two", "six"])
      XCTAssertEqual(try KeyedArchive.encode(whole), archive)
      let nodes = try ArchiveNode(encoding: Damaged(first: 1, text: "two", pair: (3, 4), third: 6)).decode(
        Whole.self)
      XCTAssertEqual([nodes.text, nodes.third], ["two", "none"])
      XCTAssertNil(nodes.second)
    }
    XCTAssertEqual(Token.count, 0)
  }

  /// A table that says it is complete and is not.
  private struct Forgetful: ArchiveStruct {
    var kept: Int
    var forgotten: String

    static let archiveFields = unsafe ArchiveFields<Forgetful>(complete: "Forgetful") { fields in
      fields.field("kept", \.kept)
    }

    init(kept: Int, forgotten: String) { (self.kept, self.forgotten) = (kept, forgotten) }
  }

  private struct Repeated: ArchiveStruct {
    var a: Int
    var b: Int

    static let archiveFields = unsafe ArchiveFields<Repeated>(complete: "Repeated") { fields in
      fields.field("a", \.a)
      fields.field("b", \.a)
    }

    init(a: Int, b: Int) { (self.a, self.b) = (a, b) }
  }

  private struct Observed: ArchiveStruct {
    var value: Int { didSet {} }

    static let archiveFields = unsafe ArchiveFields<Observed>(complete: "Observed") { fields in
      fields.field("value", \.value)
    }
  }

  func testUncoveredMemoryThrows() throws {
    func check<Record: ArchiveStruct>(_ record: Record) throws {
      let archive = try KeyedArchive.encode(record)
      XCTAssertThrowsError(try KeyedArchive.decode(Record.self, from: archive)) { error in
        XCTAssertEqual((error as? ArchiveError)?.code, .unsupported)
        XCTAssert("\(error)".contains("init(fields:)"), "\(error)")
      }
    }
    try check(Forgetful(kept: 1, forgotten: "x"))
    try check(Repeated(a: 1, b: 2))
    try check(Observed(value: 1))
  }

  fileprivate struct Box<Content: ArchiveValue>: ArchiveStruct {
    var content: Content

    static var archiveFields: ArchiveFields<Self> {
      unsafe .shared(complete: "Box_\(Content.archiveName)") { fields in
        fields.field("content", \.content)
      }
    }
  }

  func testGenericTypesKeepATable() throws {
    XCTAssert(Box<Int>.archiveFields === Box<Int>.archiveFields)
    XCTAssertEqual(Box<Int>.archiveSchema.className, "Box_Int")
    XCTAssertEqual(Box<[Bool]>.archiveSchema.className, "Box_Array_Bool")
    let boxes = Box(content: [Box(content: 1), Box(content: 2)])
    let copy = try KeyedArchive.decode(Box<[Box<Int>]>.self, from: KeyedArchive.encode(boxes))
    XCTAssertEqual(copy.content.map(\.content), [1, 2])
  }

  /// A generic type with a property that is not archived.
  fileprivate struct Crate<Content: ArchiveValue>: ArchiveStruct {
    var content: Content
    var weight = 7

    static var archiveFields: ArchiveFields<Self> {
      .shared("Crate_\(Content.archiveName)") { $0.field("content", \.content) }
    }

    init(content: Content) { self.content = content }
    init(fields decoder: inout some FieldDecoder) throws { content = try decoder.decode(at: 0) }
  }

  func testGenericTypesKeepATableOfSomeProperties() throws {
    XCTAssert(Crate<Int>.archiveFields === Crate<Int>.archiveFields)
    var crate = Crate(content: "tea")
    crate.weight = 1
    let copy = try KeyedArchive.decode(Crate<String>.self, from: KeyedArchive.encode(crate))
    XCTAssertEqual(copy.content, "tea")
    XCTAssertEqual(copy.weight, 7)
  }

  /// Without a word about versions, there is only the first.
  func testTablesRefuseNewerVersions() throws {
    func check<Record: ArchiveStruct>(_ type: Record.Type) {
      let name = Record.archiveSchema.className
      func decode(version: Int) throws -> Record {
        try ArchiveNode.record(.init(className: name, version: version, ["content": 1])).decode(type)
      }
      XCTAssertNoThrow(try decode(version: 1), name)
      assertThrows(.newerVersion) { try decode(version: 2) }
    }
    check(Crate<Int>.self)
    check(Box<Int>.self)
  }
}
