#if !canImport(ObjectiveC)
  import ArchiveTestSupport
  import StructCoding
  import XCTest

  /// Every method of Foundation's `NSCoder`, called of both coders: what is not for a coder is an error, and none ends
  /// the program, as most of `NSCoder`'s own do.
  ///
  /// Left out are `encode(_:)` and `decodePoint()`, `decodeSize()`, `decodeRect()` of points, sizes and rectangles
  /// without keys. Foundation on Linux declares them in an extension, so that nobody can replace them, and ends the
  /// program in them unless the coder is its own.
  final class CoderMethodTests: XCTestCase {
    private typealias Method = (name: String, call: (NSCoder) -> Void)

    /// As `swift-api-digester -dump-sdk -module Foundation` lists them.
    private let writing: [Method] = [
      (
        "encodeValue(ofObjCType:at:)",
        { coder in
          var number: Int32 = 5
          unsafe coder.encodeValue(ofObjCType: "i", at: &number)
        }
      ),
      ("encode(_: Data)", { $0.encode(Data([1])) }),
      ("encode(_:)", { $0.encode("a" as Any?) }),
      ("encodeRootObject(_:)", { $0.encodeRootObject("a") }),
      ("encodeBycopyObject(_:)", { $0.encodeBycopyObject("a") }),
      ("encodeByrefObject(_:)", { $0.encodeByrefObject("a") }),
      ("encodeConditionalObject(_:)", { $0.encodeConditionalObject("a") }),
      (
        "encodeArray(ofObjCType:count:at:)",
        { unsafe $0.encodeArray(ofObjCType: "i", count: 2, at: [1, 2] as [Int32]) }
      ),
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
      (
        "decodeValue(ofObjCType:at:)",
        { coder in
          var number: Int32 = 0
          unsafe coder.decodeValue(ofObjCType: "i", at: &number)
        }
      ),
      ("decodeData()", { _ = $0.decodeData() }),
      ("decodeObject(of:forKey:)", { _ = $0.decodeObject(of: NSString.self, forKey: "object") }),
      ("decodeObject(of: [], forKey:)", { _ = $0.decodeObject(of: [NSString.self], forKey: "object") }),
      ("decodeObject(of: nil, forKey:)", { _ = $0.decodeObject(of: nil, forKey: "object") }),
      ("decodeObject()", { _ = $0.decodeObject() }),
      (
        "decodeArray(ofObjCType:count:at:)",
        { coder in
          var numbers: [Int32] = [0, 0]
          unsafe coder.decodeArray(ofObjCType: "i", count: 2, at: &numbers)
        }
      ),
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
      // These take more than the number that comes first; see `testValuesOfC`.
      let others = ["decodeArray(ofObjCType:count:at:)", "decodeData()"]
      for (name, call) in reading where !others.contains(name) {
        let unarchiver = try unarchiver()
        call(unarchiver)
        XCTAssertNoThrow(try unarchiver.finishDecoding(), name)
      }
    }

    func testAnArchiverDoesNotRead() {
      for (name, call) in reading {
        let archiver = KeyedArchiver(requiringSecureCoding: true)
        call(archiver)
        XCTAssertEqual((archiver.error as? ArchiveError)?.code, .unsupported, name)
        assertThrows(.unsupported, saying: "of KeyedArchiver", "reads") { try archiver.finishEncoding() }
      }
    }

    func testAnUnarchiverDoesNotWrite() throws {
      for (name, call) in writing {
        let unarchiver = try unarchiver()
        call(unarchiver)
        XCTAssertEqual((unarchiver.error as? ArchiveError)?.code, .unsupported, name)
        assertThrows(.unsupported, saying: "of KeyedUnarchiver", "writes") { try unarchiver.finishDecoding() }
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

    func testValuesOfC() throws {
      let archiver = KeyedArchiver(requiringSecureCoding: true)
      func store<Value>(_ value: Value, _ type: String) {
        unsafe withUnsafePointer(to: value) { unsafe archiver.encodeValue(ofObjCType: type, at: $0) }
      }
      store(Int8.min, "c")
      store(UInt8.max, "C")
      store(Int16.min, "s")
      store(UInt16.max, "S")
      store(Int32.min, "i")
      store(UInt32.max, "I")
      store(Int64.min, "q")
      store(UInt64.max, "Q")
      store(Float(0.1), "f")
      store(-0.1, "d")
      store(true, "B")
      store("object" as Any?, "@")
      unsafe "text".withCString { unsafe store($0, "*") }
      unsafe archiver.encodeArray(ofObjCType: "f", count: 3, at: [1, 2, 3.5] as [Float])
      archiver.encode(Data([7, 8]))
      archiver.encodePropertyList(["a": [1, 2]] as NSDictionary)
      let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.finishEncoding())
      func read<Value>(_ type: String, _ initial: Value) -> Value {
        var value = initial
        unsafe withUnsafeMutablePointer(to: &value) {
          unsafe unarchiver.decodeValue(ofObjCType: type, at: $0)
        }
        return value
      }
      XCTAssertEqual(read("c", Int8(0)), .min)
      XCTAssertEqual(read("C", UInt8(0)), .max)
      XCTAssertEqual(read("s", Int16(0)), .min)
      XCTAssertEqual(read("S", UInt16(0)), .max)
      XCTAssertEqual(read("i", Int32(0)), .min)
      XCTAssertEqual(read("I", UInt32(0)), .max)
      XCTAssertEqual(read("q", Int64(0)), .min)
      XCTAssertEqual(read("Q", UInt64(0)), .max)
      XCTAssertEqual(read("f", Float(0)), 0.1)
      XCTAssertEqual(read("d", 0.0), -0.1)
      XCTAssertEqual(read("B", false), true)
      XCTAssertEqual((read("@", nil as Any?) as? NSString).map { "\($0)" }, "object")
      let text = unsafe read("*", nil as UnsafePointer<CChar>?)
      XCTAssertEqual(unsafe text.map { unsafe String(cString: $0) }, "text")
      var floats: [Float] = [0, 0, 0]
      unsafe unarchiver.decodeArray(ofObjCType: "f", count: 3, at: &floats)
      XCTAssertEqual(floats, [1, 2, 3.5])
      XCTAssertEqual(unarchiver.decodeData(), Data([7, 8]))
      XCTAssertEqual(unarchiver.decodePropertyList() as? NSDictionary, ["a": [1, 2]])
      try unarchiver.finishDecoding()
      // There are no more.
      XCTAssertEqual(read("i", Int32(5)), 5)
      XCTAssertNil(unarchiver.decodeObject())
      try unarchiver.finishDecoding()
    }

    func testWhatIsNoValueOfC() throws {
      for type in [
        "", "[", "[]", "[3]", "[i]", "[3i", "{a=ii}", "^i", "#", ":", "?", "ii", "[2[2i]]", "[-1i]",
      ] {
        let archiver = KeyedArchiver(requiringSecureCoding: true)
        var memory: (Int, Int, Int, Int) = (0, 0, 0, 0)
        unsafe archiver.encodeValue(ofObjCType: type, at: &memory)
        assertThrows(.unsupported, saying: "“\(type)”") { try archiver.finishEncoding() }
        let unarchiver = try unarchiver()
        unsafe unarchiver.decodeValue(ofObjCType: type, at: &memory)
        assertThrows(.unsupported, saying: "“\(type)”") { try unarchiver.finishDecoding() }
      }
    }

    func testValuesOfOtherTypes() throws {
      let archiver = KeyedArchiver(requiringSecureCoding: true)
      archiver.encode(300, forKey: "unused")
      unsafe archiver.encodeValue(ofObjCType: "i", at: [300] as [Int32])
      unsafe archiver.encodeArray(ofObjCType: "i", count: 2, at: [1, 2] as [Int32])
      let data = try archiver.finishEncoding()
      for type in ["c", "C", "B", "*"] {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: data)
        var memory: (Int, Int) = (7, 7)
        unsafe unarchiver.decodeValue(ofObjCType: type, at: &memory)
        XCTAssertThrowsError(try unarchiver.finishDecoding(), type)
        XCTAssertEqual(memory.0, 7, type)
      }
      for (type, count) in [("i", 3), ("i", 1), ("f", 2)] {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: data)
        _ = unarchiver.decodeObject()
        var numbers: [Int32] = [7, 7, 7]
        unsafe unarchiver.decodeArray(ofObjCType: type, count: count, at: &numbers)
        XCTAssertThrowsError(try unarchiver.finishDecoding(), type)
        XCTAssertEqual(numbers, [7, 7, 7])
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
#endif
