import ArchiveDocuments
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Archives as Apple's software writes them: likenesses, which are made here.
class ForeignArchiveTests: XCTestCase {
  func file(_ path: String) throws -> Data { try ForeignArchive.likeness(of: path) }

  private func read<Value: ArchiveValue>(_ path: String, _ type: Value.Type, key: String = "root") throws
    -> Value
  {
    let data = try file(path)
    assertRefusesOtherLengths(of: data.first == UInt8(ascii: "<") ? Data() : data, as: type)
    let value = try KeyedArchive.decode(type, from: embedded(data), options: .init(key: key))
    try checkGraph(data, value, key: key, path)
    return value
  }

  /// The graph of the archive, and the archive that it is written as, give the same value.
  private func checkGraph<Value: ArchiveValue>(_ data: Data, _ value: Value, key: String, _ path: String)
    throws
  {
    let node = try KeyedArchive(data).node()
    guard case .graph(let graph) = node else { return XCTFail("no graph: \(path)") }
    let field =
      key == "root" ? node : .graph(ArchiveGraph(root: graph.root[key] ?? .null, objects: graph.objects))
    let written = try KeyedArchive.encode(node)
    for (form, other) in [
      ("graph", try field.decode(Value.self)),
      ("written graph", try KeyedArchive.decode(Value.self, from: written, options: .init(key: key))),
    ] {
      if let equatable = value as? any Equatable {
        XCTAssertTrue(equatable.equals(other), "\(path) from the \(form): \(other)")
      } else {
        XCTAssertEqual("\(other)".sorted(), "\(value)".sorted(), "\(path) from the \(form)")
      }
    }
  }

  // MARK: Strings, numbers, data

  func testStringsAndData() throws {
    XCTAssertEqual(try read("rust-nska/plainString.plist", String.self), "Some string!")
    XCTAssertEqual(try read("rust-nska/nsData.plist", Data.self), Data("Some data!".utf8))
    XCTAssertEqual(try read("rust-nska/nsData.plist", [UInt8].self), Array("Some data!".utf8))
  }

  func testOneValue() throws {
    for form in ["bin", "xml"] {
      XCTAssertEqual(try read("dtx-goios/onevalue.\(form)", Bool.self, key: "$0"), true)
      assertThrows(.missingField, saying: "“root”", "“$0”") {
        try KeyedArchive.decode(Bool.self, from: file("dtx-goios/onevalue.\(form)"))
      }
    }
  }

  func testPrimitives() throws {
    for form in ["bin", "xml"] {
      let archive = try KeyedArchive(file("dtx-goios/primitives.\(form)"))
      XCTAssertEqual(archive.keys.count, 12)
      XCTAssertEqual(try archive.decode(Int.self, forKey: "$0"), 1)
      XCTAssertEqual(try archive.decode(Int.self, forKey: "$1"), 1)
      XCTAssertEqual(try archive.decode(Double.self, forKey: "$2"), 1)
      XCTAssertEqual(try archive.decode(Double.self, forKey: "$3"), 1.5)
      XCTAssertEqual(try archive.decode(Data.self, forKey: "$4"), Data("asdfasdfadsfadsf".utf8))
      XCTAssertEqual(try archive.decode(Bool.self, forKey: "$5"), true)
      for key in ["$6", "$7", "$8"] {
        XCTAssertEqual(try archive.decode(String.self, forKey: key), "Hello, World!")
      }
      XCTAssertEqual(try archive.decode(Bool.self, forKey: "$9"), false)
      XCTAssertEqual(try archive.decode(Bool.self, forKey: "$10"), false)
      XCTAssertEqual(try archive.decode(Int.self, forKey: "$11"), 42)
    }
  }

  // MARK: Collections

  func testSimpleArray() throws {
    XCTAssertEqual(
      try read("rust-nska/simpleArray.plist", [Mixed].self),
      [.text("value1"), .text("value2"), .list([.text("innerValue3"), .text("innerValue4")])])
  }

  func testSimpleDictionary() throws {
    XCTAssertEqual(
      try read("rust-nska/simpleDict.plist", [String: Mixed].self),
      [
        "Array key": .list([.number(1), .number(2), .number(3)]), "First key": .text("First value"),
        "Second key": .text("Second value"),
      ])
  }

