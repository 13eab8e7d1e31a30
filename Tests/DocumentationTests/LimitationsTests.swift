import ArchiveDocuments
import ArchiveTestSupport
import ColumnArchives
import FastCoding
import StructCoding
import XCTest

/// Limits that the pages state, most of them on `Limitations.md`. If one of these tests fails, change the page.
final class LimitationsTests: XCTestCase {
  private let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).column")

  override func tearDown() { try? FileManager.default.removeItem(at: file) }

  private func code<Value>(_ body: () throws -> Value) -> ArchiveError.Code? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? ArchiveError)?.code
    }
  }

  @Archivable(className: "LimitsBase")
  struct Base { var name: String }

  /// The names of superclasses in an archive are no names of the type.
  func testObjectsOfSubclasses() throws {
    var fields = ArchiveNode.Fields(className: "LimitsDerived", ["name": "a"])
    fields.superclassNames = ["LimitsBase", "NSObject"]
    let data = try KeyedArchive.encode(ArchiveNode.record(fields))
    XCTAssertEqual(code { try KeyedArchive.decode(Base.self, from: data) }, .classMismatch)
  }

  @Archivable(className: "LimitsPlain")
  enum Plain { case on }
  @Archivable(className: "LimitsPlain")
  enum Rich: Equatable {
    case on(level: Int = 3)
    case off
  }

  /// Where the formats differ when types change.
  func testEvolutionOfTheFormats() throws {
    XCTAssertEqual(
      code { try KeyedArchive.decode(Set<Int>.self, from: KeyedArchive.encode([1])) }, .classMismatch)
    XCTAssertEqual(try ColumnArchive.decode([Set<Int>].self, from: ColumnArchive.encode([[1]])), [[1]])
    XCTAssertNotNil(code { try KeyedArchive.decode(Rich.self, from: KeyedArchive.encode(Plain.on)) })
    XCTAssertEqual(try ColumnArchive.decode(Rich.self, from: ColumnArchive.encode(Plain.on)), .on(level: 3))
    XCTAssertEqual(try ColumnArchive.decode([Int8].self, from: ColumnArchive.encode([1.0])), [1])
    XCTAssertEqual(
      code { try KeyedArchive.decode([String].self, from: KeyedArchive.encode([1])) }, .typeMismatch)
  }

  /// No checksum: a bit that flips in a column is another value.
  func testNoChecksum() throws {
    var keyed = try KeyedArchive.encode("a text")
    let place = try XCTUnwrap(keyed.range(of: Data("a text".utf8))).lowerBound
    keyed[place] ^= 0x02
    XCTAssertEqual(try KeyedArchive.decode(String.self, from: keyed), "c text")
    var data = try ColumnArchive.encode("a text")
    data[data.count - 6] ^= 0x02
    assertThrows(.damaged) { try ColumnArchive.decode(String.self, from: data) }
  }

  /// A file has one writer.
  func testTwoWriters() throws {
    let first = try ColumnArchiveWriter<Int>(appendingTo: file)
    assertThrows(.inUse) { try ColumnArchiveWriter<Int>(appendingTo: file) }
    try first.append(1)
    XCTAssertEqual(try ColumnArchive.decode([Int].self, from: Data(contentsOf: file)), [1])
  }

  func testXML() throws {
    let options = KeyedArchive.EncodingOptions(outputFormat: .xml)
    let bits: UInt64 = 0x7FF8_0000_0000_0001
    let nan = try KeyedArchive.decode(
      [Double].self, from: KeyedArchive.encode([Double(bitPattern: bits)], options: options))[0]
    XCTAssertNotEqual(nan.bitPattern, bits)
    XCTAssertThrowsError(try KeyedArchive.encode(["\u{1B}[1m"], options: options)) {
      XCTAssertEqual(($0 as? ArchiveError)?.code, .unsupported)
    }
    XCTAssertThrowsError(
      try KeyedArchive.decode([Int].self, from: KeyedArchive.encode(["a"], options: options))
    ) { XCTAssertNil(($0 as? ArchiveError)?.offset) }
  }

  @ArchivableObject(className: "LimitsMember")
  final class Member {
    var name = ""
    init() {}
  }

  /// Each call of a writer is a batch, and identity ends with it.
  func testIdentityBetweenBatches() throws {
    let member = Member()
    let writer = try ColumnArchiveWriter<Member>(appendingTo: file)
    try writer.append(contentsOf: [member, member])
    try writer.append(member)
    let members = try ColumnArchive.decode([Member].self, from: Data(contentsOf: file))
    XCTAssertTrue(members[0] === members[1])
    XCTAssertFalse(members[0] === members[2])
  }

  /// The files that are not read say so.
  func testOtherFiles() throws {
    XCTAssertEqual(
      code {
        try ArchiveDocument(
          Data([0x04, 0x0B] + "streamtyped".utf8))
      }, .unsupported)
    let foreign = try KeyedArchive.encode(1, options: .init(archiver: "SCNKeyedArchiver"))
    XCTAssertEqual(code { try KeyedArchive.decode(Int.self, from: foreign) }, .foreignArchiver)
    XCTAssertEqual(try KeyedArchive.decode(Int.self, from: foreign, options: .init(archivers: nil)), 1)
    XCTAssertNotNil(code { try FastCodingArchive.encode("a\u{0}b") })
    XCTAssertNotNil(code { try FastCodingArchive.encode(UInt64.max) })
  }

  /// Of records inside, a column archive knows no class name, which a keyed archive needs.
  func testNodesOfColumnArchives() throws {
    let node = try ColumnArchive(ColumnArchive.encode([[Base(name: "a")]])).node()
    XCTAssertEqual(node[0]?[0]?.className ?? "", "")
    XCTAssertNotNil(code { try KeyedArchive.encode(node) })
  }

  /// Writers keep to the depth as well.
  func testDepth() throws {
    let deep = (0..<600).reduce(ArchiveNode.array([])) { node, _ in .array([node]) }
    XCTAssertEqual(code { try KeyedArchive.encode(deep) }, .limitExceeded)
    XCTAssertNil(code { try KeyedArchive.encode(deep, options: .init(limits: .init(maximumDepth: 1_000))) })
  }

  @Archivable(className: "LimitsMarks")
  struct OptionalMarks { var marks: [Int]? }
  @Archivable(className: "LimitsMarks")
  struct Marks { var marks: [Int] = [1] }
  @Archivable(className: "LimitsMarks")
  struct LenientMarks {
    @Stored(onDecodeFailure: .fallbackToDefaultValue) var marks: [Int] = [1]
  }

  /// A stored `nil` is no missing field.
  func testStoredNil() throws {
    let keyed = try KeyedArchive.encode([OptionalMarks()])
    let columns = try ColumnArchive.encode([OptionalMarks()])
    XCTAssertEqual(code { try KeyedArchive.decode([Marks].self, from: keyed) }, .typeMismatch)
    XCTAssertEqual(code { try ColumnArchive.decode([Marks].self, from: columns) }, .typeMismatch)
    XCTAssertEqual(try KeyedArchive.decode([LenientMarks].self, from: keyed)[0].marks, [1])
    XCTAssertEqual(try ColumnArchive.decode([LenientMarks].self, from: columns)[0].marks, [1])
  }

  @Archivable(className: "LimitsPair")
  struct FirstPair { var member: Member }
  @Archivable(className: "LimitsPair", version: 2)
  struct Pair {
    var member: Member
    static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {}
  }
  @Archivable(className: "LimitsHolder")
  struct FirstHolder {
    var pair: FirstPair
    var member: Member
  }
  @Archivable(className: "LimitsHolder")
  struct Holder {
    var pair: Pair
    var member: Member
  }

  /// Instances of a struct that is upgraded are copies, in a keyed archive and in columns.
  func testInstancesOfUpgradedStructs() throws {
    let member = Member()
    let old = FirstHolder(pair: FirstPair(member: member), member: member)
    let keyed = try KeyedArchive.decode(Holder.self, from: KeyedArchive.encode(old))
    XCTAssertFalse(keyed.pair.member === keyed.member)
    let columns = try ColumnArchive.decode([Holder].self, from: ColumnArchive.encode([old]))[0]
    XCTAssertFalse(columns.pair.member === columns.member)
  }

  @Archivable(className: "LimitsTagged")
  struct Tagged { var tags: [String: Int] = [:] }

  /// Names lead into dictionaries, which typed paths do not.
  func testPathsIntoDictionaries() throws {
    let archive = try ColumnArchive(ColumnArchive.encode([Tagged(tags: ["a": 1]), Tagged(tags: ["b": 2])]))
    XCTAssertEqual(try archive.values(of: String.self, at: "tags.key"), ["a", "b"])
    XCTAssertEqual(try archive.values(of: Int.self, at: "tags.value"), [1, 2])
  }
}
