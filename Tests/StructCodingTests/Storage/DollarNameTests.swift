import ArchiveDocuments
import ArchiveTestSupport
import ColumnArchives
import FastCoding
import StructCoding
import XCTest

/// Stored names that look like those the formats use themselves.
final class DollarNameTests: XCTestCase {
  private let value = DollarNames(zero: "a", many: "b", two: "c", other: "d", one: "e", word: "f")

  func testEveryRoadReadsThem() throws {
    for road in Road.allCases {
      XCTAssertEqual(try road.carry(value, to: DollarNames.self), value, "\(road)")
      XCTAssertEqual(try road.carry([value], to: [DollarNames].self), [value], "\(road)")
    }
    let keyed = try KeyedArchive.encode(value)
    let column = try ColumnArchive.encode(value)
    for data in [keyed, column] {
      let document = try ArchiveDocument(data)
      XCTAssertEqual(try document.node.decode(DollarNames.self), value)
      XCTAssertEqual(try ArchiveNode(json: document.node.jsonData()).decode(DollarNames.self), value)
      XCTAssertEqual(try KeyedArchive.decode(DollarNames.self, from: document.data(as: .keyedArchive)), value)
      XCTAssertEqual(
        try ColumnArchive.decode(DollarNames.self, from: document.data(as: .columnArchive)), value)
      for format in [ArchiveFormat.json, .propertyList, .keyedArchive] {
        XCTAssertEqual(
          try ArchiveDocument(document.data(as: format)).node.decode(DollarNames.self), value, "\(format)")
      }
    }
    XCTAssertEqual(
      try FastCodingArchive.decode(DollarNames.self, from: FastCodingArchive.encode(value)), value)
  }

  /// An archive has the keys that `NSKeyedArchiver` would write.
  func testTheKeysAreThoseOfAnNSCoder() throws {
    let list = try PropertyListSerialization.propertyList(from: KeyedArchive.encode(value), format: nil)
    let object = try XCTUnwrap(((list as? [String: Any])?["$objects"] as? [Any])?[1] as? [String: Any])
    XCTAssertEqual(object.keys.sorted(), ["$$$$a", "$$$0", "$$0", "$$12", "$$x", "$class", "0"].sorted())
    let coding = try KeyedArchive.archivedData(withRootObject: value.encoded, requiringSecureCoding: true)
    XCTAssertEqual(coding, try KeyedArchive.encode(value))
    let found = try KeyedArchive.unarchivedObject(ofClass: DollarNames.Coding.self, from: coding)
    XCTAssertEqual(found?.decoded, value)
    DollarNames.Coding.registerArchiveNames()
    let byFoundation = try NSKeyedUnarchiver.unarchivedObject(ofClass: DollarNames.Coding.self, from: coding)
    XCTAssertEqual(byFoundation?.decoded, value)
  }

  func testFormerNames() throws {
    for road in Road.allCases {
      XCTAssertEqual(try road.carry(OldDollar(zero: 5), to: NewDollar.self), NewDollar(count: 5), "\(road)")
      XCTAssertEqual(
        try road.carry(DollarLeaf(), to: DollarLeaf.self).own, DollarLeaf().own, "\(road)")
    }
  }

  /// Values without keys have these names in nodes, as before.
  func testValuesWithoutKeys() throws {
    let data = PlistBuilder([
      .null, .record(class: 2, ["$0": .integer(1), "$$0": .integer(2)]), .classRecord("Old"),
    ]).data()
    let node = try KeyedArchive(data).node()
    XCTAssertEqual(node["$0"], 1)
    XCTAssertEqual(node["$$0"], 2)
    XCTAssertEqual(try KeyedArchive(KeyedArchive.encode(node)).tableDifferences(from: KeyedArchive(data)), [])
  }
}

@Archivable struct DollarNames: Equatable {
  @Stored("$0") var zero: String
  @Stored("$12") var many: String
  @Stored("$$0") var two: String
  @Stored("$x") var other: String
  @Stored("0") var one: String
  @Stored("$$$a") var word: String
}

@Archivable(className: "Test_Dollar") struct OldDollar: Equatable { @Stored("$0") var zero: Int }
@Archivable(className: "Test_Dollar") struct NewDollar: Equatable {
  @Stored(formerly: "$0") var count: Int
}

@ArchivableObject class DollarBase {
  @Stored("$1") var base = 1
  init() {}
  class var archiveSubclasses: [any ArchivableObject.Type] { [DollarLeaf.self] }
}

@ArchivableObject final class DollarLeaf: DollarBase {
  @Stored("$2") var own = 2
  override init() { super.init() }
}