  func testArraysAndSets() throws {
    let hello = Mixed.text("Hello, World!")
    for form in ["bin", "xml"] {
      let path = "dtx-goios/arrays.\(form)"
      XCTAssertEqual(
        try read(path, [Mixed].self, key: "$0"),
        [
          .number(1), .number(1), .number(1), .number(1.5), .data(Data("asdfasdfadsfadsf".utf8)), .number(1),
          hello,
          hello, hello, .number(0), .number(0), .number(42),
        ])
      XCTAssertEqual(try read(path, [Mixed].self, key: "$1"), [.number(1), hello, .number(42)])
      XCTAssertEqual(try read(path, Set<Bool>.self, key: "$2"), [true])
      XCTAssertEqual(try read(path, Set<Mixed>.self, key: "$3"), [.number(42), .number(1), hello])
    }
  }

  func testNestedSets() throws {
    for form in ["bin", "xml"] {
      XCTAssertEqual(
        try read("dtx-goios/nestedarrays.\(form)", [Set<Mixed>].self, key: "$0"),
        [[.number(1)], [.number(42), .number(1), .text("Hello, World!")]])
    }
  }

  func testDictionaries() throws {
    for form in ["bin", "xml"] {
      XCTAssertEqual(
        try read("dtx-goios/dict.\(form)", [String: Mixed].self, key: "$0"),
        [
          "int": .number(1), "string": .text("string"),
          "array": .list([.number(1), .text("Hello, World!"), .number(42)]),
        ])
    }
    let large = try read("dtx-goios/int64-value-in-nskeyedarchive.bin", [String: Mixed].self)
    XCTAssertEqual(large.count, 11)
    XCTAssertEqual(large["targetPID"], .number(21_761))
    XCTAssertEqual(large["pidToInjectCombineDYLIB"], .number(-1))
    XCTAssertEqual(
      large["predicate"],
      .text("(category == 'InduceCondition') AND (subsystem == 'com.apple.ConditionInducer.LowSeverity')"))
  }

  func testNumbersAsKeys() throws {
    let processes = try read("dtx-goios/uint64-key-dictionary.bin", [UInt64: Activity].self)
    XCTAssertEqual(processes.count, 1)
    let activity = try XCTUnwrap(processes[40_400])
    XCTAssertEqual(activity.time.timeIntervalSinceReferenceDate, 625_390_557.003659)
    XCTAssertEqual(
      activity.files.map { $0["path"] }, [.text("/dev/null"), .text("/dev/ttys001"), .text("/dev/ttys001")])
    XCTAssertEqual(activity.files[1]["inode"], .number(439))
  }

  func testSets() throws {
    for name in ["NSSet", "NSMutableSet"] {
      XCTAssertEqual(try read("foundation/\(name)-Empty.archive", Set<Int>.self), [])
      XCTAssertEqual(try read("foundation/\(name)-Numbers.archive", Set<Int>.self), [1, 2, 3, 4, 5])
    }
  }

  func testCountedSets() throws {
    for (name, count) in [("Empty", 0), ("NumbersAppearingOnce", 1), ("NumbersAppearingSeveralTimes", 5)] {
      let path = "foundation/NSCountedSet-\(name).archive"
      let members = count == 0 ? [] : [1, 2, 3, 4, 5]
      // A set has each member once; the class of the archive keeps how often.
      XCTAssertEqual(try read(path, Set<Int>.self), Set(members))
      let set = try XCTUnwrap(
        KeyedArchive.unarchivedObject(ofClasses: [NSCountedSet.self, NSNumber.self], from: file(path))
          as? NSCountedSet)
      XCTAssertEqual(set.count, members.count)
      for member in members { XCTAssertEqual(set.count(for: member as NSNumber), count) }
      let field = try KeyedArchive.decode(NSCountedSet.self, from: file(path))
      XCTAssertEqual(members.map { field.count(for: $0 as NSNumber) }, members.map { _ in count })
      let again = try KeyedArchive.decode(NSCountedSet.self, from: KeyedArchive.encode(field))
      XCTAssertEqual(members.map { again.count(for: $0 as NSNumber) }, members.map { _ in count })
    }
  }

