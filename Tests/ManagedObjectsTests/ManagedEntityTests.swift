import Foundation
import ManagedObjects
import StructCoding
import XCTest

/// The attributes that a class needs, and how they differ from a model's.
final class ManagedEntityTests: XCTestCase {
  func testAttributes() throws {
    let attributes = try Item.managedAttributes
    XCTAssertEqual(
      attributes.map {
        "\($0.name): \($0.typeDescription)\($0.isOptional ? "?" : "")\($0.isTransient ? ", transient" : "")"
      },
      [
        "rating: Double?", "count: Integer 64", "status: String?", "kind_raw: Integer 64",
        "settings: Binary Data?",
        "session: Binary Data?", "history: Binary Data", "tags: String?",
        "location: Composite(lat: Double, longitude: Double, place: UUID)?", "note: String?, transient",
        "first: String?", "last: String?",
      ])
    XCTAssertEqual(attributes[1].defaultValue as? Int64, 0)
    XCTAssertEqual(attributes[2].defaultValue as? String, "draft")
    XCTAssertEqual(attributes[3].defaultValue as? Int64, 0)
    XCTAssertEqual(attributes[3].formerName, "kind")
    XCTAssertNil(attributes[0].defaultValue)
    XCTAssertEqual(
      try KeyedArchive.decode([Session].self, from: XCTUnwrap(attributes[6].defaultValue as? Data)), [])
  }

  func testTypes() throws {
    let attributes = try Everything.managedAttributes
    XCTAssertEqual(
      attributes.map { "\($0.typeDescription)\($0.isOptional ? "?" : "")" },
      [
        "Integer 16?", "Integer 32", "Integer 64?", "Boolean?", "Float?", "Double?", "Decimal?", "String?",
        "Date?",
        "Binary Data?", "UUID?", "URI?", "String?", "Integer 64?",
        "Composite(small: Integer 16, flag: Boolean)?",
      ])
    XCTAssertEqual(attributes.last?.elements.map(\.isOptional), [true, false])
  }

  func testASubclassHasTheAttributesOfItsSuperclass() throws {
    XCTAssertEqual(
      try SpecialItem.managedAttributes.map(\.name),
      try Item.managedAttributes.map(\.name) + ["link", "price"])
  }

  func testAModelThatFits() throws {
    XCTAssertEqual(try Item.differences(from: Item.managedAttributes), [])
    // Any width of an integer fits: Core Data checks no range.
    XCTAssertEqual(
      try Item.differences(from: changing("kind_raw") { attribute("kind_raw", .integer16, 0 as Int64) }), [])
  }

  func testDifferences() throws {
    var composite = attribute("location", .composite)
    composite.elements = [attribute("lat", .double)]
    func differences(_ name: String, _ attribute: ManagedAttribute?) throws -> [String] {
      try Item.differences(from: changing(name) { attribute })
    }
    XCTAssertEqual(
      try differences("rating", attribute("raiting", .double)),
      ["Item.rating: the model has no such attribute. Did you mean “raiting”?"])
    XCTAssertEqual(try differences("settings", nil), ["Item.settings: the model has no such attribute."])
    XCTAssertEqual(
      try differences("tags", attribute("tags", .binaryData)),
      ["Item.tags: the property needs String, and the model has Binary Data."])
    XCTAssertEqual(
      try differences("status", attribute("status", .string)),
      ["Item.status: new objects get nil from the model, not draft."])
    XCTAssertEqual(
      try differences("status", attribute("status", .string, "published")),
      ["Item.status: new objects get published from the model, not draft."])
    XCTAssertEqual(
      try differences("rating", ManagedAttribute(name: "rating", type: .double, isOptional: false)),
      ["Item.rating: the property may be nil, and the model requires a value."])
    XCTAssertEqual(
      try differences("note", attribute("note", .string)),
      ["Item.note: the property is transient, and the attribute is not."])
    XCTAssertEqual(
      try differences("location", composite),
      [
        "Item.location: the property needs Composite(lat: Double, longitude: Double, place: UUID), "
          + "and the model has Composite(lat: Double)."
      ])
  }

  func testAValueThatNoAttributeHolds() {
    XCTAssertThrowsError(try NestedItem.managedAttributes) { error in
      let error = error as? ArchiveError
      XCTAssertEqual(error?.code, .unsupported)
      XCTAssertEqual(error?.pathDescription, "NestedItem.track.points")
    }
  }

  private func attribute(_ name: String, _ type: AttributeType, _ defaultValue: Any? = nil)
    -> ManagedAttribute
  {
    var attribute = ManagedAttribute(name: name, type: type, isOptional: true)
    attribute.defaultValue = defaultValue
    return attribute
  }

  /// The attributes of `Item`, with another in place of one.
  private func changing(_ name: String, _ body: () -> ManagedAttribute?) throws -> [ManagedAttribute] {
    try Item.managedAttributes.filter { $0.name != name } + [body()].compactMap { $0 }
  }
}

@Archivable
private struct Small: Equatable {
  var small: Int16?
  var flag: Bool
}

@ManagedEntity
private final class Everything: StoredObject {
  @Managed var int16: Int16?
  @Managed var int32: Int32 = 1
  @Managed var int64: Int64?
  @Managed var bool: Bool?
  @Managed var float: Float?
  @Managed var double: Double?
  @Managed var decimal: Decimal?
  @Managed var string: String?
  @Managed var date: Date?
  @Managed var data: Data?
  @Managed var uuid: UUID?
  @Managed var url: URL?
  @Managed(.transformed(encode: { (value: UUID) in value.uuidString }, decode: { UUID(uuidString: $0)! }))
  var id: UUID?
  @Managed(.raw) var priority: Priority?
  @Managed(.composition) var small: Small?
}

@Archivable
private struct Track: Equatable { var points: [GeoPoint] = [] }

@ManagedEntity
private final class NestedItem: StoredObject {
  @Managed(.composition) var track: Track?
}
