import Foundation
import ManagedObjects
import StructCoding
import XCTest

/// Storage methods and types that `Item` has not.
final class ManagedMethodTests: XCTestCase {
  // MARK: Objects of a transformer

  func testTransformableAttributesHoldObjects() throws {
    let item = VisitItem()
    XCTAssertNil(item.visit)
    item.visit = Session(title: "Run", samples: [1])
    item.visits = [Session(title: "a"), Session(title: "b")]
    XCTAssertEqual((item.values["visit"] as? Session.Coding)?.decoded, Session(title: "Run", samples: [1]))
    XCTAssertEqual((item.values["visits"] as? [Session.Coding])?.map(\.decoded.title), ["a", "b"])
    XCTAssertEqual(item.visit, Session(title: "Run", samples: [1]))
    item.visits?.append(Session(title: "c"))
    XCTAssertEqual(item.visits?.map(\.title), ["a", "b", "c"])
    item.visit = nil
    XCTAssertNil(item.values["visit"])
    // A name in the model that is not registered, or another transformer.
    item.values["visit"] = NSNumber(value: 1)
    let failures = DecodeFailures.collecting { XCTAssertNil(item.visit) }.failures
    XCTAssertEqual(failures.map(\.error.pathDescription), ["VisitItem.visit"])
  }

  func testSetsAndDictionariesOfCodings() throws {
    let item = VisitItem()
    let visits = [Session(title: "a"), Session(title: "b", samples: [1])]
    item.different = Set(visits)
    item.named = ["first": visits[0], "second": visits[1]]
    XCTAssertEqual(item.values["different"] as? Set<Session.Coding>, Set(visits).encoded)
    XCTAssertEqual((item.values["named"] as? [String: Session.Coding])?["second"]?.decoded, visits[1])
    XCTAssertEqual(item.different, Set(visits))
    XCTAssertEqual(item.named, ["first": visits[0], "second": visits[1]])
    item.values["named"] = visits.encoded
    let failures = DecodeFailures.collecting { XCTAssertNil(item.named) }.failures
    XCTAssertEqual(failures.map(\.error.pathDescription), ["VisitItem.named"])
  }

  func testNamesOfTransformers() throws {
    var attributes = try VisitItem.managedAttributes
    // What `@ManagedEntity` writes for `@NSManaged` properties.
    attributes._append("other", (Session.Coding?).self)
    XCTAssertEqual(
      attributes.map { "\($0.name): \($0.typeDescription)\($0.isOptional ? "?" : "")" },
      [
        "visit: Transformable(SessionTransformer)?", "visits: Transformable(Sessions)?",
        "different: Transformable(SessionTransformer)?", "named: Transformable(SessionTransformer)?",
        "other: Transformable(SessionTransformer)?",
      ])
    var found = ManagedAttribute(name: "session", type: .transformable, isOptional: true)
    found.transformerName = "SessionTransformer"
    XCTAssertEqual(
      try Item.differences(from: Item.managedAttributes.filter { $0.name != "session" } + [found]),
      [
        "Item.session: the property needs Binary Data, and the model has Transformable(SessionTransformer)."
      ])
    found = ManagedAttribute(name: "visit", type: .transformable, isOptional: true)
    found.transformerName = "SesionTransformer"
    XCTAssertEqual(
      try VisitItem.differences(from: VisitItem.managedAttributes.filter { $0.name != "visit" } + [found]),
      [
        "VisitItem.visit: the property needs Transformable(SessionTransformer), and the model has "
          + "Transformable(SesionTransformer)."
      ])
  }

  // MARK: Compositions

  /// A store has columns for the elements only.
  func testACompositeOfNothingIsNil() {
    for nothing in [[:], ["lat": NSNull(), "longitude": NSNull()]] as [[String: Any]] {
      let item = Item()
      item.values["location"] = nothing
      XCTAssertEqual(DecodeFailures.collecting { XCTAssertNil(item.location) }.failures.count, 0)
    }
  }

  /// Nothing would tell nil from a value that is all nil.
  func testAnOptionalCompositeNeedsAValue() {
    XCTAssertThrowsError(try EmptyItem.managedAttributes) { error in
      XCTAssertEqual((error as? ArchiveError)?.pathDescription, "EmptyItem.part")
    }
    XCTAssertEqual(try EmptyItem.$always.attribute.typeDescription, "Composite(a: Integer 64, b: String)")
  }

  // MARK: Transformers by name

  func testATransformerByItsName() throws {
    let item = NamedItem()
    ArchiveTransformers.register(TagList.self, forName: "ManagedMethodTests.tags")
    item.tags = ["a", "b"]
    XCTAssertEqual(item.values["tags"] as? String, "a,b")
    XCTAssertEqual(item.tags, ["a", "b"])
    let failures = DecodeFailures.collecting { item.mistyped = ["a"] }.failures
    XCTAssertEqual(failures.map(\.error.pathDescription), ["NamedItem.mistyped"])
    XCTAssert("\(failures)".contains("Did you mean \"ManagedMethodTests.tags\"?"), "\(failures)")
  }