  func testOrderedSets() throws {
    for name in ["NSOrderedSet", "NSMutableOrderedSet"] {
      XCTAssertEqual(try read("foundation/\(name)-Empty.archive", [Int].self), [])
      XCTAssertEqual(try read("foundation/\(name)-Numbers.archive", [Int].self), [1, 2, 3, 4, 5])
      let set = try read("foundation/\(name)-Numbers.archive", NSOrderedSet.self)
      XCTAssertEqual(set, [1, 2, 3, 4, 5])
      XCTAssertEqual(
        try KeyedArchive(KeyedArchive.encode(set)).node(),
        try KeyedArchive(file("foundation/\(name)-Numbers.archive")).node())
    }
    XCTAssertEqual(
      try read("foundation/NSKeyedUnarchiver-OrderedSetTest.plist", [String].self),
      ["valgeir", "nico", "puzzle"])
    XCTAssertEqual(
      try KeyedArchive.unarchivedObject(
        ofClasses: [NSOrderedSet.self, NSString.self],
        from: file("foundation/NSKeyedUnarchiver-OrderedSetTest.plist"))
        as? NSOrderedSet,
      NSOrderedSet(array: ["valgeir" as NSString, "nico" as NSString, "puzzle" as NSString]))
  }

  func testArrayOfStrings() throws {
    XCTAssertEqual(
      try read("foundation/NSKeyedUnarchiver-ArrayTest.plist", [String].self),
      ["baa", "baa", "black", "sheep"])
  }

  // MARK: Foundation's values

  func testIndexes() throws {
    for name in ["NSIndexSet", "NSMutableIndexSet"] {
      XCTAssertEqual(try read("foundation/\(name)-Empty.archive", IndexSet.self), IndexSet())
      XCTAssertEqual(
        try read("foundation/\(name)-OneRange.archive", IndexSet.self), IndexSet(integersIn: 0..<50))
      var many = IndexSet(integersIn: 0..<50)
      for start in [100, 1000, Int.max - 50] { many.insert(integersIn: start..<(start + 50)) }
      XCTAssertEqual(try read("foundation/\(name)-ManyRanges.archive", IndexSet.self), many)
    }
    XCTAssertEqual(try read("foundation/NSIndexPath-Empty.archive", IndexPath.self), [])
    XCTAssertEqual(try read("foundation/NSIndexPath-OneIndex.archive", IndexPath.self), [52])
    XCTAssertEqual(
      try read("foundation/NSIndexPath-ManyIndices.archive", IndexPath.self), [4, 8, 15, 16, 23, 42])
  }

  func testMeasurements() throws {
    XCTAssertEqual(
      try read("foundation/NSMeasurement-Angle.archive", Measurement<UnitAngle>.self),
      Measurement(value: 90, unit: UnitAngle.degrees))
    XCTAssertEqual(
      try read("foundation/NSMeasurement-Frequency.archive", Measurement<UnitFrequency>.self),
      Measurement(value: 1400, unit: UnitFrequency.megahertz))
    XCTAssertEqual(
      try read("foundation/NSMeasurement-Length.archive", Measurement<UnitLength>.self),
      Measurement(value: 45, unit: UnitLength.miles))
    XCTAssertEqual(try read("foundation/NSMeasurement-Zero.archive", Measurement<Unit>.self).unit.symbol, "")
    assertThrows(.classMismatch, at: "NS.unit", saying: "NSUnitAngle") {
      try read("foundation/NSMeasurement-Angle.archive", Measurement<UnitLength>.self)
    }
  }

  func testURLsAndUUIDs() throws {
    let url = try read("foundation/NSKeyedUnarchiver-URLTest.plist", URL.self)
    XCTAssertEqual(url.absoluteString, "https://www.example.com/foo.xml")
    XCTAssertEqual(url.baseURL?.absoluteString, "https://www.example.com")
    XCTAssertEqual(
      try read("foundation/NSKeyedUnarchiver-UUIDTest.plist", UUID.self).uuidString,
      "0AD863BA-7584-40CF-8896-BD87B3280C34")
    XCTAssertEqual(
      try read("dtx-goios/nsuuid.bin", UUID.self).uuidString, "54CD5574-E957-4499-8A09-DAB688C0B586")
  }

  func testGeometryAndRanges() throws {
    XCTAssertEqual(
      try read("foundation/NSKeyedUnarchiver-RectTest.plist", CGRect.self),
      CGRect(x: 400, y: 300, width: 200, height: 300))
    XCTAssertEqual(
      try read("foundation/NSKeyedUnarchiver-RangeTest.plist", NSRange.self),
      NSRange(location: 97_345, length: 98_345))
    #if canImport(AppKit) || !canImport(ObjectiveC)
      let insets = try read("foundation/NSKeyedUnarchiver-EdgeInsetsTest.plist", NSEdgeInsets.self)
      XCTAssertEqual([insets.top, insets.left, insets.bottom, insets.right], [1, 2, 3, 4])
    #endif
    assertThrows(.typeMismatch, saying: "a point", "a rect") {
      try read("foundation/NSKeyedUnarchiver-RectTest.plist", CGPoint.self)
    }
  }

