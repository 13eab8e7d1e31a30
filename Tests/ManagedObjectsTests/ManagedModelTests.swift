import Foundation
import StructCoding
import XCTest

@testable import ManagedObjects

/// A model and a class that differ, and what a store compares.
final class ManagedModelTests: XCTestCase {
  private func modelAttribute(
    _ name: String, _ type: AttributeType, _ defaultValue: Any? = nil
  ) -> ManagedAttribute {
    var attribute = ManagedAttribute(name: name, type: type, isOptional: true)
    attribute.defaultValue = defaultValue
    return attribute
  }

  // MARK: At the first use

  func testADefaultOfTheModelThatDiffersIsReported() {
    let item = CheckedItem()
    item.model = [
      // The model editor gives a new number this default.
      "rating": modelAttribute("rating", .double, 0.0),
      "status": modelAttribute("status", .string, "published"),
      // These read as their initial values.
      "count": modelAttribute("count", .integer64), "history": modelAttribute("history", .binaryData),
      "title": modelAttribute("title", .string, "new"),
    ]
    let read = DecodeFailures.collecting {
      XCTAssertNil(item.rating)
      XCTAssertNil(item.status)
      XCTAssertEqual(item.count, 3)
      XCTAssertEqual(item.history, [])
      XCTAssertEqual(item.title, "new")
    }.failures
    XCTAssertEqual(read.map(\.error.pathDescription), ["CheckedItem.rating", "CheckedItem.status"])
    XCTAssertEqual(read.map(\.used), [.storedValue, .storedValue])
    XCTAssertEqual(
      read.map { "\($0.error)" },
      [
        "Expected an attribute that fits the property, found one that differs (unsupported), at CheckedItem.rating. "
          + "New objects get 0.0 from the model, not nil.",
        "Expected an attribute that fits the property, found one that differs (unsupported), at CheckedItem.status. "
          + "New objects get published from the model, not draft.",
      ])
    // Once for a class.
    let other = CheckedItem()
    other.model = item.model
    XCTAssertEqual(DecodeFailures.collecting { (other.rating, other.status) = (1, .draft) }.failures.count, 0)
  }

  func testAnAttributeOfAnotherTypeIsReportedBeforeItIsSet() {
    let item = MistypedItem()
    item.model = ["name": modelAttribute("name", .binaryData)]
    let failures = DecodeFailures.collecting { item.name = "x" }.failures
    XCTAssertEqual(failures.map(\.error.pathDescription), ["MistypedItem.name"])
    XCTAssertEqual(
      failures.first?.error.advice, .changeCode("The property needs String, and the model has Binary Data."))
  }

  func testAnInitialValueThatChangesIsNoDefault() {
    XCTAssertThrowsError(try ChangingItem.managedAttributes) { error in
      XCTAssertEqual((error as? ArchiveError)?.pathDescription, "ChangingItem.id")
      XCTAssertEqual(
        (error as? ArchiveError)?.advice,
        .changeCode("Make the property optional, and set it in awakeFromInsert()."))
    }
    let item = ChangingItem()
    item.model = ["id": modelAttribute("id", .uuid)]
    let failures = DecodeFailures.collecting { _ = item.id }.failures
    XCTAssertEqual(failures.map(\.error.pathDescription), ["ChangingItem.id"])
  }

  /// Without a model, as in tests, there is nothing to compare.
  func testNoModel() {
    XCTAssertEqual(DecodeFailures.collecting { _ = UncheckedItem().rating }.failures.count, 0)
  }

  // MARK: On demand

  func testDefaultsAreComparedAsValues() throws {
    func differences(_ name: String, _ type: AttributeType, _ value: Any?) throws -> [String] {
      let others = try CheckedItem.managedAttributes.filter { $0.name != name }
      return try CheckedItem.differences(from: others + [modelAttribute(name, type, value)])
    }
    XCTAssertEqual(try differences("count", .integer64, nil), [])
    XCTAssertEqual(try differences("count", .integer64, 3 as Int64), [])
    XCTAssertEqual(
      try differences("count", .integer64, 0 as Int64),
      ["CheckedItem.count: new objects get 0 from the model, not 3."])
    XCTAssertEqual(
      try differences("rating", .double, 0.0),
      ["CheckedItem.rating: new objects get 0.0 from the model, not nil."])
    XCTAssertEqual(try differences("status", .string, "draft"), [])
    // Another archive of the same value.
    let xml = try KeyedArchive.encode([Session](), options: .init(outputFormat: .xml))
    XCTAssertEqual(try differences("history", .binaryData, xml), [])
    let other = try KeyedArchive.encode([Session(title: "x")])
    XCTAssertEqual(try differences("history", .binaryData, other).count, 1)
    XCTAssertEqual(try differences("history", .binaryData, Data([1])).count, 1)
    XCTAssert(
      try differences("history", .binaryData, Data([1]))[0].contains(
        "the default of the model cannot be read"))
  }

