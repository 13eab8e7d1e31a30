import ArchiveTestSupport
import StructCoding
import XCTest

/// Archives of Foundation's objects that would end or hang a program.
final class HostileObjectTests: XCTestCase {
  private typealias Item = PlistBuilder.Item

  // MARK: Shared collections

  /// Collections of one kind, each of the next one twice: 2^40 leaves in two kilobytes.
  private func laughs(_ name: String, levels: UInt64 = 40) -> Data {
    func collection(_ parts: [UInt64]) -> Item {
      let values = Item.array(parts.map { .uid($0) })
      guard name.hasSuffix("Dictionary") else { return .record(class: 1, ["NS.objects": values]) }
      return .record(
        class: 1, ["NS.keys": .array(parts.indices.map { .uid(UInt64(2 + $0)) }), "NS.objects": values])
    }
    var objects: [Item] = [.null, .classRecord(name), .string("a"), .string("b")]
    let first = UInt64(objects.count)
    for level in first..<first + levels { objects.append(collection([level + 1, level + 1])) }
    objects.append(collection([]))
    var builder = PlistBuilder(objects)
    builder.top = .fields(["root": .uid(first)])
    return builder.data()
  }

  /// A set has each member once.
  private let kinds = ["NSArray", "NSMutableArray", "NSOrderedSet", "NSDictionary", "NSMutableDictionary"]

  /// Foundation's hash of a string looks at 96 of its characters. Strings that differ elsewhere are all compared.
  func testStringsWithOneHash() throws {
    func set(_ count: Int, _ text: (Int) -> String) -> Data {
      var builder = PlistBuilder(
        [.null, .record(class: 2, ["NS.objects": .array((0..<count).map { .uid(UInt64(3 + $0)) })])]
          + [.classRecord("NSSet")] + (0..<count).map { .string(text($0)) })
      builder.top = .fields(["root": .uid(1)])
      return builder.data()
    }
    let ends = String(repeating: "x", count: 150)
    let (one, other) = ("\(ends)00001\(ends)\(ends)" as NSString, "\(ends)00002\(ends)\(ends)" as NSString)
    XCTAssertNotEqual(one, other)
    try XCTSkipUnless(one.hash == other.hash, "this Foundation hashes whole strings")
    let allowed: [AnyClass] = [NSSet.self, NSString.self]
    assertThrows(.limitExceeded, saying: "maximumDecodedSize") {
      try KeyedArchive.unarchivedObject(
        ofClasses: allowed,
        from: set(6_000) { "\(ends)\(String("0000\($0)".suffix(5)))\(ends)\(ends)" })
    }
    let found = try KeyedArchive.unarchivedObject(ofClasses: allowed, from: set(6_000) { "\($0)\(ends)" })
    XCTAssertEqual((found as? NSSet)?.count, 6_000)
  }

  func testSharedCollections() {
    let classes: [AnyClass] = [NSArray.self, NSOrderedSet.self, NSDictionary.self, NSString.self]
    for name in kinds {
      assertThrows(.limitExceeded, saying: "maximumDecodedSize") {
        try KeyedArchive.unarchivedObject(ofClasses: classes, from: laughs(name))
      }
      assertThrows(.limitExceeded) {
        try KeyedArchive.unarchivedArrayOfObjects(ofClass: NSArray.self, from: laughs("NSArray"))
      }
    }
    assertThrows(.limitExceeded) {
      try KeyedArchive.unarchivedDictionary(
        ofKeyClass: NSString.self, objectClass: NSDictionary.self, from: laughs("NSDictionary"))
    }
    assertThrows(.limitExceeded) { try KeyedArchive.decode(NSArray.self, from: laughs("NSArray")) }
    assertThrows(.limitExceeded) { try KeyedArchive.decode([NSArray].self, from: laughs("NSArray")) }
    let unarchiver = try? KeyedUnarchiver(forReadingFrom: laughs("NSArray"), requiringSecureCoding: false)
    XCTAssertNil(unarchiver?.decodePropertyList(forKey: "root"))
    XCTAssertEqual((unarchiver?.error as? ArchiveError)?.code, .limitExceeded)
  }

  /// What is within the limits is read as it is, and nothing is converted on the way.
  func testSharedArraysWithinTheLimits() throws {
    let arrays = try XCTUnwrap(
      KeyedArchive.unarchivedArrayOfObjects(ofClass: NSArray.self, from: laughs("NSArray", levels: 20)))
    XCTAssertEqual(arrays.count, 2)
    XCTAssert(arrays[0] === arrays[1])
    XCTAssertEqual(arrays[0].count, 2)
    let tables = try XCTUnwrap(
      KeyedArchive.unarchivedDictionary(
        ofKeyClass: NSString.self, objectClass: NSDictionary.self, from: laughs("NSDictionary", levels: 20)))
    XCTAssertEqual(Set(tables.keys), ["a", "b"])
    XCTAssert(tables["a"] === tables["b"])
  }

