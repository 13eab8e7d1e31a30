import ArchiveDocuments
import ArchiveTestSupport
import ColumnArchives
import Foundation
import LiveValues
import StructCoding
import StructCodingTesting
import XCTest

/// Models of the tests of ReerCodable, CodableKit and MetaCodable, written with this package. The page *Coming from
/// other macro coders* has the table.
final class PeerModelTests: XCTestCase {
  // MARK: ReerCodable: the large model, hooks, flat fields

  @Archivable
  enum BloodType: Hashable {
    case a, b, ab, o
  }

  @Archivable
  struct Child: Hashable {
    var name: String
    mutating func awakeAfterDecoding() throws { name = "reer" }
  }

  @Archivable
  struct Weight: Hashable { var kilograms: Double }

  @Archivable
  struct Person: Hashable {
    @Stored("user_name") let name: String
    @Stored("age", formerly: "user_age") var age: Int
    @Stored(.composition) var weight = Weight(kilograms: 1)
    var childs: [Child] = []
    var spouse: String? = "nyc"
    var withoutTypeDefine = 233
    @Transient var ignore: Set<String> = []
    @Stored(
      .transformed(
        encode: { (data: Data) in data.base64EncodedString() },
        decode: { text in
          guard let data = Data(base64Encoded: text) else { throw CocoaError(.coderReadCorrupt) }
          return data
        }))
    var data: Data?
    @Stored(onDecodeFailure: .dropElements) var array: [String]
    @Stored(onDecodeFailure: .dropElements) var dict: [String: Weight]
    @Stored(onDecodeFailure: .dropElements) var uniqueIds: Set<String>
    var anyDict: [String: ArchiveNode]
    var bloodType: BloodType?

    mutating func awakeAfterDecoding() throws {
      guard age >= 0 else { throw CocoaError(.coderReadCorrupt, userInfo: ["age": age]) }
    }
  }

  private func person(age: Int = 3) -> Person {
    Person(
      name: "phoenix", age: age, weight: Weight(kilograms: 75), childs: [Child(name: "a")], spouse: nil,
      withoutTypeDefine: 1, ignore: ["not stored"], data: Data([1, 2]), array: ["x"],
      dict: ["a": Weight(kilograms: 1)], uniqueIds: ["u"], anyDict: ["list": [1, "two", [3.5]]],
      bloodType: .ab)
  }

  func testALargeModel() throws {
    var expected = person()
    expected.ignore = []
    expected.childs = [Child(name: "reer")]
    for road in Road.allCases {
      XCTAssertEqual(try road.carry([person()], to: [Person].self), [expected], "\(road)")
      assertThrows(.custom, at: road.path("[1]")) {
        try road.carry([person(), person(age: -1)], to: [Person].self)
      }
    }
    XCTAssertEqual(
      Person.archiveSchema.cases[0].fields,
      [
        "user_name", "age", "childs", "spouse", "withoutTypeDefine", "data", "array", "dict", "uniqueIds",
        "anyDict", "bloodType", "weight.kilograms",
      ])
  }

  // MARK: ReerCodable: a tolerant field

  @Archivable(className: "Test_Flexible")
  struct Flexible: Equatable {
    @Stored(
      .transformed(
        encode: { (value: Bool) in ArchiveNode.bool(value) },
        decode: { (node: ArchiveNode) in
          switch node {
          case .string(let text): ["yes", "true", "1"].contains(text)
          default: try node.decode(Bool.self)
          }
        }))
    var isMale: Bool
  }

  @Archivable(className: "Test_Flexible") struct Rigid { var isMale: ArchiveNode }

  func testATolerantField() throws {
    for road in Road.allCases {
      for node in [true, 1, "yes", "1"] as [ArchiveNode] {
        XCTAssertEqual(
          try road.carry(Rigid(isMale: node), to: Flexible.self), Flexible(isMale: true), "\(road)")
      }
      XCTAssertEqual(
        try road.carry([Flexible(isMale: false)], to: [Flexible].self), [Flexible(isMale: false)], "\(road)")
      XCTAssertThrowsError(try road.carry(Rigid(isMale: [1]), to: Flexible.self)) { error in
        XCTAssertEqual((error as? ArchiveError)?.pathDescription, road.path("isMale"), "\(road)")
      }
    }
  }

  // MARK: ReerCodable: subclasses, whose hooks run with those of their superclass

  @ArchivableObject
  class Animal: AwakesAfterDecoding {
    var name: String
    @Transient var calls: [String] = []
    init(name: String) { self.name = name }
    class var archiveSubclasses: [any ArchivableObject.Type] { [Cat.self] }
    func awakeAfterDecoding() throws { calls.append("animal") }
  }

  @ArchivableObject
  final class Cat: Animal {
    var color: String
    init(name: String, color: String) {
      self.color = color
      super.init(name: name)
    }
    override func awakeAfterDecoding() throws {
      try super.awakeAfterDecoding()
      calls.append("cat")
    }
  }

