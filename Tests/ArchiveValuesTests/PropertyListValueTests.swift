import ArchiveBytes
import ArchiveTestSupport
import Foundation
import StructCoding
import XCTest

/// Values of property lists as fields.
final class PropertyListValueTests: XCTestCase {
  private let date = Date(timeIntervalSinceReferenceDate: 12)

  private var values: [PropertyList] {
    [
      true, false, 0, 1, -7, .integer(.min), .unsigned(.max), 1.5, "", "text", "$null", .data(Data()),
      .data(Data([1, 2, 0])), .date(date), [], .dictionary([:]), ["a": 1, "b": ["c": [true, 1, 1.5]]],
      [[], [[]], ["k": []]], ["": "", "$class": ["x"], "ü": 1],
    ]
  }

  func testEverywhere() throws {
    for road in Road.allCases {
      let all = PropertyListHolder(
        name: "n", info: ["a": .array(values), "b": values[3]], any: .array(values))
      XCTAssertEqual(try road.carry(all, to: PropertyListHolder.self), all, "\(road)")
      XCTAssertEqual(try road.carry(values, to: [PropertyList].self), values, "\(road)")
      let optionals: [PropertyList?] = [nil, 5, nil, ["a": "b"]]
      XCTAssertEqual(try road.carry(optionals, to: [PropertyList?].self), optionals, "\(road)")
    }
    for value in values { try assertRoundTrip(value) }
    try assertCoderRoundTrip(PropertyListHolder(name: "n", info: ["a": .array(values)], any: 1))
  }

  /// The archive is that of Foundation's objects, and a node reads it too.
  func testAsFoundationStoresIt() throws {
    let object: [String: Any] = [
      "name": "Ann", "age": 41, "tags": ["a", "b"], "born": date, "ratio": 0.5, "isOpen": true,
      "bytes": Data([1, 2]),
    ]
    let data = try KeyedArchive.archivedData(
      withRootObject: NSDictionary(dictionary: object), requiringSecureCoding: true)
    let list = try KeyedArchive.decode(PropertyList.self, from: data)
    XCTAssertEqual(
      list,
      [
        "name": "Ann", "age": 41, "tags": ["a", "b"], "born": .date(date), "ratio": 0.5, "isOpen": true,
        "bytes": .data(Data([1, 2])),
      ])
    XCTAssertEqual(try PropertyList(object), list)
    let back = try KeyedArchive.unarchivedObject(
      ofClasses: [
        NSDictionary.self, NSString.self, NSNumber.self, NSArray.self, NSDate.self, NSData.self,
      ], from: KeyedArchive.encode(list))
    XCTAssertEqual(back as? NSDictionary, NSDictionary(dictionary: object))
    XCTAssertEqual(try KeyedArchive.decode([String: PropertyList].self, from: data), list.dictionary)
  }

  func testTypedAccess() throws {
    var list: PropertyList = [
      "aps": ["badge": 3, "sound": "bell"], "ids": [1, 2.5, true], "at": .date(date),
    ]
    XCTAssertEqual(list["aps"]?["badge"]?.int, 3)
    XCTAssertEqual(list["aps"]?["badge"]?.double, 3)
    XCTAssertEqual(list["aps"]?["sound"]?.string, "bell")
    XCTAssertNil(list["aps"]?["badge"]?.string)
    XCTAssertNil(list["aps"]?["alert"])
    XCTAssertNil(list["aps"]?[0])
    XCTAssertEqual(list["ids"]?[1]?.double, 2.5)
    XCTAssertNil(list["ids"]?[1]?.int)
    XCTAssertEqual(list["ids"]?[2]?.bool, true)
    XCTAssertNil(list["ids"]?[2]?.int)
    XCTAssertNil(list["ids"]?[3])
    XCTAssertNil(list["ids"]?[-1])
    XCTAssertEqual(list["at"]?.date, date)
    XCTAssertEqual(PropertyList.data(Data([1])).data, Data([1]))
    XCTAssertEqual(list["ids"]?.array?.count, 3)
    XCTAssertNil(PropertyList.unsigned(.max).int)
    XCTAssertNil(PropertyList.integer(.max).double)
    XCTAssertEqual(PropertyList.real(3).int, 3)
    list["aps"]?["badge"] = 4
    list["new"] = "value"
    list["at"] = nil
    XCTAssertEqual(
      list, ["aps": ["badge": 4, "sound": "bell"], "ids": [1, 2.5, true], "new": "value"])
    list["new"]?["deeper"] = true
    XCTAssertEqual(list["new"], ["deeper": true])
  }

  func testAny() throws {
    for value in values {
      XCTAssertEqual(try PropertyList(value.any), value)
      // And through Foundation's own property lists, in both forms.
      for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
        let data = try PropertyListSerialization.data(
          fromPropertyList: ["value": value.any], format: format, options: 0)
        let back = try PropertyListSerialization.propertyList(from: data, format: nil)
        XCTAssertEqual(try PropertyList(back)["value"], value)
      }
    }
    assertThrows(.unsupported, at: #"["a"][1]"#, saying: "NSNull") { try PropertyList(["a": [1, NSNull()]]) }
    assertThrows(.unsupported) { try PropertyList(URL(fileURLWithPath: "/")) }
    assertThrows(.unsupported) { try PropertyList(NSDecimalNumber(string: "0.1")) }
    assertThrows(.unsupported) { try PropertyList([1: "number as a key"]) }
    var nested: Any = 1
    for _ in 0..<5_000 { nested = [nested] }
    assertThrows(.limitExceeded) { try PropertyList(nested) }
  }

  func testWhatIsNoPropertyList() throws {
    func check<Value: ArchiveValue>(_ value: Value, at path: String? = nil, line: UInt = #line) throws {
      let data = try KeyedArchive.encode(value)
      assertThrows(.typeMismatch, at: path, line: line) {
        try KeyedArchive.decode(PropertyList.self, from: data)
      }
    }
    try check(["a": [1, nil]] as [String: [Int?]], at: #"["a"][1]"#)
    try check(["a": Set([1])], at: #"["a"]"#)
    try check([1: "a"])
    try check(["u": UUID()], at: #"["u"]"#)
    try check(nil as Int?)
  }
}

@Archivable(className: "PropertyList_Holder")
private struct PropertyListHolder: Hashable {
  var name: String
  var info: [String: PropertyList] = [:]
  var any: PropertyList
}