  // MARK: Foundation's classes

  func testStructuresThatAreDamaged() throws {
    func read(_ fields: KeyValuePairs<String, Item>, as types: [AnyClass]) throws -> Any? {
      let objects: [Item] = [.null, .record(class: 2, fields), .classRecord("NSValue"), .string("{1, x}")]
      return try KeyedArchive.unarchivedObject(ofClasses: types, from: PlistBuilder(objects).data())
    }
    assertThrows(.invalidValue, saying: "{1, x}", "numbers in braces") {
      try read(["NS.special": .integer(1), "NS.pointval": .uid(3)], as: [NSValue.self])
    }
    assertThrows(.missingField, saying: "NS.sizeval") {
      try read(["NS.special": .integer(2)], as: [NSValue.self])
    }
    for kind: Item in [.integer(0), .integer(.max), .integer(5)] {
      assertThrows(.unsupported, saying: "another kind") {
        try read(["NS.special": kind], as: [NSValue.self])
      }
    }
    assertThrows(.unsupported, saying: "another kind") { try read([:], as: [NSValue.self]) }
    XCTAssertThrowsError(try read(["NS.special": .uid(3)], as: [NSValue.self]))
    assertThrows(.classMismatch, saying: "NSValue", "NSString") {
      try read(["NS.special": .integer(1), "NS.pointval": .uid(3)], as: [NSString.self])
    }
  }

  #if !canImport(ObjectiveC)
    /// Classes whose `init(coder:)` ends the program on Linux when it does not find what it expects.
    private let classes: [AnyClass] = [
      NSError.self, NSURLQueryItem.self, NSNotification.self, NSTextCheckingResult.self,
      ISO8601DateFormatter.self,
      ByteCountFormatter.self, NSDecimalNumberHandler.self, NSAffineTransform.self, NSAttributedString.self,
      NSMutableAttributedString.self, NSValue.self, NSDecimalNumber.self, NSCalendar.self,
      NSCharacterSet.self,
      NSDateComponents.self, NSDateInterval.self, NSIndexPath.self, NSIndexSet.self, NSMutableIndexSet.self,
      NSLocale.self, NSMeasurement.self, NSPersonNameComponents.self, NSRegularExpression.self,
      NSTimeZone.self,
      NSURL.self, NSUUID.self, Unit.self, Dimension.self, UnitLength.self, UnitConverterLinear.self,
      DateFormatter.self, NumberFormatter.self, EnergyFormatter.self, LengthFormatter.self,
      MassFormatter.self,
      DateIntervalFormatter.self,
    ]

    /// The keys that these classes ask for.
    private let keys = [
      "$0", "$1", "NSDomain", "NSCode", "NSUserInfo", "NS.name", "NS.value", "NS.object", "NS.userinfo",
      "NS.formatOptions", "NS.timeZone", "NSUnits", "NSKBSize", "NSFormattingContext", "NS.roundingMode",
      "NS.scale", "NSString", "NSAttributes", "NSAttributeInfo", "NS.special", "NS.rectval", "NS.compact",
      "NS.exponent", "NS.length", "NS.mantissa", "NS.negative", "NS.unit", "NS.symbol", "NS.converter",
      "NSPattern", "NSOptions", "NS.identifier", "NS.data", "NS.base", "NS.relative", "NS.coefficient",
      "NS.constant", "NS.startDate", "NS.endDate", "NS.duration", "NSRangeCount", "NSLocation", "NSLength",
      "NSRangeData", "NSIndexPathLength", "NSIndexPathValue", "NSIndexPathData", "NS.uuidbytes",
    ]

    func testFieldsOfOtherKinds() throws {
      let values: [Item?] = [
        nil, .uid(0), .uid(3), .uid(4), .uid(5), .integer(-1), .integer(7), .integer(.max), .real(.nan),
        .data([1, 2, 3]), .data([]), .array([.integer(1)]), .string(""), .bool(true),
      ]
      var (read, refused) = (0, 0)
      for type in classes {
        for (number, value) in values.enumerated() {
          for except in Thoroughness.some(
            of: [nil, "NS.name", "NSDomain", "NSUserInfo", "NSAttributes"], oneIn: 3, first: number)
          {
            var fields: [(key: Item, value: Item)] = [(.string("$class"), .uid(2))]
            for key in keys {
              if let value = key == except ? .uid(3) : value { fields.append((.string(key), value)) }
            }
            let name = NSStringFromClass(type)
            let objects: [Item] = [
              .null, .dictionary(fields), .classRecord(name), .string("text"),
              .record(class: 6, ["NS.objects": .array([.uid(3)])]),
              .record(class: 7, ["NS.keys": .array([.uid(3)]), "NS.objects": .array([.uid(3)])]),
              .classRecord("NSArray"), .classRecord("NSDictionary"),
            ]
            let unarchiver = try KeyedUnarchiver(
              forReadingFrom: PlistBuilder(objects).data(),
              requiringSecureCoding: type is any NSSecureCoding.Type)
            let object = unarchiver.decodeObject(
              of: [type, NSString.self, NSNumber.self, NSDictionary.self, NSArray.self], forKey: "root")
            let found = assertDecodesOrThrows("\(name)") { try unarchiver.finishDecoding() }
            XCTAssertEqual(found, object != nil, name)
            if found { read += 1 } else { refused += 1 }
          }
        }
      }
      XCTAssertGreaterThan(refused, Thoroughness.isFull ? 500 : 150)
      XCTAssertGreaterThan(read, Thoroughness.isFull ? 200 : 60)
    }

