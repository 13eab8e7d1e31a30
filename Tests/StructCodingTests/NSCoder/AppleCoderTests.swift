#if canImport(ObjectiveC)
  import ArchiveTestSupport
  import Foundation
  import ObjectiveC
  import XCTest

  @testable import StructCoding

  /// What only a machine of Apple's can show: exceptions, memory that Objective-C owns, methods of `NSCoder` that Linux
  /// does not have, boxes of Swift values, and names of classes.
  final class AppleCoderTests: XCTestCase {
    private func archive(_ body: (KeyedArchiver) -> Void) throws -> Data {
      let archiver = KeyedArchiver(requiringSecureCoding: true)
      body(archiver)
      return try archiver.finishEncoding()
    }

    // MARK: Exceptions

    func testAnExceptionInInitIsAnError() throws {
      let data = try archive { archiver in
        archiver.setClassName("AppleCoderTests_Raising", for: AppleCoderQuiet.self)
        archiver.encode("before", forKey: "before")
        archiver.encode(AppleCoderQuiet(), forKey: "object")
      }
      let unarchiver = try KeyedUnarchiver(forReadingFrom: data)
      XCTAssertEqual(unarchiver.decodeObject(of: NSString.self, forKey: "before"), "before")
      XCTAssertNil(unarchiver.decodeObject(of: AppleCoderRaising.self, forKey: "object"))
      XCTAssertNil(
        unarchiver.decodeObject(of: NSString.self, forKey: "before"), "nothing is read after an error")
      assertThrows(.invalidValue, at: "object", saying: "NSGenericException", "no paper", "init(coder:)") {
        try unarchiver.finishDecoding()
      }
    }

    func testAnExceptionInEncodeIsAnError() throws {
      let archiver = KeyedArchiver(requiringSecureCoding: true)
      archiver.encode([AppleCoderQuiet(), AppleCoderRaising()] as NSArray, forKey: "list")
      assertThrows(.invalidValue, at: "list[1]", saying: "NSGenericException", "no ink", "encode(with:)") {
        try archiver.finishEncoding()
      }
    }

    /// `NSPredicate` with a block cannot be archived, and says so in its own way.
    func testAClassOfApplesThatRefusesToBeWritten() {
      let archiver = KeyedArchiver(requiringSecureCoding: false)
      archiver.encode(NSPredicate { _, _ in true }, forKey: "predicate")
      XCTAssertThrowsError(try archiver.finishEncoding()) { XCTAssertTrue($0 is ArchiveError, "\($0)") }
    }

    /// Objects of Apple's classes without any of their fields: an object of the class or an error, and no end of the
    /// program.
    func testClassesOfApplesWithoutTheirFields() throws {
      let classes: [NSObject.Type] = [
        NSURLQueryItem.self, NSError.self, NSDecimalNumberHandler.self, ByteCountFormatter.self,
        ISO8601DateFormatter.self, NSSortDescriptor.self, NSURL.self, NSUUID.self, NSIndexPath.self,
        NSIndexSet.self, NSAttributedString.self, NSTimeZone.self, NSLocale.self, NSCalendar.self,
        NSDateComponents.self, NSPersonNameComponents.self, NSTextCheckingResult.self, NSExpression.self,
        NSComparisonPredicate.self, NSURLRequest.self, NSRegularExpression.self, NSDecimalNumber.self,
        NSCharacterSet.self, UnitLength.self, NSDateInterval.self, NSMeasurement.self,
      ]
      for type in classes {
        let data = try archive { archiver in
          archiver.setClassName(NSStringFromClass(type), for: AppleCoderQuiet.self)
          archiver.encode(AppleCoderQuiet(), forKey: "root")
        }
        do {
          let object = try KeyedArchive.unarchivedObject(ofClasses: [type], from: data)
          XCTAssertTrue((object as? NSObject)?.isKind(of: type) ?? true, "\(type)")
        } catch {
          XCTAssertTrue(error is ArchiveError, "\(type): \(error)")
        }
      }
    }

    // MARK: Methods of NSCoder that Linux does not have

    private let events = [Event("a"), Event("b", .scroll, mark: .spot(x: 1, y: nil))]

    func testObjectsOfGivenClasses() throws {
      let data = try archive { archiver in
        archiver.encode("text", forKey: "text")
        archiver.encode(events[1].encoded, forKey: "event")
        archiver.encode(["x", "y"] as NSArray, forKey: "texts")
        archiver.encode(["x", 7] as NSArray, forKey: "mixed")
        archiver.encode(events.map(\.encoded) as NSArray, forKey: "events")
        archiver.encode(["k": 7] as NSDictionary, forKey: "numbers")
        archiver.encode(["k": "v", "l": 2] as NSDictionary, forKey: "table")
      }
      let unarchiver = try KeyedUnarchiver(forReadingFrom: data)
      XCTAssertEqual(unarchiver.decodeObject(of: NSString.self, forKey: "text"), "text")
      XCTAssertEqual(unarchiver.decodeObject(of: EventTestBox.self, forKey: "event")?.decoded, events[1])
      let text = unarchiver.decodeObject(of: [NSNumber.self, NSString.self], forKey: "text") as? String
      XCTAssertEqual(text, "text")
      let texts = unarchiver.decodeArrayOfObjects(ofClass: NSString.self, forKey: "texts")
      XCTAssertEqual(texts, ["x", "y"])
      let mixed = unarchiver.decodeArrayOfObjects(ofClasses: [NSString.self, NSNumber.self], forKey: "mixed")
      XCTAssertEqual(mixed as NSArray?, ["x", 7])
      let boxes = unarchiver.decodeArrayOfObjects(ofClass: EventTestBox.self, forKey: "events")
      XCTAssertEqual(boxes?.map(\.decoded), events)
      let numbers = unarchiver.decodeDictionary(
        withKeyClass: NSString.self, objectClass: NSNumber.self, forKey: "numbers")
      XCTAssertEqual(numbers, ["k": 7])
      let table = unarchiver.decodeDictionary(
        withKeysOfClasses: [NSString.self], objectsOfClasses: [NSString.self, NSNumber.self], forKey: "table")
      XCTAssertEqual(table as NSDictionary?, ["k": "v", "l": 2])
      XCTAssertEqual(try unarchiver.decodeTopLevelObject(of: NSString.self, forKey: "text"), "text")
      let found = try unarchiver.decodeTopLevelObject(of: [NSArray.self, NSString.self], forKey: "texts")
      XCTAssertEqual(found as? [String], ["x", "y"])
      XCTAssertNil(try unarchiver.decodeTopLevelObject(of: NSString.self, forKey: "missing"))
      try unarchiver.finishDecoding()
    }

    func testObjectsOfOtherClassesAreErrors() throws {
      let data = try archive { archiver in
        archiver.encode(["x", 7] as NSArray, forKey: "mixed")
        archiver.encode(["k": "v"] as NSDictionary, forKey: "table")
        archiver.encode("text", forKey: "text")
      }
      let reads: [(String, (KeyedUnarchiver) -> Any?)] = [
        ("mixed[1]", { $0.decodeArrayOfObjects(ofClass: NSString.self, forKey: "mixed") }),
        ("mixed[1]", { $0.decodeArrayOfObjects(ofClasses: [NSString.self, NSDate.self], forKey: "mixed") }),
        (
          "table",
          { $0.decodeDictionary(withKeyClass: NSString.self, objectClass: NSNumber.self, forKey: "table") }
        ),
        ("text", { $0.decodeObject(of: NSNumber.self, forKey: "text") }),
      ]
      for (path, read) in reads {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: data)
        XCTAssertNil(read(unarchiver), path)
        XCTAssertThrowsError(try unarchiver.finishDecoding(), path) {
          XCTAssertEqual(($0 as? ArchiveError)?.pathDescription, path, "\($0)")
        }
      }
      let unarchiver = try KeyedUnarchiver(forReadingFrom: data)
      XCTAssertThrowsError(try unarchiver.decodeTopLevelObject(of: NSNumber.self, forKey: "text")) {
        XCTAssertEqual(($0 as? ArchiveError)?.pathDescription, "text", "\($0)")
      }
    }

    /// `decodeBytesForKey:minimumLength:`, which older SDKs do not declare.
    func testBytesOfALeastLength() throws {
      let data = try archive { unsafe $0.encodeBytes([1, 2, 3], length: 3, forKey: "bytes") }
      let selector = NSSelectorFromString("decodeBytesForKey:minimumLength:")
      typealias Method = @convention(c) (AnyObject, Selector, NSString, UInt) -> UnsafePointer<UInt8>?
      func bytes(_ unarchiver: KeyedUnarchiver, _ key: NSString, _ least: UInt) throws -> [UInt8]? {
        let code = try unsafe XCTUnwrap(class_getMethodImplementation(KeyedUnarchiver.self, selector))
        let method = unsafe unsafeBitCast(code, to: Method.self)
        guard let found = unsafe method(unarchiver, selector, key, least) else { return nil }
        return unsafe [UInt8](UnsafeBufferPointer(start: found, count: Int(least)))
      }
      let unarchiver = try KeyedUnarchiver(forReadingFrom: data)
      XCTAssertEqual(try bytes(unarchiver, "bytes", 3), [1, 2, 3])
      XCTAssertEqual(try bytes(unarchiver, "bytes", 2), [1, 2])
      XCTAssertNil(try bytes(unarchiver, "missing", 2))
      XCTAssertNoThrow(try unarchiver.finishDecoding())
      XCTAssertNil(try bytes(unarchiver, "bytes", 4))
      XCTAssertThrowsError(try unarchiver.finishDecoding()) {
        XCTAssertTrue("\($0)".contains("at least 4 bytes, found 3"), "\($0)")
      }
    }

    // MARK: Memory

    /// Values of C are errors. Memory for an object is `nil` afterwards, since a caller in Objective-C owns what is there.
    func testValuesOfC() throws {
      let archiver = KeyedArchiver(requiringSecureCoding: true)
      unsafe archiver.encodeValue(ofObjCType: "i", at: [1] as [Int32])
      XCTAssertThrowsError(try archiver.finishEncoding()) {
        XCTAssertTrue("\($0)".contains("encode(_:forKey:)"), "\($0)")
      }
      let unarchiver = try KeyedUnarchiver(forReadingFrom: archive { $0.encode("text" as Any?) })
      let size = MemoryLayout<AnyObject?>.size
      let memory = UnsafeMutableRawPointer.allocate(
        byteCount: size, alignment: MemoryLayout<AnyObject?>.alignment)
      defer { unsafe memory.deallocate() }
      unsafe memory.initializeMemory(as: UInt8.self, repeating: 0xA5, count: size)
      unsafe "@".withCString { unsafe unarchiver.decodeValue(ofObjCType: $0, at: memory, size: size) }
      XCTAssertNil(unsafe memory.load(as: AnyObject?.self))
      XCTAssertThrowsError(try unarchiver.finishDecoding()) {
        XCTAssertTrue("\($0)".contains("decodeObject(of:forKey:)"), "\($0)")
      }
    }

    // MARK: Values as objects

    /// A value of Swift in a collection of Foundation is in a box, `__SwiftValue`.
    func testBoxesOfValues() throws {
      let data = try archive { archiver in
        archiver.encode(NSArray(array: events as [Any]), forKey: "list")
        archiver.encode(NSDictionary(dictionary: ["k": events[1]] as [String: Any]), forKey: "table")
        archiver.encode(NSArray(object: events[0]).object(at: 0), forKey: "one")
      }
      let archive = try KeyedArchive(data)
      XCTAssertEqual(try archive.decode([Event].self, forKey: "list"), events)
      XCTAssertEqual(try archive.decode([String: Event].self, forKey: "table"), ["k": events[1]])
      XCTAssertEqual(try archive.decode(Event.self, forKey: "one"), events[0])
    }

    func testABoolStaysABool() throws {
      let numbers = [
        NSNumber(value: true), NSNumber(value: false), NSNumber(value: 1), NSNumber(value: 0 as Int8),
        NSNumber(value: 1.0),
      ]
      func kinds(_ numbers: [NSNumber]?) -> [String]? {
        numbers?.map {
          CFGetTypeID($0) == CFBooleanGetTypeID() ? "a Bool" : CFNumberIsFloatType($0) ? "real" : "whole"
        }
      }
      let expected = ["a Bool", "a Bool", "whole", "whole", "real"]
      XCTAssertEqual(kinds(numbers), expected)
      let data = try KeyedArchive.archivedData(
        withRootObject: numbers as NSArray, requiringSecureCoding: true)
      let classes: [AnyClass] = [NSArray.self, NSNumber.self]
      let ours = try KeyedArchive.unarchivedObject(ofClasses: classes, from: data) as? [NSNumber]
      let apples = try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data) as? [NSNumber]
      XCTAssertEqual(ours, numbers)
      XCTAssertEqual(kinds(ours), expected)
      XCTAssertEqual(apples, numbers)
      XCTAssertEqual(kinds(apples), expected)
    }

    func testAKeyThatCannotBeCopiedIsAnError() throws {
      let data = try KeyedArchive.encode([events[0]: 1])
      let unarchiver = try KeyedUnarchiver(forReadingFrom: data)
      let classes: [AnyClass] = [NSDictionary.self, EventTestBox.self, NSNumber.self]
      XCTAssertNil(unarchiver.decodeObject(of: classes, forKey: "root"))
      assertThrows(.typeMismatch, saying: "copied", "EventTestBox") { try unarchiver.finishDecoding() }

      let another = try KeyedUnarchiver(forReadingFrom: data)
      XCTAssertNil(
        another.decodeDictionary(
          withKeysOfClasses: [EventTestBox.self], objectsOfClasses: [NSNumber.self], forKey: "root"))
      assertThrows(.typeMismatch, saying: "copied", "EventTestBox") { try another.finishDecoding() }

      var failure: (any Error)?
      _ = try StructCodingTests.archive { [events] coder in
        var encoder = CoderEncoder(coder: coder, schema: TestBox.schema)
        do { try encoder.encode([events[0]: 1], at: 0) } catch { failure = error }
      }
      XCTAssertEqual((failure as? ArchiveError)?.code, .unsupported)
    }

    // MARK: Names

    func testTheCodingOfAGenericTypeThroughApplesArchiver() throws {
      let crate = AppleCoderCrate(content: ["a", "b"])
      let name = AppleCoderCrate<[String]>.archiveSchema.className
      let data = try NSKeyedArchiver.archivedData(withRootObject: crate.encoded, requiringSecureCoding: true)
      XCTAssertEqual(try KeyedArchive(data).node().className, name)
      XCTAssertEqual(try KeyedArchive.decode(AppleCoderCrate<[String]>.self, from: data), crate)
      let back = try NSKeyedUnarchiver.unarchivedObject(
        ofClass: AppleCoderCrate<[String]>.Coding.self, from: data)
      XCTAssertEqual(back?.decoded, crate)
      let ours = try NSKeyedUnarchiver.unarchivedObject(
        ofClass: AppleCoderCrate<[String]>.Coding.self, from: KeyedArchive.encode(crate))
      XCTAssertEqual(ours?.decoded, crate)
    }

    func testClassesWithoutStableNamesAreErrors() throws {
      // The names of a generic class, and of a nested, a private and a local one as the compiler makes them. It takes no
      // such classes that adopt `NSCoding`, so the latter are made here.
      let generic = AppleCoderVault<Int>()
      XCTAssertTrue(NSStringFromClass(AppleCoderVault<Int>.self).hasPrefix("_Tt"))
      var objects: [NSObject] = [generic]
      for name in [
        "_TtCC17StructCodingTests15AppleCoderTests6Nested",
        "_TtC17StructCodingTestsP33_0123456789ABCDEF0123456789ABCDEF7Private",
        "_TtCFC17StructCodingTests15AppleCoderTests4testFT_T_L_5Local",
      ] {
        // Once in a process.
        let known: AnyClass? = NSClassFromString(name)
        let made: AnyClass? =
          if known == nil { unsafe objc_allocateClassPair(AppleCoderQuiet.self, name, 0) } else { nil }
        if let made { objc_registerClassPair(made) }
        let type: AnyClass = try XCTUnwrap(known ?? made)
        objects.append(try XCTUnwrap(type as? AppleCoderQuiet.Type).init())
      }
      for object in objects {
        assertThrows(.unsupported, saying: "setClassName") {
          try KeyedArchive.archivedData(withRootObject: object, requiringSecureCoding: true)
        }
      }
      let data = try archive { archiver in
        archiver.setClassName("AppleCoderTests_Quiet", for: type(of: generic))
        archiver.encode(generic, forKey: "root")
      }
      let quiet = try KeyedArchive.unarchivedObject(ofClass: AppleCoderQuiet.self, from: data)
      XCTAssertEqual(quiet?.text, "in the vault")
    }

    // MARK: Numbers

    /// A coder of the program's own may convert numbers, and drop what does not fit.
    func testACoderThatConvertsIsAskedTwice() throws {
      func decode<Value: ArchiveValue>(_ type: Value.Type, _ stored: Double) throws -> Value {
        var decoder = CoderDecoder(coder: AppleCoderConverting(stored), schema: TestBox.schema)
        return try decoder.decode(at: 0)
      }
      XCTAssertEqual(try decode(Int.self, 2), 2)
      XCTAssertEqual(try decode(Bool.self, 1), true)
      XCTAssertEqual(try decode(Double.self, 2.5), 2.5)
      assertThrows(.invalidValue, saying: "2.5") { try decode(Int.self, 2.5) }
      assertThrows(.invalidValue, saying: "2") { try decode(Bool.self, 2) }
    }
  }

  @Archivable
  struct AppleCoderCrate<Content: ArchiveValue & Hashable>: Hashable {
    var content: Content
  }

  /// An object that is written and read without trouble.
  @objc(AppleCoderTests_Quiet)
  class AppleCoderQuiet: NSObject, NSSecureCoding {
    let text: String?
    class var supportsSecureCoding: Bool { true }
    required override init() { text = nil }
    func encode(with coder: NSCoder) {}
    required init?(coder: NSCoder) { text = coder.decodeObject(of: NSString.self, forKey: "text") as String? }
  }

  /// An object that raises exceptions, as many classes of Apple's do.
  @objc(AppleCoderTests_Raising)
  final class AppleCoderRaising: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    override init() {}
    func encode(with coder: NSCoder) {
      coder.encode("half", forKey: "text")
      NSException(name: .genericException, reason: "no ink", userInfo: nil).raise()
    }
    init?(coder: NSCoder) {
      super.init()
      NSException(name: .genericException, reason: "no paper", userInfo: nil).raise()
    }
  }

  /// A class in a generic type has no stable name.
  final class AppleCoderVault<Content>: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    override init() {}
    func encode(with coder: NSCoder) { coder.encode("in the vault", forKey: "text") }
    init?(coder: NSCoder) {}
  }

  /// A coder that holds one number, and converts it to what it is asked for.
  final class AppleCoderConverting: NSCoder {
    private let number: Double
    init(_ number: Double) { self.number = number }
    override var allowsKeyedCoding: Bool { true }
    override func containsValue(forKey key: String) -> Bool { true }
    override func decodeBool(forKey key: String) -> Bool { number != 0 }
    override func decodeInt64(forKey key: String) -> Int64 { Int64(number) }
    override func decodeDouble(forKey key: String) -> Double { number }
  }
#endif
