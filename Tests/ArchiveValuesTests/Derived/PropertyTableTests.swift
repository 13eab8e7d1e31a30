import ArchiveValues
import Foundation
import XCTest

/// The properties of records by name.
final class PropertyTableTests: XCTestCase {
  /// By hand, with a property that archives do not store, a cycle, and types that are not `Equatable`.
  struct Order: ArchiveStruct {
    var count: Int
    var price: Double
    var suit: Suit
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
    var twice: Int { count * 2 }
    var half: Int { twice / 4 }

    static let archiveFields = ArchiveFields<Order>("Order") { fields in
      fields.field("count", \.count)
      fields.field("unitPrice", \.price)
      fields.field("suit", \.suit)
      fields.field("notes", \.notes)
    }

    func encodeFields(to encoder: inout some FieldEncoder) throws {
      try encoder.encode(count, at: 0)
      try encoder.encode(price, at: 1)
      try encoder.encode(suit, at: 2)
      try encoder.encode(notes, at: 3)
    }

    init(count: Int, price: Double, suit: Suit) { (self.count, self.price, self.suit) = (count, price, suit) }

    init(fields decoder: inout some FieldDecoder) throws {
      count = try decoder.decode(at: 0)
      price = try decoder.decode(at: 1)
      suit = try decoder.decode(at: 2)
      notes = try decoder.decode(at: 3)
    }

    static func _describeDerived(_ properties: inout _DerivedProperties<Order>) {
      properties.property("isFree", \.isFree, dependsOn: ["total"])
      properties.property("total", \.total, dependsOn: ["count", "unitPrice", "discount"])
      properties.property("summary", \.summary, dependsOn: ["count"])
      // A cycle, which no macro would let pass.
      properties.property("twice", \.twice, dependsOn: ["half", "count"])
      properties.property("half", \.half, dependsOn: ["twice"])
    }
  }

  private let table = PropertyTable(of: Order.self)
  private let order = Order(count: 2, price: 1.5, suit: .hearts)

  private func names(_ change: (inout Order) -> Void) -> [String] {
    var new = order
    change(&new)
    // What is not Equatable may always have changed.
    return table.names(changedFrom: order, to: new).filter { $0 != "notes" }
  }

  func testNames() {
    XCTAssertEqual(
      table.names,
      ["count", "unitPrice", "suit", "notes", "isFree", "total", "summary", "twice", "half"])
    XCTAssertEqual(PropertyTable(of: Tag.self).names, [], "nothing is described")
    XCTAssertEqual(PropertyTable(of: Shape.self).names, [])
  }

  func testChanges() {
    XCTAssertEqual(names { _ in }, [])
    XCTAssertEqual(names { $0.suit = .clubs }, ["suit"])
    XCTAssertEqual(names { $0.price = 2 }, ["unitPrice", "total"])
    XCTAssertEqual(names { $0.price = 0 }, ["unitPrice", "isFree", "total"])
    XCTAssertEqual(names { $0.count = 3 }, ["count", "total", "summary", "twice"])
    XCTAssertEqual(names { $0.count = 4 }, ["count", "total", "summary", "twice", "half"])
    XCTAssertEqual(names { $0.discount = 1 }, ["total"], "no field, so it is always looked at")
    XCTAssertEqual(
      names { ($0.count, $0.price) = (1, 3) }, ["count", "unitPrice", "summary", "twice", "half"])
    XCTAssertEqual(table.names(changedFrom: order, to: order), ["notes"])
  }

  func testValues() throws {
    XCTAssertEqual(table["unitPrice"]?.value(in: order) as? Double, 1.5)
    XCTAssertEqual(table["total"]?.value(in: order) as? Double, 3)
    XCTAssertEqual(table["suit"]?.value(in: order) as? Suit, .hearts)
    XCTAssertNil(table["price"]?.name)
    var changed = order
    XCTAssertEqual(table["unitPrice"]?.set?(&changed, 9.5), true)
    XCTAssertEqual(changed.price, 9.5)
    XCTAssertEqual(table["unitPrice"]?.set?(&changed, "9"), false)
    XCTAssertEqual(table["count"]?.set?(&changed, nil), false)
    XCTAssertEqual(changed.price, 9.5)
    XCTAssertNil(table["total"]?.set)
  }

  /// A derived property with the name of a field, and one that is listed twice, as in both clauses of an `#if`.
  struct Ambiguous: ArchiveStruct {
    var count = 1
    var other: String { "other" }
    var twice: Int { count * 2 }

    static let archiveFields = ArchiveFields<Ambiguous>("Ambiguous") { fields in
      fields.field("count", \.count)
    }

    func encodeFields(to encoder: inout some FieldEncoder) throws { try encoder.encode(count, at: 0) }

    init() {}

    init(fields decoder: inout some FieldDecoder) throws { count = try decoder.decode(at: 0) }

    static func _describeDerived(_ properties: inout _DerivedProperties<Ambiguous>) {
      properties.property("count", \.other, dependsOn: ["twice"])
      properties.property("twice", \.twice, dependsOn: ["count"])
      properties.property("twice", \.other, dependsOn: [])
    }
  }

  func testTheFirstOfANameCounts() {
    let table = PropertyTable(of: Ambiguous.self)
    XCTAssertEqual(table.names, ["count", "twice"])
    XCTAssertEqual(table["count"]?.value(in: Ambiguous()) as? Int, 1)
    XCTAssertEqual(table["twice"]?.value(in: Ambiguous()) as? Int, 2)
    var changed = Ambiguous()
    changed.count = 2
    XCTAssertEqual(table.names(changedFrom: Ambiguous(), to: changed), ["count", "twice"])
  }
}