  func testComplexDictionary() throws {
    let value = try XCTUnwrap(
      try KeyedArchive.unarchivedObject(
        ofClasses: [
          NSDictionary.self, NSArray.self, NSString.self, NSNumber.self, NSURL.self, NSUUID.self, NSNull.self,
        ], from: file("foundation/NSKeyedUnarchiver-ComplexTest.plist")) as? NSDictionary)
    XCTAssertEqual(value["string" as NSString] as? NSString, "hello")
    XCTAssertEqual((value["url" as NSString] as? NSURL)?.absoluteString, "https://www.swift.org/index.xml")
    XCTAssertEqual((value["uuid" as NSString] as? NSUUID)?.uuidString, "71DC068E-3420-45FF-919E-3A267D55EC22")
    let list = try XCTUnwrap(value["array" as NSString] as? NSArray)
    XCTAssertEqual(list.count, 4)
    XCTAssertTrue(list.object(at: 0) is NSNull)
    XCTAssertEqual(list.object(at: 2) as? NSNumber, 34_545)
    let inner = list.object(at: 3) as? NSDictionary
    XCTAssertEqual(inner?["key" as NSString] as? NSString, "val")
  }

  func testNull() throws {
    XCTAssertNil(try read("dtx-goios/ax_focus_on_element.bin", Int?.self))
    assertThrows(.typeMismatch) {
      try KeyedArchive.decode(Int.self, from: file("dtx-goios/ax_focus_on_element.bin"))
    }
  }

  func testDatesInDictionaries() throws {
    let data = try file("dtx-goios/ax_statechange.bin")
    let change =
      try KeyedArchive.unarchivedObject(
        ofClasses: [NSDictionary.self, NSString.self, NSNumber.self, NSDate.self], from: data)
      as? NSDictionary
    XCTAssertEqual(change?.count, 11)
    XCTAssertEqual(
      (change?["timestamp" as NSString] as? NSDate)?.timeIntervalSinceReferenceDate, 620_737_053.76402)
    XCTAssertEqual(change?["pid" as NSString] as? NSNumber, 1231)
    XCTAssertEqual(change?["execName" as NSString] as? NSString, "Spotlight")
  }

  /// The zone's rules, in the archive as data, are passed over; its name counts.
  func testFormatters() throws {
    for (name, options) in [("Default", 1907), ("OptionsSet", 1366)] {
      let formatter = try read("foundation/ISO8601DateFormatter-\(name).archive", ISO8601Formatter.self)
      XCTAssertEqual(formatter.options, options)
      XCTAssertEqual(formatter.timeZone, TimeZone(identifier: "GMT"))
    }
    let plain = try read("foundation/DateIntervalFormatter-Default.archive", IntervalFormatter.self)
    XCTAssertEqual(plain.calendar.identifier, .gregorian)
    XCTAssertEqual(plain.calendar.firstWeekday, 1)
    XCTAssertEqual(plain.calendar.timeZone.identifier, "GMT")
    XCTAssertEqual(plain.template, "")
    XCTAssertFalse(plain.usesTemplate)
    let set = try read(
      "foundation/DateIntervalFormatter-ValuesSetWithTemplate.archive", IntervalFormatter.self)
    XCTAssertEqual(set.locale.identifier, "ja-JP")
    XCTAssertEqual(set.timeZone.secondsFromGMT(), 3600)
    XCTAssertEqual(set.template, "dd mm yyyy HH:MM")
    XCTAssertTrue(set.usesTemplate)
    let styles = try read(
      "foundation/DateIntervalFormatter-ValuesSetWithoutTemplate.archive", IntervalFormatter.self)
    XCTAssertEqual(styles.dateTemplate, "y年M月d日")
    XCTAssertEqual(
      try read("foundation/ByteCountFormatter-Default.archive", CountFormatter.self),
      CountFormatter(units: 0, context: 0))
    XCTAssertEqual(
      try read("foundation/ByteCountFormatter-AllFieldsSet.archive", CountFormatter.self),
      CountFormatter(units: 3, context: 4))
  }

