import Foundation
import ManagedObjects
import StructCoding
import XCTest

/// Properties with `@Managed`, over an object that stores its attributes as `NSManagedObject` does.
final class ManagedPropertyTests: XCTestCase {
  // MARK: Values

  func testAttributesHoldOrdinaryValues() throws {
    let item = Item()
    item.rating = 4.5
    item.count = 7
    item.status = .published
    item.priority = .high
    item.settings = Settings(retryCount: 5)
    item.session = Session(title: "Run", samples: [1, 2])
    item.history = [Session(title: "Old")]
    item.tags = ["a", "b"]
    let place = UUID()
    item.location = GeoPoint(latitude: 52.5, longitude: 13.4, place: place)

    XCTAssertEqual(item.values["rating"] as? Double, 4.5)
    XCTAssertEqual(item.values["count"] as? Int64, 7)
    XCTAssertEqual(item.values["status"] as? String, "published")
    XCTAssertEqual(item.values["kind_raw"] as? Int64, 1)
    XCTAssertNil(item.values["priority"])
    XCTAssertEqual(
      try JSONDecoder().decode(Settings.self, from: XCTUnwrap(item.values["settings"] as? Data)).retryCount, 5
    )
    XCTAssertEqual(
      try KeyedArchive.decode(Session.self, from: XCTUnwrap(item.values["session"] as? Data)),
      Session(title: "Run", samples: [1, 2]))
    XCTAssertEqual(item.values["tags"] as? String, "a,b")
    let location = try XCTUnwrap(item.values["location"] as? [String: Any])
    XCTAssertEqual(location["lat"] as? Double, 52.5)
    XCTAssertEqual(location["longitude"] as? Double, 13.4)
    XCTAssertEqual(location["place"] as? UUID, place)
    XCTAssertEqual(location.count, 3)

    let read = Item()
    read.values = item.values
    XCTAssertEqual(read.rating, 4.5)
    XCTAssertEqual(read.count, 7)
    XCTAssertEqual(read.status, .published)
    XCTAssertEqual(read.priority, .high)
    XCTAssertEqual(read.settings, Settings(retryCount: 5))
    XCTAssertEqual(read.session, Session(title: "Run", samples: [1, 2]))
    XCTAssertEqual(read.history, [Session(title: "Old")])
    XCTAssertEqual(read.tags, ["a", "b"])
    XCTAssertEqual(read.location, GeoPoint(latitude: 52.5, longitude: 13.4, place: place))
  }

  func testNothing() {
    let item = Item()
    XCTAssertNil(item.rating)
    XCTAssertNil(item.session)
    XCTAssertNil(item.location)
    // An optional is nil where nothing is stored, whatever its initial value; another property has its initial value.
    XCTAssertNil(item.status)
    XCTAssertEqual(item.priority, .low)
    XCTAssertEqual(item.history, [])

    item.status = .draft
    item.rating = 1
    item.status = nil
    item.rating = nil
    item.location = GeoPoint(latitude: 1, longitude: 2)
    item.location = nil
    XCTAssertNil(item.status)
    XCTAssertNil(item.values["status"])
    XCTAssertNil(item.values["rating"])
    XCTAssertNil(item.values["location"])
  }

  func testFieldsOfCompositionsKeepTheirFormerNames() {
    let item = Item()
    item.values["location"] = ["lat": 1.5, "lon": 2.5, "place": NSNull()] as [String: Any]
    XCTAssertEqual(item.location, GeoPoint(latitude: 1.5, longitude: 2.5))
  }

  func testSubclasses() {
    let item = SpecialItem()
    item.link = URL(string: "https://a.b")
    item.rating = 2
    XCTAssertEqual(item.values["link"] as? URL, URL(string: "https://a.b"))
    XCTAssertEqual(item.price, 1.25)
    item.price = Decimal(string: "0.1")!
    XCTAssertEqual(item.values["price"] as? Decimal, Decimal(string: "0.1"))
    XCTAssertEqual(item.rating, 2)
  }

  // MARK: Access