  func testSubclasses() throws {
    for road in Road.allCases {
      let animals = try road.carry(
        [Cat(name: "Little Trouble", color: "black")] as [Animal], to: [Animal].self)
      let cat = try XCTUnwrap(animals.first as? Cat)
      XCTAssertEqual([cat.name, cat.color], ["Little Trouble", "black"], "\(road)")
      XCTAssertEqual(cat.calls, ["animal", "cat"], "\(road)")
    }
  }

  // MARK: ReerCodable: dates

  @Archivable
  struct Dates: Equatable {
    @Stored(
      .transformed(
        encode: { (date: Date) in date.timeIntervalSince1970 }, decode: Date.init(timeIntervalSince1970:)))
    var seconds: Date
    @Stored(.transformed(ISO8601DateTransformer.self)) var text: Date
  }

  func testDates() throws {
    let date = Date(timeIntervalSince1970: 1_731_585_275)
    StructCodingTesting.assertRoundTrip(Dates(seconds: date, text: date))
    let node = try ArchiveNode(encoding: Dates(seconds: date, text: date))
    XCTAssertEqual(node["seconds"], .double(1_731_585_275))
    XCTAssertEqual(node["text"], .string("2024-11-14T11:54:35Z"))
  }

  // MARK: CodableKit: text that holds JSON

  struct Room: Codable, Equatable {
    let id: UUID
    let name: String
  }

  @Archivable
  struct User: Equatable {
    @Stored(
      .transformed(
        encode: { (room: PeerModelTests.Room) in
          let encoder = JSONEncoder()
          encoder.outputFormatting = .sortedKeys
          return String(decoding: try encoder.encode(room), as: UTF8.self)
        },
        decode: { try JSONDecoder().decode(PeerModelTests.Room.self, from: Data($0.utf8)) }))
    var room: Room?
  }

  func testTextThatHoldsJSON() throws {
    let room = Room(id: UUID(), name: "Room")
    for user in [User(room: room), User(room: nil)] { StructCodingTesting.assertRoundTrip(user) }
    XCTAssertEqual(
      try ArchiveNode(encoding: User(room: room))["room"],
      .string("{\"id\":\"\(room.id.uuidString)\",\"name\":\"Room\"}"))
  }

  // MARK: CodableKit: derived from other properties

  @Archivable
  struct Config: Equatable {
    var tags: [String]
    @Transient(dependsOn: \.tags) var tagCount: Int { _tagCount { tags.count } }
  }

  func testDerived() throws {
    for road in Road.allCases {
      var config = try road.carry(Config(tags: ["a", "b"]), to: Config.self)
      XCTAssertEqual(config.tagCount, 2, "\(road)")
      config.tags.append("c")
      XCTAssertEqual(config.tagCount, 3, "\(road)")
    }
  }

  // MARK: MetaCodable: enums with other names, several names, defaults, private memberwise values

  @Archivable
  enum Command: Hashable {
    @Stored("loads", formerly: "load") case load(key: String)
    case store(key: String, value: Int = 7)
  }

  @Archivable
  struct SomeCodable: Equatable {
    @Stored("fooBar", formerly: "foo_bar") let value: [String]
    private let secret: Int
    @Stored(default: ["some"]) let other: [String]

    init(value: [String], secret: Int = 5, other: [String] = ["some"]) {
      (self.value, self.secret, self.other) = (value, secret, other)
    }
  }

  func testCommandsAndConstants() throws {
    StructCodingTesting.assertRoundTrip([Command.load(key: "a"), .store(key: "b", value: 1)])
    StructCodingTesting.assertRoundTrip(SomeCodable(value: ["a"], secret: 9, other: []))
    XCTAssertEqual(Command.archiveSchema.cases.map(\.name), ["loads", "store"])
  }

  // MARK: MetaCodable: without a tag

  enum Untagged: Equatable, ArchiveRepresentable {
    case bool(Bool)
    case int(Int)
    case string(String)

    var archiveForm: ArchiveNode {
      switch self {
      case .bool(let value): .bool(value)
      case .int(let value): .integer(Int64(value))
      case .string(let value): .string(value)
      }
    }

    init(archiveForm: ArchiveNode) throws {
      switch archiveForm {
      case .bool(let value): self = .bool(value)
      case .integer: self = .int(try archiveForm.decode(Int.self))
      default: self = .string(try archiveForm.decode(String.self))
      }
    }
  }

  @Archivable
  struct Holder: Equatable { var values: [Untagged] }

  func testUntagged() throws {
    let holder = Holder(values: [.bool(true), .int(3), .string("3")])
    for road in Road.allCases { XCTAssertEqual(try road.carry(holder, to: Holder.self), holder, "\(road)") }
  }
}
