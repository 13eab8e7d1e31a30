import ArchiveDocuments
import ArchiveTestSupport
import Foundation
import Observation
import StructCoding
import StructCodingTesting
import XCTest

/// Models whose generated code is not the usual one. `GeneratedCodeTests` compiles more of them; here, values go through
/// archives.
final class GeneratedModelTests: XCTestCase {
  private func check<Value: ArchiveValue & Equatable>(
    _ value: Value, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    for road in Road.allCases {
      XCTAssertEqual(
        try road.carry([value, value], to: [Value].self), [value, value], "\(road)", file: file, line: line)
    }
  }

  // MARK: Names

  /// A member type has the name of the type or of one around it.
  func testNames() throws {
    try check(Shop.Order(place: .web, count: 3))
    try check(Duo<String>.Part<Int>(value: "a", other: 4))
    let cases: [Metatypes] = [.`Type`(3), .`Protocol`(x: 3, "a"), .plain]
    for value in cases { try check(value) }
    try check(Named(archiveFields: 1, archiveSchema: 2, encodeFields: 3))
    XCTAssertEqual(Shop.Order(place: .web, count: 3).encoded.decoded.count, 3)
  }

  /// The fields of a class follow those of its superclass, whatever its members are named.
  func testHierarchy() throws {
    for road in Road.allCases {
      let leaf = Leaf()
      (leaf.v, leaf.w, leaf.x, leaf.y) = (2, 3, 4, [5])
      let back = try XCTUnwrap(try road.carry(leaf as Root, to: Root.self) as? Leaf, "\(road)")
      XCTAssertEqual([back.v, back.w, back.x ?? 0] + back.y, [2, 3, 4, 5], "\(road)")
      XCTAssertEqual(back.z, "6", "\(road)")
    }
  }

  // MARK: Default values

  func testDefaultsOfAssociatedValues() throws {
    let roads = Road.allCases.filter { ![.columnByName, .columnTree].contains($0) }
    for road in roads {
      let old: [OldCase] = [.one, .two(y: 5), .three(y: 6, z: "given"), .four(x: 7), .four(x: 8)]
      XCTAssertEqual(
        try road.carry(old, to: [Place.Case].self),
        [.one(x: 9), .two(9, y: 5, z: "k"), .three(3, y: 6, z: "given"), .four(x: 7), .four(x: 8)], "\(road)")
      let new: [Place.Case] = [.one(x: 1), .two(2, y: 3, z: "4"), .three(5, y: 6, z: "7"), .four(x: 8)]
      XCTAssertEqual(try road.carry(new, to: [Place.Case].self), new, "\(road)")
    }
  }

  func testDefaultsOfProperties() throws {
    for road in Road.allCases where ![.columnByName, .columnTree].contains(road) {
      XCTAssertEqual(
        try road.carry([OldItem(name: "a")], to: [Place.Item].self),
        [Place.Item(name: "a", first: 4, second: 9, kind: .b, list: [9, 4], hex: Data([9]))], "\(road)")
    }
    try check(Place.Item(name: "a", first: 1, second: 2, kind: .a, list: [], hex: Data([3])))
    let node = try ArchiveNode(
      encoding: Place.Item(name: "", first: 1, second: 2, kind: .a, list: [], hex: Data([3])))
    XCTAssert("\(node)".contains("hex: \"<3>\""), "\(node)")
  }

  // MARK: Cases that are not there

  func testUnavailableCases() throws {
    try check(Present.new(3))
    for road in Road.allCases where ![.columnByName, .columnTree].contains(road) {
      XCTAssertThrowsError(try road.carry([Past.old(3)], to: [Present].self), "\(road)")
      XCTAssertEqual(try road.carry([Past.new(3)], to: [Present].self), [.new(3)], "\(road)")
      XCTAssertEqual(try road.carry([Past.old(3)], to: [Forgiving].self), [.other], "\(road)")
    }
    XCTAssertEqual(Present.archiveSchema.cases.map(\.name), ["new"])
  }

  // MARK: Generic types

  /// Arguments that are not archived themselves are in the class name, so that no archive is read as another.
  func testGenericNames() throws {
    XCTAssertEqual(
      Cache<Settings>.archiveSchema.className,
      "StructCodingTests_Cache_StructCodingTests_Settings_Coding")
    XCTAssertEqual(Cache<Int>.archiveSchema.className, "StructCodingTests_Cache_Int_Coding")
    XCTAssertEqual(
      Cache<[Settings]>.archiveSchema.className,
      "StructCodingTests_Cache_Swift_Array_StructCodingTests_Settings__Coding")
    XCTAssertEqual(
      Feed<Numbers>.archiveSchema.className, "StructCodingTests_Feed_StructCodingTests_Numbers_Coding")
    try check(Cache(value: Settings(width: 2)))
    try check(Feed<Numbers>(items: [1, 2]))
    try check(Cache(value: [Settings(width: 3)]))
    let data = try KeyedArchive.encode(Cache(value: Settings(width: 2)))
    assertThrows(.classMismatch) { try KeyedArchive.decode(Cache<Other>.self, from: data) }
  }

  // MARK: Wrappers and other macros

  func testWrappedPropertyOfASubclass() throws {
    for road in Road.allCases {
      let sub = Sub()
      (sub.v, sub.x) = (2, 3)
      XCTAssertEqual(try road.carry(sub, to: Sub.self).x, 3, "\(road)")
    }
    let archive = try KeyedArchive.encode(Wrong())
    let back = try KeyedArchive.decode(Sub.self, from: archive)
    XCTAssertEqual([back.v, back.x], [5, 1])
  }