  /// Faults, undo and observers depend on these calls.
  func testAccessIsAnnounced() {
    let item = Item()
    XCTAssertEqual(item.notices { item.priority = .high }, ["will set kind_raw", "did set kind_raw"])
    XCTAssertEqual(item.notices { _ = item.priority }, ["will read kind_raw", "did read kind_raw"])
    XCTAssertEqual(
      item.notices { item.history.append(Session(title: "x")) },
      ["will read history", "did read history", "will set history", "did set history"])
    XCTAssertEqual(item.history, [Session(title: "x")])
  }

  /// Undo, refresh and merging change what an attribute holds without a setter.
  func testChangesBehindTheAccessors() throws {
    let item = Item()
    item.session = Session(title: "first")
    let before = item.values
    item.session = Session(title: "second")
    XCTAssertEqual(item.session?.title, "second")
    item.values = before
    XCTAssertEqual(item.session?.title, "first")
    item.values["session"] = try KeyedArchive.encode(Session(title: "third"))
    XCTAssertEqual(item.session?.title, "third")
  }

  func testDataAreDecodedOnceForEqualData() throws {
    let item = CountingItem()
    item.values["text"] = Data("abc".utf8)
    let before = CountingTransformer.count.value
    XCTAssertEqual(item.text, "abc")
    XCTAssertEqual(item.text, "abc")
    XCTAssertEqual(CountingTransformer.count.value, before + 1)
    item.values["text"] = Data("abd".utf8)
    XCTAssertEqual(item.text, "abd")
    XCTAssertEqual(CountingTransformer.count.value, before + 2)
    // What was set need not be decoded, and neither need a value that is changed in place.
    item.text = "new"
    item.text?.append("er")
    XCTAssertEqual(item.text, "newer")
    XCTAssertEqual(item.values["text"] as? Data, Data("newer".utf8))
    XCTAssertEqual(CountingTransformer.count.value, before + 2)
  }

  // MARK: Failures

  func testUnreadableValuesAreReported() throws {
    let unreadable: [(String, Any, (Item) -> Void, String)] = [
      ("status", "archived", { XCTAssertEqual($0.status, .draft) }, "Item.status"),
      ("kind_raw", Int64(9), { XCTAssertEqual($0.priority, .low) }, "Item.kind_raw"),
      ("rating", "text", { XCTAssertNil($0.rating) }, "Item.rating"),
      ("settings", Data([1, 2]), { XCTAssertNil($0.settings) }, "Item.settings"),
      ("session", Data([1, 2]), { XCTAssertNil($0.session) }, "Item.session"),
      ("location", ["lat": 1.0], { XCTAssertNil($0.location) }, "Item.location.longitude"),
      ("location", "text", { XCTAssertNil($0.location) }, "Item.location"),
      ("count", Int64.max, { XCTAssertEqual($0.count, Int.max) }, ""),
    ]
    for (name, stored, check, path) in unreadable {
      let item = Item()
      item.values[name] = stored
      let failures = DecodeFailures.collecting { check(item) }.failures
      XCTAssertEqual(failures.map(\.error.pathDescription), path.isEmpty ? [] : [path])
      XCTAssertTrue(failures.allSatisfy { $0.used == .defaultValue })
      // The attribute keeps what it holds.
      XCTAssertEqual("\(try XCTUnwrap(item.values[name]))", "\(stored)")
    }
  }

  func testErrorsCanBeThrown() throws {
    let item = Item()
    item.values["status"] = "archived"
    XCTAssertThrowsError(try Item.$status.value(of: item)) { error in
      let error = error as? ArchiveError
      XCTAssertEqual(error?.code, .invalidValue)
      XCTAssertEqual(error?.pathDescription, "Item.status")
    }
    try Item.$status.set(.published, of: item)
    XCTAssertEqual(try Item.$status.value(of: item), .published)
  }