  func testNotification() throws {
    XCTAssertEqual(
      try read("foundation/NSKeyedUnarchiver-NotificationTest.plist", Posting.self),
      Posting(
        name: "notification-name", object: "notification-object",
        userInfo: ["notification-key": "notification-val"]))
  }

  func testTextCheckingResults() throws {
    let simple = try read("foundation/NSTextCheckingResult-SimpleRegex.archive", Match.self)
    XCTAssertEqual(simple.ranges, [NSRange(location: 0, length: 3)])
    XCTAssertEqual(simple.expression.pattern, "aaa")
    let extended = try read("foundation/NSTextCheckingResult-ExtendedRegex.archive", Match.self)
    XCTAssertEqual(extended.ranges, (0..<6).map { NSRange(location: $0, length: 6 - $0) })
    let complex = try read("foundation/NSTextCheckingResult-ComplexRegex.archive", Match.self)
    XCTAssertEqual(complex.ranges, (0..<9).map { NSRange(location: $0, length: 9 - $0) })
    XCTAssertEqual(complex.expression.pattern, "a(a(a(a(a(a(a(a(a))))))))")
  }

  func testAttributedStrings() throws {
    for name in ["NSAttributedString", "NSMutableAttributedString"] {
      let text = try read("foundation/\(name).archive", AttributedText.self)
      XCTAssertEqual(text.string, "0123456789")
      XCTAssertEqual(
        text.attributes,
        [
          [:], ["Font": .text("Helvetica"), "Size": .number(123)],
          ["Font": .text("Times"), "Size": .number(456)],
          ["Font": .text("Times"), "Size": .number(456)],
        ])
      XCTAssertEqual(text.runs, Data([1, 0, 1, 1, 4, 2, 2, 1, 1, 3, 1, 0]))
    }
    assertThrows(.classMismatch, saying: "Note", "NSMutableAttributedString") {
      try KeyedArchive.unarchivedObject(
        ofClasses: [NSArray.self, NSDictionary.self, NSString.self, Note.Coding.self],
        from: file("rust-nska/NSMutableAttributedString.plist"))
    }
    let colored = try read("rust-nska/NSMutableAttributedString.plist", ColoredText.self)
    XCTAssertEqual(colored.string, "firstsecondthird")
    XCTAssertEqual(colored.attributes.count, 2)
    XCTAssertEqual(colored.attributes[0]["NSColor"]?.components, Array("1 0 0 1".utf8))
    XCTAssertEqual(colored.attributes[0]["NSColor"]?.space.profile.count, 3144)
  }

  func testAffineTransform() throws {
    let bytes = try read("rust-nska/NSAffineTransform.plist", Transform.self).bytes
    XCTAssertEqual(
      bytes.map { String(format: "%02x", $0) }.joined(), "3f76b07c3e88d378be88d3783f76b07c0000000000000000")
  }

  func testCycle() throws {
    let data = try file("rust-nska/circularReference.plist")
    assertThrows(.cycle, saying: "contains itself") { try KeyedArchive.decode(Mesh.self, from: data) }
    assertThrows(.cycle) { try KeyedArchive.unarchivedObject(ofClasses: [NSArray.self], from: data) }
    assertThrows(.cycle) { try KeyedArchive.unarchivedObject(ofClasses: [NSMutableArray.self], from: data) }
  }

  // MARK: Objective-C classes as structs

  func testNote() throws {
    let note = try read("rust-nska/note.plist", Note.self)
    XCTAssertEqual(note.title, "Some cool title")
    XCTAssertEqual(note.author, "Michael Wright")
    XCTAssertTrue(note.published)
    XCTAssertEqual(note.date, 2025)
    XCTAssertEqual(note.array, [.text("Hello, World!"), .number(42), .number(1)])
    XCTAssertEqual(
      try read("rust-nska/note.plist", NewNote.self), NewNote(title: "Some cool title", stars: 5))
    assertThrows(.classMismatch, saying: "Note", "DTCPUClusterInfo") {
      try KeyedArchive.decode(Cluster.self, from: file("rust-nska/note.plist"))
    }
  }