    func testForeignArchives() throws { try checkForeignArchives(ForeignArchive.likeness) }

    func testFilesOfOthers() throws {
      _ = try TestFiles.shared("keyed-archives")
      try checkForeignArchives(ForeignArchive.file)
    }

    private func checkForeignArchives(_ file: (String) throws -> Data) throws {
      func read<Object: NSObject & NSCoding>(_ path: String, _ type: Object.Type, _ others: [AnyClass] = [])
        throws
        -> Object?
      {
        try KeyedArchive.unarchivedObject(ofClasses: [type] + others, from: file(path)) as? Object
      }
      let others: [AnyClass] = [NSDictionary.self, NSArray.self, NSString.self, NSNumber.self, NSURL.self]
      XCTAssertEqual(
        try read("foundation/NSAttributedString.archive", NSAttributedString.self, others)?.length, 10)
      XCTAssertEqual(
        try read("foundation/NSMutableAttributedString.archive", NSMutableAttributedString.self, others)?
          .length,
        10)
      // Foundation on Linux would make one of zeros.
      assertThrows(.unsupported, saying: "NSAffineTransform", "Linux", "node") {
        try read("rust-nska/NSAffineTransform.plist", NSAffineTransform.self)
      }
      XCTAssertEqual(
        try read(
          "foundation/NSCountedSet-NumbersAppearingSeveralTimes.archive", NSCountedSet.self, [NSNumber.self])?
          .count(for: 3), 5)
    }

    func testRoundTrips() throws {
      func back<Object: NSObject & NSCoding>(_ object: Object, _ others: [AnyClass] = []) throws -> Object? {
        let data = try KeyedArchive.archivedData(withRootObject: object, requiringSecureCoding: false)
        return try KeyedArchive.unarchivedObject(ofClasses: [Object.self] + others, from: data) as? Object
      }
      let plain: [AnyClass] = [NSDictionary.self, NSArray.self, NSString.self, NSNumber.self]
      let text = NSAttributedString(string: "hello", attributes: [NSAttributedString.Key("a"): 1 as NSNumber])
      let copy = try XCTUnwrap(back(text, plain))
      XCTAssertEqual(copy.string, "hello")
      XCTAssertEqual(copy.attribute(NSAttributedString.Key("a"), at: 2, effectiveRange: nil) as? Int, 1)
      XCTAssertEqual(try back(NSDecimalNumber(string: "1.5")), NSDecimalNumber(string: "1.5"))
      XCTAssertEqual(try back(NSValue(point: NSPoint(x: 1, y: 2))), NSValue(point: NSPoint(x: 1, y: 2)))
      let measurement = NSMeasurement(doubleValue: 3, unit: UnitLength.miles)
      XCTAssertEqual(try back(measurement, [UnitLength.self])?.doubleValue, 3)
      let inner = NSError(domain: "inner", code: 2)
      let error = NSError(domain: "a", code: 1, userInfo: ["key": "text", NSUnderlyingErrorKey: inner])
      let found = try XCTUnwrap(back(error))
      XCTAssertEqual([found.domain, found.userInfo["key"] as? String], ["a", "text"])
      XCTAssertEqual((found.userInfo[NSUnderlyingErrorKey] as? NSError)?.code, 2)
      // Not created, however good the data: Foundation ends the program if it is not.
      for object in [NSURLQueryItem(name: "a", value: "b"), ISO8601DateFormatter()] as [NSObject] {
        let data = try KeyedArchive.archivedData(withRootObject: object, requiringSecureCoding: false)
        let unarchiver = try KeyedUnarchiver(forReadingFrom: data, requiringSecureCoding: false)
        XCTAssertNil(unarchiver.decodeObject(of: [type(of: object)], forKey: "root"))
        assertThrows(.unsupported, at: "root", saying: "\(type(of: object))", "Linux", "node") {
          try unarchiver.finishDecoding()
        }
        XCTAssertNoThrow(try KeyedArchive(data))
      }
    }
  #endif
}
