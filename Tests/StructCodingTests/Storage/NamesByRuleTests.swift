import ArchiveTestSupport
import ColumnArchives
import StructCoding
import StructCodingTesting
import XCTest

/// `@Archivable(names:)`. The first models are those of ReerCodable.
final class NamesByRuleTests: XCTestCase {
  @Archivable(className: "Test_Person", names: .snakeCase)
  struct Person: Hashable {
    var firstName: String
    @Stored("avatar_url") var avatarURL: URL
    var homeAddress = Address(zipCode: "1")
    @Stored(.composition) var workAddress = Address(zipCode: "2")
  }

  @Archivable(className: "Test_Address", names: .pascalCase)
  struct Address: Hashable { var zipCode: String }

  @Archivable(className: "Test_Person")
  struct Declared: Equatable {
    @Stored("first_name") var first: String
    @Stored("avatar_url") var avatar: URL
  }

  @Archivable(className: "Test_Person", names: .snakeCase)
  struct Renamed: Equatable {
    @Stored(formerly: "firstName") var firstName: String
  }

  @Archivable(className: "Test_Person")
  struct BeforeTheRule { var firstName: String }

  @Archivable(names: .kebabCase)
  enum Shape: Hashable {
    case roundCorner(innerRadius: Double, Int)
    case plainSquare
  }

  @ArchivableObject(names: .screamingSnakeCase)
  class Base {
    var firstName = "a"
    init() {}
    class var archiveSubclasses: [any ArchivableObject.Type] { [Derived.self] }
  }

  @ArchivableObject(names: .kebabCase)
  final class Derived: Base {
    var lastName = "b"
    override init() { super.init() }
  }

  private let person = Person(firstName: "Phoenix", avatarURL: URL(string: "http://abc.com/image.png")!)

  func testRoundTrips() throws {
    StructCodingTesting.assertRoundTrip(person)
    StructCodingTesting.assertRoundTrip([Shape.roundCorner(innerRadius: 1, 2), .plainSquare])
    try assertCoderRoundTrip(person)
    try assertCoderRoundTrip(Shape.roundCorner(innerRadius: 1, 2))
    for road in Road.allCases {
      XCTAssertEqual(
        try road.carry(person, to: Declared.self),
        Declared(first: "Phoenix", avatar: person.avatarURL), "\(road)")
      XCTAssertEqual(
        try road.carry(BeforeTheRule(firstName: "a"), to: Renamed.self), Renamed(firstName: "a"), "\(road)")
      let derived = try XCTUnwrap(road.carry([Derived()] as [Base], to: [Base].self).first as? Derived)
      XCTAssertEqual([derived.firstName, derived.lastName], ["a", "b"], "\(road)")
    }
  }

  /// The schema, paths and errors have the names of archives.
  func testNames() throws {
    XCTAssertEqual(
      Person.archiveSchema.cases[0].fields,
      ["first_name", "avatar_url", "home_address", "work_address.ZipCode"])
    XCTAssertEqual(
      Shape.archiveSchema.cases.map(\.name) + Shape.archiveSchema.cases[0].fields,
      ["round-corner", "plain-square", "inner-radius", "_1"])
    XCTAssertEqual(Derived.archiveSchema.cases[0].fields, ["FIRST_NAME", "last-name"])
    XCTAssertEqual(Person.path.firstName.storedName, "first_name")
    XCTAssertEqual(Person.path.homeAddress.zipCode.storedName, "home_address.ZipCode")
    XCTAssertEqual(Person.path.workAddress.zipCode.storedName, "work_address.ZipCode")
    let archive = try ColumnArchive(ColumnArchive.encode([person]))
    XCTAssertEqual(try archive.elements(where: Person.path.firstName) { $0 == "Phoenix" }, [person])
    // An archive from before the rule lacks the fields; the error shows both names.
    assertThrows(.missingField, at: "first_name", saying: "firstName") {
      try KeyedArchive.decode(Person.self, from: KeyedArchive.encode(BeforeTheRule(firstName: "a")))
    }
  }
}