  /// A change in place would replace data that another version of the program can read.
  func testAChangeInPlaceKeepsUnreadableData() {
    let item = Item()
    item.values["history"] = Data("unreadable".utf8)
    let failures = DecodeFailures.collecting { item.history.append(Session(title: "new")) }.failures
    XCTAssertEqual(failures.map(\.error.pathDescription), ["Item.history"])
    XCTAssertEqual(item.values["history"] as? Data, Data("unreadable".utf8))
    // An assignment replaces it.
    item.history = [Session(title: "new")]
    XCTAssertEqual(item.history, [Session(title: "new")])
  }

  func testValuesThatCannotBeStoredAreReported() throws {
    let item = RatioItem()
    item.ratio = Ratio(value: 2)
    let failures = DecodeFailures.collecting { item.ratio = Ratio(value: .nan) }.failures
    XCTAssertEqual(failures.map(\.error.pathDescription), ["RatioItem.ratio"])
    XCTAssertEqual(failures.map(\.used), [.storedValue])
    XCTAssertEqual(item.ratio, Ratio(value: 2))
    XCTAssertThrowsError(try RatioItem.$ratio.set(Ratio(value: .nan), of: item))
    XCTAssertEqual(item.ratio, Ratio(value: 2))
  }

  func testTheHandlerIsToldIfNobodyCollects() {
    let told = Box<[DecodeFailure]>([])
    DecodeFailures.handle { failure in told.change { $0.append(failure) } }
    defer { DecodeFailures.handle { _ in } }
    let item = Item()
    item.values["status"] = "archived"
    XCTAssertEqual(item.status, .draft)
    XCTAssertEqual(told.value.map(\.error.pathDescription), ["Item.status"])
    _ = DecodeFailures.collecting { item.status }
    XCTAssertEqual(told.value.count, 1)
  }

  // MARK: Properties that depend on others

  func testAValueIsComputedOnceUntilAPartChanges() {
    let item = Item()
    (item.first, item.last) = ("Ada", "Byron")
    XCTAssertEqual(item.fullName, "Ada Byron")
    XCTAssertEqual(item.fullName, "Ada Byron")
    XCTAssertEqual(item.computations, 1)
    item.last = "Lovelace"
    XCTAssertEqual(item.fullName, "Ada Lovelace")
    XCTAssertEqual(item.computations, 2)
    // As undo does.
    item.values["last"] = "Byron"
    XCTAssertEqual(item.fullName, "Ada Byron")
    XCTAssertEqual(item.computations, 2)
    item.values["last"] = "King"
    XCTAssertEqual(item.fullName, "Ada King")
  }

  func testASetterWritesTheParts() {
    let item = Item()
    let notices = item.notices { item.fullName = "Grace Hopper" }
    XCTAssertEqual(notices, ["will set first", "did set first", "will set last", "did set last"])
    XCTAssertEqual(item.first, "Grace")
    XCTAssertEqual(item.fullName, "Grace Hopper")
  }

  // MARK: Names

  func testPathsAreThoseOfTheStore() {
    XCTAssertEqual(Item.$priority.attributeName, "kind_raw")
    XCTAssertEqual(Item.$location.latitude.keyPath, "location.lat")
    XCTAssertEqual(Item.$location.longitude.keyPath, "location.longitude")
  }
}

// MARK: - Objects

@ManagedEntity
private final class CountingItem: StoredObject {
  @Managed(.transformed(CountingTransformer.self)) var text: String?
}

private struct CountingTransformer: ArchiveTransformer {
  static let count = Box(0)

  func encode(_ value: String) throws -> Data { Data(value.utf8) }

  func decode(_ stored: Data) throws -> String {
    Self.count.change { $0 += 1 }
    return String(decoding: stored, as: UTF8.self)
  }
}

private struct Ratio: Codable, Equatable { var value: Double }

private final class RatioItem: StoredObject {
  @Managed(.codable(.json)) var ratio: Ratio?
}

private final class Box<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var content: Value

  init(_ value: Value) { content = value }

  var value: Value { lock.withLock { content } }
  func change(_ body: (inout Value) -> Void) { lock.withLock { body(&content) } }
}
