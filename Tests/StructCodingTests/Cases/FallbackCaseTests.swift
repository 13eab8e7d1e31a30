import ArchiveTestSupport
import ColumnArchives
import StructCoding
import StructCodingTesting
import XCTest

/// `@Stored(.fallback)`: the case that unknown ones are read as. The model is ReerCodable's.
final class FallbackCaseTests: XCTestCase {
  @Archivable(className: "Test_Phone")
  enum NewPhone: Hashable {
    case iPhone, xiaomi, oppo
    case pixel(Int)
    case fair(name: String, year: Int?)
  }

  /// A byte.
  @Archivable(className: "Test_Phone")
  enum Phone: Hashable {
    case iPhone
    @Stored("unknown", .fallback, formerly: "oppo") case other
    case xiaomi
  }

  /// With associated values.
  @Archivable(className: "Test_Phone")
  enum PhoneWithValues: Hashable {
    case pixel(Int)
    @Stored(.fallback) case other
  }

  @Archivable(className: "Test_Phone")
  enum Strict: Hashable { case iPhone, xiaomi }

  @Archivable(className: "Test_User")
  struct NewUser: Hashable {
    var phone: NewPhone
    var others: [NewPhone]
    var best: NewPhone?
    var name = "a"
  }

  @Archivable(className: "Test_User")
  struct User: Hashable {
    var phone: PhoneWithValues
    var others: [PhoneWithValues]
    var best: PhoneWithValues?
    var name = "a"
  }

  private let phones: [NewPhone] = [.iPhone, .xiaomi, .oppo, .pixel(9), .fair(name: "5", year: nil)]

  func testEveryRoad() throws {
    for road in Road.allCases {
      XCTAssertEqual(
        try road.carry(phones, to: [Phone].self), [.iPhone, .xiaomi, .other, .other, .other], "\(road)")
      XCTAssertEqual(
        try road.carry(phones, to: [PhoneWithValues].self), [.other, .other, .other, .pixel(9), .other],
        "\(road)")
      for phone in phones {
        let user = NewUser(phone: phone, others: [phone, .iPhone], best: phone)
        let back = try road.carry(user, to: User.self)
        let expected: PhoneWithValues = if case .pixel(let number) = phone { .pixel(number) } else { .other }
        XCTAssertEqual(
          back, User(phone: expected, others: [expected, .other], best: expected), "\(road)")
      }
    }
  }

  func testManyRows() throws {
    let many = (0..<(Thoroughness.isFull ? 3000 : 1200)).map { phones[$0 % phones.count] }
    for road in Road.allCases {
      XCTAssertEqual(
        try road.carry(many, to: [PhoneWithValues].self),
        many.map { if case .pixel(let number) = $0 { .pixel(number) } else { .other } }, "\(road)")
    }
  }

  func testCoders() throws {
    for phone in phones {
      let user = NewUser(phone: phone, others: [phone], best: phone)
      let data = try KeyedArchive.archivedData(withRootObject: user.encoded, requiringSecureCoding: true)
      let back = try KeyedArchive.unarchivedObject(ofClass: User.Coding.self, from: data)
      XCTAssertEqual(back?.decoded.phone == .other, phone != .pixel(9))
    }
    try assertCoderRoundTrip(Phone.other)
    try assertCoderRoundTrip(PhoneWithValues.other)
  }

  /// It is a case like others, under its own name; what an unknown one was is lost.
  func testRoundTrips() throws {
    StructCodingTesting.assertRoundTrip(arbitrary: [Phone].self, count: 100)
    StructCodingTesting.assertRoundTrip(arbitrary: [PhoneWithValues].self, count: 100)
    XCTAssertEqual(try ArchiveNode(encoding: Phone.other), .string("unknown"))
  }

  /// Without such a case an unknown one is an error, as ever.
  func testStrict() throws {
    for road in Road.allCases {
      assertThrows(.invalidValue, at: road.path("[2]"), saying: "oppo") {
        try road.carry(Array(phones.prefix(3)), to: [Strict].self)
      }
      // Something else than a case is an error whatever the cases are.
      assertThrows(.typeMismatch) { try road.carry([1], to: [Phone].self) }
    }
  }
}
