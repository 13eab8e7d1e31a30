import Foundation
import StructCoding
import XCTest

// A transformable attribute with secure coding: a class whose every decode names its class, a transformer that lists the
// classes it lets in, and a name that is registered before the model is loaded. Here the class is generated.

@Archivable(className: "MyCustomClass")
struct MyCustomValue: Hashable, Sendable {
  var name: String
  var size: Int = 1
}

final class SecureCodingExampleTests: XCTestCase {
  private let value = MyCustomValue(name: "first", size: 3)

  func testTheClassSupportsSecureCoding() {
    XCTAssertTrue(MyCustomValue.Coding.supportsSecureCoding)
    let object: any NSSecureCoding = value.encoded
    XCTAssertTrue(object is NSObject)
  }

  /// `decodeObject(of:forKey:)` of each field refuses an object of another class.
  func testEveryFieldNamesItsClass() throws {
    let archiver = KeyedArchiver(requiringSecureCoding: true)
    archiver.encode(Imposter(name: Date(timeIntervalSince1970: 0), size: 3).encoded, forKey: "root")
    let data = try archiver.finishEncoding()
    XCTAssertThrowsError(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: MyCustomValue.Coding.self, from: data))
    XCTAssertThrowsError(try KeyedArchive.decode(MyCustomValue.self, from: data))
  }

  /// The top-level classes of a transformer: the class itself, and an array of it.
  func testTopLevelClasses() throws {
    let classes: [AnyClass] = [MyCustomValue.Coding.self, NSArray.self]
    let one = try NSKeyedArchiver.archivedData(withRootObject: value.encoded, requiringSecureCoding: true)
    let many = try NSKeyedArchiver.archivedData(withRootObject: [value].encoded, requiringSecureCoding: true)
    let other = try NSKeyedArchiver.archivedData(
      withRootObject: NSURL(string: "a:b")!, requiringSecureCoding: true)
    XCTAssertEqual(
      (try KeyedArchive.unarchivedObject(ofClasses: classes, from: one) as? MyCustomValue.Coding)?.decoded,
      value)
    XCTAssertEqual(
      (try KeyedArchive.unarchivedObject(ofClasses: classes, from: many) as? [MyCustomValue.Coding])?.decoded,
      [value])
    XCTAssertThrowsError(try KeyedArchive.unarchivedObject(ofClasses: classes, from: other))
  }

  func testName() {
    XCTAssertEqual(MyCustomValue.secureTransformerName, "MyCustomValueTransformer")
  }

  /// A set and a dictionary at the top, by the names of all classes in them.
  func testSetsAndDictionaries() throws {
    let classes: [AnyClass] = [
      MyCustomValue.Coding.self, NSSet.self, NSDictionary.self, NSString.self,
    ]
    let set = try KeyedArchive.archivedData(
      withRootObject: NSSet(array: [value.encoded]), requiringSecureCoding: true)
    let codings = try KeyedArchive.unarchivedObject(ofClasses: classes, from: set) as? NSSet
    XCTAssertEqual((codings?.anyObject() as? MyCustomValue.Coding)?.decoded, value)
    let dictionary = try KeyedArchive.archivedData(
      withRootObject: ["first": value].encoded, requiringSecureCoding: true)
    let named = try KeyedArchive.unarchivedObject(ofClasses: classes, from: dictionary)
    XCTAssertEqual((named as? [String: MyCustomValue.Coding])?.decoded, ["first": value])
    XCTAssertThrowsError(
      try KeyedArchive.unarchivedObject(ofClasses: [MyCustomValue.Coding.self, NSArray.self], from: set))
  }

  /// Data that cannot be read is an error that names the place, and no exception.
  func testUnreadableData() throws {
    let data = try NSKeyedArchiver.archivedData(withRootObject: value.encoded, requiringSecureCoding: true)
    for count in 0..<data.count {
      XCTAssertThrowsError(
        try NSKeyedUnarchiver.unarchivedObject(
          ofClass: MyCustomValue.Coding.self, from: data.prefix(count)))
    }
  }

  #if canImport(ObjectiveC)
    /// Type-checked only: Foundation on Linux has no value transformers.
    func testTransformer() throws {
      let name = MyCustomValue.registerSecureTransformer()
      XCTAssertEqual(name.rawValue, MyCustomValue.secureTransformerName)
      let transformer = try XCTUnwrap(ValueTransformer(forName: name))
      let data = transformer.reverseTransformedValue(value.encoded)
      XCTAssertEqual((transformer.transformedValue(data) as? MyCustomValue.Coding)?.decoded, value)
      let list = transformer.reverseTransformedValue([value.encoded])
      XCTAssertEqual((transformer.transformedValue(list) as? [MyCustomValue.Coding])?.decoded, [value])
      let set = transformer.reverseTransformedValue(NSSet(array: [value.encoded]))
      let codings = try XCTUnwrap(transformer.transformedValue(set) as? NSSet)
      XCTAssertEqual((codings.anyObject() as? MyCustomValue.Coding)?.decoded, value)
      let dictionary = transformer.reverseTransformedValue(["first": value])
      XCTAssertEqual(
        (transformer.transformedValue(dictionary) as? [String: MyCustomValue.Coding])?.decoded,
        ["first": value])
    }

    /// Type-checked only: the app is told of data that cannot be read.
    func testFailures() throws {
      let found = Found()
      let name = MyCustomValue.registerSecureTransformer(
        named: NSValueTransformerName("Told"), onFailure: { found.add($0) })
      XCTAssertNil(ValueTransformer(forName: name)?.transformedValue(Data("no archive".utf8)))
      XCTAssertEqual(found.codes.count, 1)
    }
  #endif
}

@Archivable(className: "MyCustomClass")
private struct Imposter {
  var name: Date
  var size: Int
}

#if canImport(ObjectiveC)
  private final class Found: @unchecked Sendable {
    private(set) var codes: [ArchiveError.Code] = []
    func add(_ error: ArchiveError) { codes.append(error.code) }
  }
#endif
