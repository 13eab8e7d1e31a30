import ArchiveValues
import XCTest

@testable import LiveValues

/// The properties of records by name.
final class PropertyTableTests: XCTestCase {
  /// By hand, with a property that archives do not store, a tuple, and types that are not `Equatable`.
  struct Order: ArchiveStruct {
    var count: Int
    var price: Double
    var suit: Suit
    var size = (1, 2)
    var discount = 0.0
    var notes: Notes = Notes()

    struct Notes: ArchiveValue {
      var text = ""
      func encodeValue(to encoder: inout some ValueEncoder) throws { try encoder.encode(text) }
      static func decodeValue(from decoder: inout some ValueDecoder) throws -> Notes {
        Notes(text: try decoder.decodeString())
      }
    }

    var total: Double { Double(count) * price - discount }
    var isFree: Bool { total == 0 }
    var summary: Notes { Notes(text: "\(total)") }
    var twice: Int {
      get { count * 2 }
      set { count = newValue / 2 }
    }

    static let archiveFields = ArchiveFields<Order>("Order") { fields in
      fields.field("count", \.count)
      fields.field("unitPrice", \.price)
      fields.field("suit", \.suit)
      fields.tuple("size", \.size.0, \.size.1)
      fields.field("notes", \.notes)
    }

    init(count: Int, price: Double, suit: Suit) { (self.count, self.price, self.suit) = (count, price, suit) }

    func encodeFields(to encoder: inout some FieldEncoder) throws {
      try encoder.encode(count, at: 0)
      try encoder.encode(price, at: 1)
      try encoder.encode(suit, at: 2)
      try encoder._encodeTuple(size.0, size.1, at: 3)
      try encoder.encode(notes, at: 4)
    }

    init(fields decoder: inout some FieldDecoder) throws {
      count = try decoder.decode(at: 0)
      price = try decoder.decode(at: 1)
      suit = try decoder.decode(at: 2)
      size = try decoder._decodeTuple(at: 3)
      notes = try decoder.decode(at: 4)
    }
  }

  private let table = PropertyTable(of: Order.self)
  private let order = Order(count: 2, price: 1.5, suit: .hearts)

  private func names(_ change: (inout Order) -> Void) -> [String] {
    var new = order
    change(&new)
    // What is not Equatable may always have changed.
    return table.names(changedFrom: order, to: new).filter { !["notes", "summary"].contains($0) }
  }

  func testNames() {
    XCTAssertEqual(
      table.names, ["count", "unitPrice", "suit", "notes", "isFree", "total", "summary", "twice"])
    XCTAssertEqual(PropertyTable(of: Int.self).names, [])
  }

  func testChanges() {
    XCTAssertEqual(names { _ in }, [])
    XCTAssertEqual(names { $0.suit = .clubs }, ["suit"])
    XCTAssertEqual(names { $0.price = 2 }, ["unitPrice", "total"])
    XCTAssertEqual(names { $0.price = 0 }, ["unitPrice", "isFree", "total"])
    XCTAssertEqual(names { $0.count = 3 }, ["count", "total", "twice"])
    XCTAssertEqual(names { $0.discount = 1 }, ["total"])
    XCTAssertEqual(names { ($0.count, $0.price) = (1, 3) }, ["count", "unitPrice", "twice"])
    XCTAssertEqual(table.names(changedFrom: order, to: order), ["notes", "summary"])
  }

  func testValues() throws {
    XCTAssertEqual(table["unitPrice"]?.value(in: order) as? Double, 1.5)
    XCTAssertEqual(table["total"]?.value(in: order) as? Double, 3)
    XCTAssertEqual(table["suit"]?.value(in: order) as? Suit, .hearts)
    XCTAssertNil(table["price"], "the stored name counts")
    var changed = order
    XCTAssertEqual(table["unitPrice"]?.set?(&changed, 9.5), true)
    XCTAssertEqual(changed.price, 9.5)
    XCTAssertEqual(table["unitPrice"]?.set?(&changed, "9"), false)
    XCTAssertEqual(table["count"]?.set?(&changed, nil), false)
    XCTAssertEqual(changed.price, 9.5)
    XCTAssertNil(table["total"]?.set)
    XCTAssertEqual(table["twice"]?.set?(&changed, 6), true)
    XCTAssertEqual(changed.count, 3)
  }

  /// No archives know it; one name is listed twice.
  struct Ambiguous: KeyValueObservable {
    var count = 1
    var other: String { "other" }
    var twice: Int { count * 2 }

    static var observableProperties: KeyValuePairs<String, PartialKeyPath<Ambiguous>> {
      ["count": \.count, "twice": \.twice, "twice": \.other]
    }
  }

  func testTheFirstOfANameCounts() {
    let table = PropertyTable(of: Ambiguous.self)
    XCTAssertEqual(table.names, ["count", "twice"])
    XCTAssertEqual(table["twice"]?.value(in: Ambiguous()) as? Int, 2)
    var changed = Ambiguous()
    XCTAssertEqual(table["count"]?.set?(&changed, 2), true)
    XCTAssertEqual(table.names(changedFrom: Ambiguous(), to: changed), ["count", "twice"])
  }

  /// Fields come before properties of the same name.
  struct Covered: ArchiveStruct, KeyValueObservable {
    var count = 1
    var other: String { "other" }

    static let archiveFields = ArchiveFields<Covered>("Covered") { $0.field("count", \.count) }
    static var observableProperties: KeyValuePairs<String, PartialKeyPath<Covered>> { ["count": \.other] }

    init() {}
    func encodeFields(to encoder: inout some FieldEncoder) throws { try encoder.encode(count, at: 0) }
    init(fields decoder: inout some FieldDecoder) throws { count = try decoder.decode(at: 0) }
  }

  func testFieldsComeFirst() {
    XCTAssertEqual(PropertyTable(of: Covered.self).names, ["count"])
    XCTAssertEqual(PropertyTable(of: Covered.self)["count"]?.value(in: Covered()) as? Int, 1)
  }
}

extension PropertyTableTests.Order: KeyValueObservable {
  static var observableProperties: KeyValuePairs<String, PartialKeyPath<Self>> {
    ["isFree": \.isFree, "total": \.total, "summary": \.summary, "twice": \.twice]
  }
}

/// Knows nothing of archives but its raw value.
enum Suit: UInt8, ArchiveValue { case clubs, hearts }
