#if !canImport(ObjectiveC)
  import ArchiveTestSupport
  import StructCoding
  import XCTest

  /// Every method of Foundation's `NSCoder`, called of the coder that it is for. `NSCoder`'s own end the program.
  ///
  /// Left out are `encode(_:)` and `decodePoint()`, `decodeSize()`, `decodeRect()` of points, sizes and rectangles
  /// without keys. Foundation on Linux declares them in an extension, so that nobody can replace them, and ends the
  /// program in them unless the coder is its own.
  final class CoderMethodTests: XCTestCase {
    private typealias Method = (name: String, call: (NSCoder) -> Void)

    /// As `swift-api-digester -dump-sdk -module Foundation` lists them.
    private let writing: [Method] = [
      ("encode(_: Data)", { $0.encode(Data([1])) }),
      ("encode(_:)", { $0.encode("a" as Any?) }),
      ("encodeRootObject(_:)", { $0.encodeRootObject("a") }),
      ("encodeBycopyObject(_:)", { $0.encodeBycopyObject("a") }),
      ("encodeByrefObject(_:)", { $0.encodeByrefObject("a") }),
      ("encodeConditionalObject(_:)", { $0.encodeConditionalObject("a") }),
      ("encodeBytes(_:length:)", { unsafe $0.encodeBytes([1, 2] as [UInt8], length: 2) }),
      ("encodePropertyList(_:)", { $0.encodePropertyList(["a": 1]) }),
      ("encode(_:forKey:)", { $0.encode("a" as Any?, forKey: "object") }),
      ("encodeConditionalObject(_:forKey:)", { $0.encodeConditionalObject("a", forKey: "conditional") }),
      ("encode(_: Bool, forKey:)", { $0.encode(true, forKey: "bool") }),
      ("encode(_: Int32, forKey:)", { $0.encode(Int32(1), forKey: "int32") }),
      ("encode(_: Int64, forKey:)", { $0.encode(Int64(1), forKey: "int64") }),
      ("encode(_: Float, forKey:)", { $0.encode(Float(1), forKey: "float") }),
      ("encode(_: Double, forKey:)", { $0.encode(Double(1), forKey: "double") }),
      ("encode(_: Int, forKey:)", { $0.encode(1, forKey: "integer") }),
      ("encodeBytes(_:length:forKey:)", { unsafe $0.encodeBytes([1, 2], length: 2, forKey: "bytes") }),
      ("encode(_: NSPoint, forKey:)", { $0.encode(NSPoint(x: 1, y: 2), forKey: "point") }),
      ("encode(_: NSSize, forKey:)", { $0.encode(NSSize(width: 1, height: 2), forKey: "size") }),
      ("encode(_: NSRect, forKey:)", { $0.encode(NSRect(x: 1, y: 2, width: 3, height: 4), forKey: "rect") }),
    ]

    private let reading: [Method] = [
      ("decodeData()", { _ = $0.decodeData() }),
      ("decodeObject(of:forKey:)", { _ = $0.decodeObject(of: NSString.self, forKey: "object") }),
      ("decodeObject(of: [], forKey:)", { _ = $0.decodeObject(of: [NSString.self], forKey: "object") }),
      ("decodeObject(of: nil, forKey:)", { _ = $0.decodeObject(of: nil, forKey: "object") }),
      ("decodeObject()", { _ = $0.decodeObject() }),
      ("decodePropertyList()", { _ = $0.decodePropertyList() }),
      ("containsValue(forKey:)", { _ = $0.containsValue(forKey: "a") }),
      ("decodeObject(forKey:)", { _ = $0.decodeObject(forKey: "object") }),
      ("decodeBool(forKey:)", { _ = $0.decodeBool(forKey: "bool") }),
      ("decodeCInt(forKey:)", { _ = $0.decodeCInt(forKey: "int32") }),
      ("decodeInt32(forKey:)", { _ = $0.decodeInt32(forKey: "int32") }),
      ("decodeInt64(forKey:)", { _ = $0.decodeInt64(forKey: "int64") }),
      ("decodeFloat(forKey:)", { _ = $0.decodeFloat(forKey: "float") }),
      ("decodeDouble(forKey:)", { _ = $0.decodeDouble(forKey: "double") }),
      ("decodeInteger(forKey:)", { _ = $0.decodeInteger(forKey: "integer") }),
      (
        "withDecodedUnsafeBufferPointer(forKey:body:)",
        { unsafe $0.withDecodedUnsafeBufferPointer(forKey: "bytes") { _ in } }
      ),
      (
        "withDecodedUnsafeBytes(forKey:body:)", { unsafe $0.withDecodedUnsafeBytes(forKey: "bytes") { _ in } }
      ),
      ("decodePropertyList(forKey:)", { _ = $0.decodePropertyList(forKey: "object") }),
      ("decodePoint(forKey:)", { _ = $0.decodePoint(forKey: "point") }),
      ("decodeSize(forKey:)", { _ = $0.decodeSize(forKey: "size") }),
      ("decodeRect(forKey:)", { _ = $0.decodeRect(forKey: "rect") }),
    ]

    /// These are neither, and answer.
    private let asking: [Method] = [
      ("version(forClassName:)", { XCTAssertEqual($0.version(forClassName: "NSString"), 0) }),
      ("systemVersion", { XCTAssertGreaterThan($0.systemVersion, 0) }),
      ("allowsKeyedCoding", { XCTAssertTrue($0.allowsKeyedCoding) }),
      ("requiresSecureCoding", { XCTAssertTrue($0.requiresSecureCoding) }),
      ("allowedClasses", { XCTAssertNil($0.allowedClasses) }),
      ("decodingFailurePolicy", { XCTAssertEqual($0.decodingFailurePolicy, .setErrorAndReturn) }),
      ("error", { XCTAssertNil($0.error) }),
    ]

    private func unarchiver() throws -> KeyedUnarchiver {
      let archiver = KeyedArchiver(requiringSecureCoding: true)
      for (_, call) in writing { call(archiver) }
      return try KeyedUnarchiver(forReadingFrom: archiver.finishEncoding())
    }

    func testAnArchiverWrites() throws {
      for (name, call) in writing {
        let archiver = KeyedArchiver(requiringSecureCoding: true)
        call(archiver)
        XCTAssertNoThrow(try archiver.finishEncoding(), name)
      }
    }

    func testAnUnarchiverReads() throws {
      for (name, call) in reading {
        let unarchiver = try unarchiver()
        call(unarchiver)
        XCTAssertNoThrow(try unarchiver.finishDecoding(), name)
      }
    }

    func testQuestions() throws {
      for coder in [KeyedArchiver(requiringSecureCoding: true), try unarchiver()] as [NSCoder] {
        for (_, call) in asking { call(coder) }
      }
      let archiver = KeyedArchiver(requiringSecureCoding: true)
      archiver.failWithError(CocoaError(.coderInvalidValue))
      XCTAssertThrowsError(try archiver.finishEncoding())
    }

    // MARK: Values without keys

    func testValuesWithoutKeys() throws {
      let archiver = KeyedArchiver(requiringSecureCoding: true)
      archiver.encode("object" as Any?)
      archiver.encode(Data([7, 8]))
      archiver.encodePropertyList(["a": [1, 2]] as NSDictionary)
      let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.finishEncoding())
      XCTAssertEqual(unarchiver.decodeObject() as? NSString, "object")
      XCTAssertEqual(unarchiver.decodeData(), Data([7, 8]))
      XCTAssertEqual(unarchiver.decodePropertyList() as? NSDictionary, ["a": [1, 2]])
      // There are no more.
      XCTAssertNil(unarchiver.decodeObject())
      try unarchiver.finishDecoding()
    }

    /// Values of C are passed by address, and are errors that name the methods with keys.
    func testValuesOfC() throws {
      for type in ["i", "@", "*", "[3i]", "{a=ii}", ""] {
        var memory: (Int, Int, Int, Int) = (7, 7, 7, 7)
        let archiver = KeyedArchiver(requiringSecureCoding: true)
        unsafe archiver.encodeValue(ofObjCType: type, at: &memory)
        assertThrows(.unsupported, saying: "encode(_:forKey:)", "encodeValue(ofObjCType:at:)") {
          try archiver.finishEncoding()
        }
        let unarchiver = try unarchiver()
        unsafe unarchiver.decodeValue(ofObjCType: type, at: &memory)
        XCTAssertEqual(memory.0, 7, type)
        assertThrows(.unsupported, saying: "decodeInteger(forKey:)", "decodeValue(ofObjCType:at:)") {
          try unarchiver.finishDecoding()
        }
      }
      let archiver = KeyedArchiver(requiringSecureCoding: true)
      unsafe archiver.encodeArray(ofObjCType: "f", count: 3, at: [1, 2, 3.5] as [Float])
      assertThrows(.unsupported, saying: "encode(_:forKey:)") { try archiver.finishEncoding() }
      var floats: [Float] = [0, 0, 0]
      let unarchiver = try unarchiver()
      unsafe unarchiver.decodeArray(ofObjCType: "f", count: 3, at: &floats)
      XCTAssertEqual(floats, [0, 0, 0])
      assertThrows(.unsupported, saying: "decodeObject(of:forKey:)") { try unarchiver.finishDecoding() }
    }

    /// The error of a class that stores a value of C names the place of the object.
    func testAnObjectWithAValueOfC() {
      let archiver = KeyedArchiver(requiringSecureCoding: false)
      archiver.encode([OldPoint(), OldPoint()] as NSArray, forKey: "root")
      assertThrows(.unsupported, at: "root[0]", saying: "encode(_:forKey:)") {
        try archiver.finishEncoding()
      }
    }

    func testEncodingAfterTheEnd() throws {
      let archiver = KeyedArchiver(requiringSecureCoding: true)
      archiver.encode(1, forKey: "a")
      try archiver.finishEncoding()
      archiver.encode(2, forKey: "b")
      assertThrows(.unsupported, at: "b", saying: "finished") { try archiver.finishEncoding() }
    }
  }

  /// A class from before there were keys.
  final class OldPoint: NSObject, NSCoding {
    override init() {}
    func encode(with coder: NSCoder) { unsafe coder.encodeValue(ofObjCType: "i", at: [1] as [Int32]) }
    init?(coder: NSCoder) { nil }

  }
#endif
