import ArchiveDocuments
import ColumnArchives
import Foundation
import StructCoding
import XCTest

// Explicit storage methods per property, as a macro for managed objects has them: default, raw, codable, transformed,
// composition, transient; a policy for values that cannot be decoded; typed paths. Here they are those of a struct.

enum Status: String, ArchiveValue, Sendable { case draft, published }

struct ItemConfig: Codable, Equatable { var isPinned = false, tags: [String] = [] }

@Archivable
struct GeoPoint: Equatable {
  @Stored("lat") var latitude: Double
  @Stored("lng") var longitude: Double
}

@Archivable(className: "Item")
struct Item: Equatable {
  var title = ""
  var rating: Double?
  @Stored(.raw) var status: Status? = .draft
  @Stored(.codable) var config: ItemConfig? = nil
  @Stored(
    .transformed(
      encode: { (words: [String]) in words.joined(separator: ",") },
      decode: { $0.split(separator: ",").map(String.init) }))
  var keywords: [String]? = nil
  @Stored(.transformed(name: "HexDataTransformer")) var checksum = Data()
  @Stored(.composition) var location = GeoPoint(latitude: 0, longitude: 0)
  @Transient var isSelected = false
}

@Archivable
struct Defaults: Equatable {
  var string = "a", bool = true, int = 1, int16: Int16 = -16, int32: Int32 = 32, int64 = Int64.min
  var float: Float = 0.5, double = -0.0
  var date = Date(timeIntervalSinceReferenceDate: 0.25), data = Data([1])
  var uuid = UUID(uuidString: "00000000-0000-0000-0000-000000000001")!
  var url = URL(string: "https://example.com/a?b")!, decimal = Decimal(string: "0.1")!
  var anyString: String?, anyBool: Bool?, anyInt: Int?, anyInt16: Int16?, anyInt32: Int32?, anyInt64: Int64?
  var anyFloat: Float?, anyDouble: Double?, anyDate: Date?, anyData: Data?, anyUUID: UUID?, anyURL: URL?
  var anyDecimal: Decimal?
}

final class StorageMethodExampleTests: XCTestCase {
  private var item: Item {
    Item(
      title: "Fjord", rating: 4.5, status: .published, config: ItemConfig(isPinned: true, tags: ["a"]),
      keywords: ["sea", "rock"], checksum: Data([0xAB, 1]),
      location: GeoPoint(latitude: 59.9, longitude: 10.7))
  }

  func testRoundTrip() throws {
    XCTAssertEqual(try KeyedArchive.decode(Item.self, from: KeyedArchive.encode(item)), item)
    XCTAssertEqual(item.encoded.decoded, item)
    let bare = Item()
    XCTAssertEqual(try KeyedArchive.decode(Item.self, from: KeyedArchive.encode(bare)), bare)
  }

  /// What is stored: the raw value, one payload, the transformer's output, a key for each part of a composition.
  func testStoredForms() throws {
    let node = try ArchiveNode(encoding: item)
    XCTAssertEqual(
      node.fields?.names,
      ["title", "rating", "status", "config", "keywords", "checksum", "location.lat", "location.lng"])
    XCTAssertEqual(node["status"], "published")
    XCTAssertEqual(node["checksum"], "ab01")
    XCTAssertEqual(node["location.lat"], 59.9)
    guard case .data? = node["config"] else { return XCTFail("\(String(describing: node["config"]))") }
    guard case .string? = node["keywords"] else { return XCTFail("\(String(describing: node["keywords"]))") }
  }

  func testDefaultTypes() throws {
    var all = Defaults()
    XCTAssertEqual(try KeyedArchive.decode(Defaults.self, from: KeyedArchive.encode(all)), all)
    all.anyString = "b"
    (all.anyBool, all.anyInt, all.anyInt16, all.anyInt32, all.anyInt64) = (false, 0, 1, 2, 3)
    (all.anyFloat, all.anyDouble, all.anyDate, all.anyData) = (1, 2, .distantPast, Data())
    (all.anyUUID, all.anyURL, all.anyDecimal) = (all.uuid, all.url, 10)
    XCTAssertEqual(try KeyedArchive.decode(Defaults.self, from: KeyedArchive.encode(all)), all)
  }

  /// A field that is absent gets its initial value, and an optional `nil`.
  func testDefaultValues() throws {
    let old = try KeyedArchive.encode(FirstItem(title: "old"))
    XCTAssertEqual(try KeyedArchive.decode(Item.self, from: old), Item(title: "old"))
  }

  /// The policies, for every storage method. A value that is there and cannot be decoded throws by default.
  func testDecodeFailurePolicies() throws {
    let data = try KeyedArchive.encode(Damaged(level: "loud", config: Data([1]), count: "many"))
    XCTAssertThrowsError(try KeyedArchive.decode(Strict.self, from: data)) {
      XCTAssertEqual(($0 as? ArchiveError)?.pathDescription, "level")
    }
    XCTAssertEqual(
      try KeyedArchive.decode(Lenient.self, from: data), Lenient(level: .low, config: nil, count: 7))
  }

  /// A leaf of a composition is one stored key; sorting and predicates take typed paths.
  func testTypedPaths() throws {
    let path = Item.path.location.latitude
    XCTAssertEqual(path.storedName, "location.lat")
    let items = [item, Item(title: "Null Island")]
    XCTAssertEqual(items.sorted(using: path.comparator()).map(\.title), ["Null Island", "Fjord"])
    XCTAssertEqual(try items.filter(path.predicate(.greater, 50)).map(\.title), ["Fjord"])
  }

  func testTransientIsNotStored() throws {
    var selected = item
    selected.isSelected = true
    XCTAssertFalse(try KeyedArchive.decode(Item.self, from: KeyedArchive.encode(selected)).isSelected)
  }

  /// A name that no transformer has is an error with the nearest one.
  func testMistypedTransformerName() throws {
    XCTAssertThrowsError(try KeyedArchive.encode(Mistyped(checksum: Data([1])))) {
      XCTAssertTrue("\($0)".contains("HexDataTransformer"), "\($0)")
    }
  }
}

@Archivable(className: "Item")
private struct FirstItem { var title: String }

private enum Level: String, ArchiveValue { case low, high }

@Archivable(className: "Damaged")
private struct Damaged { var level: String, config: Data, count: String }

@Archivable(className: "Damaged")
private struct Strict: Equatable { @Stored(.raw) var level: Level }

@Archivable(className: "Damaged")
private struct Lenient: Equatable {
  @Stored(.raw, onDecodeFailure: .fallbackToDefaultValue) var level: Level = .low
  @Stored(.codable, onDecodeFailure: .fallbackToDefaultValue) var config: ItemConfig? = nil
  @Stored(onDecodeFailure: .fallbackToDefaultValue) var count: Int = 7
}

@Archivable
private struct Mistyped { @Stored(.transformed(name: "HexDataTransfomer")) var checksum: Data }