  func testObservable() throws {
    let model = Model()
    (model.a, model.cache) = (2, 4)
    for road in Road.allCases {
      let back = try road.carry(model, to: Model.self)
      XCTAssertEqual([back.a, back.cache], [2, 3], "\(road)")
    }
    let other = OtherOrder()
    other.a = 2
    let node = try KeyedArchive(KeyedArchive.encode(other)).node()
    XCTAssertEqual(try KeyedArchive.decode(OtherOrder.self, from: KeyedArchive.encode(other)).a, 2)
    XCTAssert("\(node)".contains("aa: 2"), "\(node)")
  }
}

private enum Shop {
  @Archivable
  fileprivate struct Order: Equatable {
    enum Shop: Int, ArchiveValue { case web = 7 }
    @Stored(.raw) var place: Shop
    var count: Int
  }
}

private struct Duo<Value: ArchiveValue> {
  @Archivable
  fileprivate struct Part<Coding: ArchiveValue> {
    var value: Value
    var other: Coding
  }
}
extension Duo.Part: Equatable where Value: Equatable, Coding: Equatable {}

@Archivable
private enum Metatypes: Equatable {
  case `Type`(Int)
  case `Protocol`(x: Int, String)
  case plain
}

@Archivable
private struct Named: Equatable {
  var archiveFields: Int
  var archiveSchema: Int
  var encodeFields: Int
}

@ArchivableObject
private class Root {
  var v = 1
  init() {}
  class var archiveSubclasses: [any ArchivableObject.Type] { [Middle.self] }
}

@ArchivableObject
private class Middle: Root {
  struct Root {}
  struct Middle {}
  var w = 0
  var x: Int?
  override class var archiveSubclasses: [any ArchivableObject.Type] { [Leaf.self] }
  override init() { super.init() }
}

@ArchivableObject
private final class Leaf: Middle {
  struct Middle {}
  struct Leaf {}
  var y: [Int] = []
  let z: String?
  override init() {
    z = "6"
    super.init()
  }
}

private enum Place {
  static let far = 9
  enum Kind: Int, ArchiveValue { case a, b }
  struct Hex: ArchiveTransformer {
    func encode(_ value: Data) throws -> String { "<\(value.map { String($0, radix: 16) }.joined())>" }
    func decode(_ stored: String) throws -> Data {
      Data(stored.dropFirst().dropLast().compactMap { UInt8(String($0), radix: 16) })
    }
  }

  @Archivable(className: "Test_DefaultedCase")
  fileprivate enum Case: Equatable {
    static let near = 3
    case one(x: Int = far)
    case two(Int = far, y: Int, z: String = "k")
    case three(Int = near, y: Int, z: String = "k")
    case four(x: Int = near)
  }

  @Archivable(className: "Test_DefaultedItem")
  fileprivate struct Item: Equatable {
    static let near = 4
    var name: String
    @Stored(default: near) var first: Int
    @Stored(default: far) var second: Int
    @Stored(.raw, default: Kind.b) var kind: Kind
    @Stored(default: [far, near]) var list: [Int]
    @Stored(.transformed(Hex.self), default: Data([UInt8(far)])) var hex: Data
  }
}

@Archivable(className: "Test_DefaultedCase")
private enum OldCase {
  case one
  case two(y: Int)
  case three(y: Int, z: String)
  case four(x: Int)
}

@Archivable(className: "Test_DefaultedItem")
private struct OldItem { var name: String }

@Archivable(className: "Test_Present")
private enum Past {
  case old(Int)
  case new(Int)
}

@Archivable(className: "Test_Present")
private enum Present: Equatable {
  @available(*, unavailable, renamed: "new") case old(Int)
  case new(Int)
}

@Archivable(className: "Test_Present")
private enum Forgiving: Equatable {
  @available(*, unavailable) case old(Int)
  case new(Int)
  @Stored(.fallback) case other
}

private struct Settings: Codable, Equatable { var width = 1.0 }
private struct Other: Codable { var width = 1.0 }

@Archivable
private struct Cache<T: Codable> { @Stored(.codable) var value: T }
extension Cache: Equatable where T: Equatable {}

private protocol Source { associatedtype Item: ArchiveValue }
private struct Numbers: Source { typealias Item = Int }

@Archivable
private struct Feed<S: Source> { var items: [S.Item] }
extension Feed: Equatable where S.Item: Equatable {}

@propertyWrapper
private struct Bare { var wrappedValue: Int }

@ArchivableObject
private class Base {
  var v = 1
  init() {}
  class var archiveSubclasses: [any ArchivableObject.Type] { [Sub.self] }
}

@ArchivableObject(className: "Test_Sub", formerly: ["Test_Wrong"])
private final class Sub: Base {
  @Stored(onDecodeFailure: .fallbackToDefaultValue) @Bare var x: Int = 1
  override init() { super.init() }
}

@ArchivableObject(className: "Test_Wrong")
private final class Wrong {
  var v = 5
  var x = "no number"
  init() {}
}

@Observable @ArchivableObject
private final class Model {
  @Stored("aa") var a = 1
  @Transient var cache = 3
  init() {}
}

@ArchivableObject @Observable
private final class OtherOrder {
  @Stored("aa", formerly: "b") var a = 1
  @Transient var cache = 3
  init() {}
}