  // MARK: Raw values

  /// A type that is `Codable` too is stored by the method that is written.
  func testARawValueOfACodableType() throws {
    let item = TokenItem()
    item.token = Token(rawValue: "abc")
    item.archived = Token(rawValue: "def")
    XCTAssertEqual(item.values["token"] as? String, "abc")
    XCTAssertNotNil(item.values["archived"] as? Data)
    let read = TokenItem()
    read.values = item.values
    XCTAssertEqual(read.archived, Token(rawValue: "def"))
    XCTAssertEqual(item.token, Token(rawValue: "abc"))
  }

  // MARK: Defaults

  func testDefaultsOfAllTypes() throws {
    let defaults = Dictionary(
      uniqueKeysWithValues: try DefaultsItem.managedAttributes.map { ($0.name, $0.defaultValue) })
    XCTAssertEqual(defaults["small"] as? Int64, 320)
    XCTAssertEqual(defaults["total"] as? Int64, 623_726_820)
    XCTAssertEqual(defaults["score"] as? Float, 1_234.5)
    XCTAssertEqual(defaults["rate"] as? Double, 9_876.54321)
    XCTAssertEqual(defaults["amount"] as? Decimal, Decimal(string: "123456.789"))
    XCTAssertEqual(defaults["created"] as? Date, .distantPast)
    XCTAssertEqual(defaults["payload"] as? Data, Data())
    XCTAssertEqual(defaults["link"] as? URL, URL(fileURLWithPath: "/tmp"))
    XCTAssertEqual(defaults["isDone"] as? Bool, true)
    XCTAssertEqual(
      defaults["id"] as? UUID, UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))
    XCTAssertEqual((defaults["place"] as? [String: Any])?["lat"] as? Double, 1)
    XCTAssertEqual(try DefaultsItem.differences(from: DefaultsItem.managedAttributes), [])
  }

  // MARK: Properties that depend on others

  func testAPropertyThatDependsOnAComputedOne() {
    let item = GreetingItem()
    item.first = "Ada"
    item.priority = .high
    XCTAssertEqual(item.greeting, "Hello Ada high")
    XCTAssertEqual(item.greeting, "Hello Ada high")
    XCTAssertEqual(item.computations, 1)
    item.priority = .low
    XCTAssertEqual(item.greeting, "Hello Ada low")
    item.values["first"] = "Grace"
    XCTAssertEqual(item.greeting, "Hello Grace low")
    XCTAssertEqual(item.computations, 3)
  }

  func testAPropertyThatDependsOnAPartOfAnotherObject() {
    let item = GreetingItem()
    XCTAssertEqual(item.address, "nobody")
    item.owner = Item()
    item.owner?.first = "Ada"
    XCTAssertEqual(item.address, "Ada")
    item.owner?.first = "Grace"
    XCTAssertEqual(item.address, "Grace")
  }
}

@ManagedEntity
final class VisitItem: StoredObject {
  @Managed(.coding) var visit: Session?
  @Managed(.coding("Sessions")) var visits: [Session]?
  @Managed(.coding) var different: Set<Session>?
  @Managed(.coding) var named: [String: Session]?
}

@Archivable
private struct Part: Equatable {
  var a: Int?
  var b: String?
}

@ManagedEntity
private final class EmptyItem: StoredObject {
  @Managed(.composition) var always: Part = Part()
  @Managed(.composition) var part: Part?
}

private final class NamedItem: StoredObject {
  @Managed(.transformed(name: "ManagedMethodTests.tags")) var tags: [String]?
  @Managed(.transformed(name: "ManagedMethodTests.tag")) var mistyped: [String]?
}

private struct Token: RawRepresentable, Codable, Equatable { var rawValue: String }

private final class TokenItem: StoredObject {
  @Managed(.raw) var token: Token?
  @Managed(.codable) var archived: Token?
}

@ManagedEntity
private final class DefaultsItem: StoredObject {
  @Managed var small: Int16 = 3_20
  @Managed var total: Int64 = 623_726_820
  @Managed var score: Float = 1_234.5
  @Managed var rate: Double = 9_876.54321
  @Managed var amount: Decimal = Decimal(string: "123456.789")!
  @Managed var created: Date = .distantPast
  @Managed var payload: Data = Data()
  @Managed var link: URL = URL(fileURLWithPath: "/tmp")
  @Managed var isDone: Bool = true
  @Managed var id: UUID = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  @Managed(.composition) var place: GeoPoint? = GeoPoint(latitude: 1, longitude: 2)
}

private final class GreetingItem: StoredObject {
  @Managed var first: String?
  @Managed("kind_raw", .raw) var priority: Priority = .low

  var owner: Item?
  var computations = 0

  @Managed(dependsOn: \.owner?.first)
  var address: String { _address { owner?.first ?? "nobody" } }

  @Managed(dependsOn: \.first)
  var name: String { _name { first ?? "" } }

  @Managed(dependsOn: \.name, \.priority)
  var greeting: String {
    _greeting {
      computations += 1
      return "Hello \(name) \(priority)"
    }
  }
}