  func testActivityRecord() throws {
    let record = try read("dtx-goios/XCActivityRecord.bin", ActivityRecord.self)
    XCTAssertEqual(record.title, "Suite Set Up")
    XCTAssertEqual(record.activityType, "com.apple.dt.xctest.activity-type.internal")
    XCTAssertEqual(record.start?.timeIntervalSinceReferenceDate, 625_945_468.42794)
    XCTAssertNil(record.finish)
    XCTAssertEqual(record.uuid.uuidString, "A8F5C718-D234-49B0-A891-136F94C41213")
    XCTAssertEqual(record.attachments, [])
  }

  func testClusters() throws {
    XCTAssertEqual(
      try read("dtx-goios/dtcpuclusterinfo.bin", [Int: Cluster].self),
      [0: Cluster(_clusterID: 0, _clusterFlags: 0), 1: Cluster(_clusterID: 0, _clusterFlags: 0)])
  }

  func testIdentifier() throws {
    XCTAssertEqual(
      try read("dtx-goios/xctestidentifier.bin", TestIdentifier.self),
      TestIdentifier(c: ["none", "none"], o: 2))
  }

  func testCapabilities() throws {
    let capabilities = try read("dtx-goios/XCTCapabilities.bin", Capabilities.self).table
    XCTAssertEqual(capabilities.count, 7)
    XCTAssertEqual(capabilities["initiate daemon control session capability"], 4)
    XCTAssertEqual(capabilities["request spindump capability"], 2)
  }

  func testTapMessages() throws {
    func message(_ name: String) throws -> [String: Mixed] {
      let message: TapMessage = try read("dtx-goios/\(name).bin", TapMessage.self)
      return message.DTTapMessagePlist
    }
    XCTAssertEqual(try message("dttapmessage"), ["k": .number(5)])
    XCTAssertEqual(try message("DTTapHeartbeatMessage"), ["k": .number(8), "heart": .number(0)])
    XCTAssertEqual(try message("DTSysmonTapMessage"), ["k": .number(0), "tv": .number(65_536)])
    let status = try message("dttapstatusmessage")
    XCTAssertEqual(status["status"], .number(2_415_919_109))
    XCTAssertEqual(status["notice"], .text("Time Mapping"))
    guard case .table(let info)? = status["info"] else { return XCTFail("no info") }
    XCTAssertEqual(info["DTActivityTraceTapDeviceTimeIntervalSince1970Key"], .number(1_650_826_866.105329))
  }

  func testConfiguration() throws {
    let configuration = try read("dtx-goios/xctestconfiguration.bin", TestConfiguration.self)
    XCTAssertEqual(configuration.sessionIdentifier.uuidString, "BE7EDFCE-DA6A-402D-95D3-2D919955A29A")
    XCTAssertEqual(configuration.productModuleName, "WebDriverAgentRunner")
    XCTAssertEqual(configuration.testBundleURL?.lastPathComponent, "WebDriverAgentRunner.xctest")
    XCTAssertNil(configuration.testsToRun)
    XCTAssertTrue(configuration.testsMustRunOnMainThread)
    XCTAssertEqual(configuration.IDECapabilities.table["test timeout capability"], 1)
    XCTAssertEqual(configuration.targetApplicationEnvironment, [:])
  }

  /// Rectangles as `NSValue`, deep inside dictionaries of dictionaries.
  func testValuesInDictionaries() throws {
    let classes: [AnyClass] = [
      NSDictionary.self, NSArray.self, NSString.self, NSNumber.self, NSValue.self, NSData.self,
      NSMutableData.self,
      NSMutableDictionary.self, NSMutableArray.self,
    ]
    let data = try file("dtx-goios/nsvalue.bin")
    var place = try XCTUnwrap(
      try KeyedArchive.unarchivedObject(ofClasses: classes, from: data) as? NSDictionary)
    place = try XCTUnwrap((place["Value" as NSString] as? NSArray)?.object(at: 0) as? NSDictionary)
    for key in ["Value", "Value", "ElementRectValue_v1"] {
      place = try XCTUnwrap(place[key as NSString] as? NSDictionary, key)
    }
    let value = try XCTUnwrap(place["Value" as NSString] as? NSValue)
    XCTAssertEqual(
      CGRect(_archiveObject: value),
      CGRect(
        x: 146.33333333333337, y: 728.33333333333337, width: 135.66666666666663, height: 69.666666666666629))
  }
}

extension Equatable {
  fileprivate func equals(_ other: Any) -> Bool { other as? Self == self }
}