  /// Setting the property would clear the further element.
  func testACompositeWithFurtherElements() throws {
    let needed = try XCTUnwrap(Item.managedAttributes.first { $0.name == "location" })
    XCTAssertEqual(needed.elements.count, 3)
    var found = modelAttribute("location", .composite)
    found.elements = needed.elements + [modelAttribute("altitude", .double)]
    XCTAssertEqual(needed.differences(from: found).count, 1)
    found.elements = needed.elements.reversed()
    XCTAssertEqual(needed.differences(from: found), [])
  }

  func testFormerNamesOfElements() throws {
    let location = try XCTUnwrap(Item.managedAttributes.first { $0.name == "location" })
    XCTAssertEqual(location.elements.map(\.formerName), [nil, "lon", nil])
  }

  // MARK: What a store compares

  func testStoredFormsAreCompared() throws {
    XCTAssertEqual(try Item.$status._comparedValue(of: .published) as? String, "published")
    XCTAssertNil(try Item.$status._comparedValue(of: nil))
    XCTAssertEqual(try Item.$priority._comparedValue(of: .high) as? Int64, 1)
    XCTAssertEqual(try Item.$tags._comparedValue(of: ["a", "b"]) as? String, "a,b")
    XCTAssertEqual(try Item.$rating._comparedValue(of: 2) as? Double, 2)
    XCTAssertEqual(try Item.$location.latitude._comparedValue(of: 3) as? Double, 3)
    XCTAssertEqual(MarkedItem.$mark.kind.keyPath, "mark.kind_raw")
    XCTAssertEqual(try MarkedItem.$mark.kind._comparedValue(of: .high) as? Int64, 1)
    XCTAssertEqual(try MarkedItem.$mark.checksum._comparedValue(of: Data([255])) as? String, "ff")
    XCTAssertNil(try MarkedItem.$mark.checksum._comparedValue(of: nil))
    XCTAssertEqual(try MarkedItem.$data._comparedValue(of: Data([1])) as? Data, Data([1]))
  }

  /// Equal values may have different archives, so a store would not find them.
  func testPayloadsAreNotCompared() {
    XCTAssertThrowsError(try Item.$session._comparedValue(of: Session(title: "x"))) { error in
      XCTAssertEqual((error as? ArchiveError)?.pathDescription, "Item.session")
    }
    XCTAssertThrowsError(try Item.$settings._comparedValue(of: Settings()))
    XCTAssertThrowsError(try VisitItem.$visit._comparedValue(of: Session(title: "x")))
    XCTAssertThrowsError(try VisitItem.$visits._comparedValue(of: [Session(title: "x")]))
    XCTAssertThrowsError(try VisitItem.$different._comparedValue(of: [Session(title: "x")]))
    XCTAssertThrowsError(try VisitItem.$named._comparedValue(of: ["a": Session(title: "x")]))
    XCTAssertNil(try VisitItem.$visit._comparedValue(of: nil))
    XCTAssertNil(try Item.$session._comparedValue(of: nil))
  }
}

@ManagedEntity
private final class CheckedItem: StoredObject {
  @Managed var rating: Double?
  @Managed(.raw) var status: Status? = .draft
  @Managed var count: Int = 3
  @Managed(.archive) var history: [Session] = []
  @Managed var title: String = "new"
}

private final class MistypedItem: StoredObject {
  @Managed var name: String?
}

@ManagedEntity
private final class ChangingItem: StoredObject {
  @Managed var id: UUID = UUID()
}

private final class UncheckedItem: StoredObject {
  @Managed var rating: Double?
}

@Archivable
private struct Mark: Equatable {
  @Stored("kind_raw", .raw) var kind: Priority = .low
  @Stored(.transformed(HexDataTransformer.self)) var checksum: Data?
}

private final class MarkedItem: StoredObject {
  @Managed(.composition) var mark: Mark?
  @Managed var data: Data?
}
