@testable import ArchiveTestSupport

#if !canImport(ObjectiveC)
  import ArchiveTestSupport
  import StructCoding
  import XCTest

  /// Foundation's own unarchiver reads what is written here, and what its archiver writes is read here.
  ///
  /// Foundation on Linux ends the process on anything it does not expect, so only what it is known to read goes in.
  final class FoundationReaderTests: XCTestCase {
    override class func setUp() {
      NSKeyedUnarchiver.setClass(Event.Coding.self, forClassName: "Test_Event")
      Event.Coding.registerArchiveNames()
      Session.Coding.registerArchiveNames()
      Point.Coding.registerArchiveNames()
      Shape.Coding.registerArchiveNames()
      Texts.Coding.registerArchiveNames()
      Pairs.Coding.registerArchiveNames()
    }

    // MARK: Foundation reads

    private func readByFoundation<Value: Archivable & Equatable>(
      _ value: Value, xml: Bool = true, file: StaticString = #filePath, line: UInt = #line
    ) throws {
      for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] where xml || format == .binary
      {
        let data = try KeyedArchive.encode(value, options: .init(outputFormat: format))
        let back = try decodedByFoundation(Value.Coding.self, from: data)
        XCTAssertEqual(back?.decoded, value, file: file, line: line)
      }
    }

    func testFoundationReadsRecords() throws {
      let event = Event(timeStamp: Date(timeIntervalSinceReferenceDate: 0.25), eventTag: "tag é 🎉")
      try readByFoundation(event)
      try readByFoundation(Session(startTime: .distantPast, endTime: nil, events: []))
      try readByFoundation(Session(startTime: .distantPast, endTime: .distantFuture, events: [event, event]))
      try readByFoundation(Point(x: .min, y: .max))
    }

    func testFoundationReadsEnumerations() throws {
      try readByFoundation(Shape.empty)
      try readByFoundation(Shape.circle(radius: 0.1))
      try readByFoundation(Shape.polygon([Point(x: 1, y: 2)], closed: false))
      try readByFoundation(Shape.label("a", at: Point(x: -1, y: 0)))
    }

    func testFoundationReadsTextsAndTuples() throws {
      try readByFoundation(Texts(string: "$nul", substring: "", character: "🇩🇪", scalar: "𝒳", optional: nil))
      try readByFoundation(
        Pairs(pair: (1, "a"), labelled: (0.5, nil), withList: ([1, 2], Point(x: 0, y: 0))))
    }

    /// Foundation reads the mutable string and keeps it apart from `nil`.
    func testFoundationReadsNullText() throws {
      try readByFoundation(Event(timeStamp: .distantPast, eventTag: "$null"))
      try readByFoundation(
        Texts(string: "$null", substring: "", character: "a", scalar: "b", optional: "$null"))
    }

    func testFoundationReadsPlainValues() throws {
      func read<Wanted: NSObject & NSCoding>(_ value: some ArchiveValue, as type: Wanted.Type) throws
        -> Wanted?
      {
        try NSKeyedUnarchiver.unarchivedObject(ofClass: type, from: KeyedArchive.encode(value))
      }
      XCTAssertEqual(try read("text", as: NSString.self), "text")
      XCTAssertEqual(try read(42, as: NSNumber.self), 42)
      XCTAssertEqual(try read(0.5, as: NSNumber.self), 0.5)
      XCTAssertEqual(
        try read(Date(timeIntervalSince1970: 9), as: NSDate.self), NSDate(timeIntervalSince1970: 9))
      XCTAssertEqual(try read(Data([1, 2]), as: NSData.self), NSData(data: Data([1, 2])))
      let id = UUID()
      XCTAssertEqual(try read(id, as: NSUUID.self), id as NSUUID)
      let url = URL(string: "b", relativeTo: URL(string: "http://a/"))!
      XCTAssertEqual(try read(url, as: NSURL.self)?.absoluteString, "http://a/b")
      XCTAssertEqual(
        try read(IndexSet([1, 2, 9]), as: NSIndexSet.self), NSIndexSet(indexSet: IndexSet([1, 2, 9])))
      XCTAssertEqual(
        try read(IndexPath(indexes: [4, 5]), as: NSIndexPath.self), NSIndexPath(indexes: [4, 5], length: 2))
      XCTAssertEqual(try read(TimeZone(identifier: "GMT")!, as: NSTimeZone.self)?.name, "GMT")
      XCTAssertEqual(
        try read(Locale(identifier: "de_DE"), as: NSLocale.self), NSLocale(localeIdentifier: "de_DE"))
    }

    func testFoundationReadsCollections() throws {
      func read(_ value: some ArchiveValue, _ classes: [AnyClass]) throws -> NSObject? {
        try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: KeyedArchive.encode(value))
          as? NSObject
      }
      let words = try read(["a", "b", "a"], [NSArray.self, NSString.self]) as? NSArray
      XCTAssertEqual(words?.map { "\($0)" }, ["a", "b", "a"])
      let table = try read(["a": 1, "b": 2], [NSDictionary.self, NSString.self, NSNumber.self])
      XCTAssertEqual(
        table, NSDictionary(dictionary: ["a" as NSString: 1 as NSNumber, "b" as NSString: 2 as NSNumber]))
      let set = try read(Set([1, 2, 3]), [NSSet.self, NSNumber.self])
      XCTAssertEqual(set, NSSet(array: [1 as NSNumber, 2 as NSNumber, 3 as NSNumber]))
    }

    /// Objects of a hand-written class, written by `KeyedArchiver` under its own name.
    func testFoundationReadsObjects() throws {
      let ticket = Ticket("a", price: 2, next: Ticket("b"), tags: ["x", "y"])
      let data = try KeyedArchive.archivedData(withRootObject: ticket, requiringSecureCoding: true)
      XCTAssertEqual(try NSKeyedUnarchiver.unarchivedObject(ofClass: Ticket.self, from: data), ticket)
    }

    // MARK: Foundation writes

    private func writtenByFoundation(_ object: Any) throws -> Data {
      try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    }

    func testReadsFoundationsPlainObjects() throws {
      XCTAssertEqual(
        try KeyedArchive.decode(String.self, from: writtenByFoundation("text é" as NSString)), "text é")
      XCTAssertEqual(try KeyedArchive.decode(Int.self, from: writtenByFoundation(-7 as NSNumber)), -7)
      XCTAssertEqual(try KeyedArchive.decode(Double.self, from: writtenByFoundation(0.5 as NSNumber)), 0.5)
      XCTAssertEqual(try KeyedArchive.decode(Bool.self, from: writtenByFoundation(true as NSNumber)), true)
      let date = Date(timeIntervalSinceReferenceDate: 1.25)
      XCTAssertEqual(try KeyedArchive.decode(Date.self, from: writtenByFoundation(date as NSDate)), date)
      XCTAssertEqual(
        try KeyedArchive.decode(Data.self, from: writtenByFoundation(NSData(data: Data([5])))), Data([5]))
      let id = UUID()
      XCTAssertEqual(try KeyedArchive.decode(UUID.self, from: writtenByFoundation(id as NSUUID)), id)
      let url = NSURL(string: "b?c", relativeTo: URL(string: "http://a/"))!
      XCTAssertEqual(
        try KeyedArchive.decode(URL.self, from: writtenByFoundation(url)).baseURL?.absoluteString, "http://a/"
      )
      let set = IndexSet([1, 2, 3, 9])
      XCTAssertEqual(
        try KeyedArchive.decode(IndexSet.self, from: writtenByFoundation(set as NSIndexSet)), set)
      let path = IndexPath(indexes: [1, 300])
      XCTAssertEqual(
        try KeyedArchive.decode(IndexPath.self, from: writtenByFoundation(path as NSIndexPath)), path)
    }

    func testReadsFoundationsContainers() throws {
      let list = ["a", "b", "a", "é"]
      XCTAssertEqual(try KeyedArchive.decode([String].self, from: writtenByFoundation(list as NSArray)), list)
      XCTAssertEqual(
        try KeyedArchive.decode(
          [String: [Int]].self, from: writtenByFoundation(["a": [1, 2], "b": []] as NSDictionary)),
        ["a": [1, 2], "b": []])
      XCTAssertEqual(
        try KeyedArchive.decode(Set<Int>.self, from: writtenByFoundation(NSSet(array: [1, 5, 9]))), [1, 5, 9])
      XCTAssertEqual(
        try KeyedArchive.decode(
          [String?].self, from: writtenByFoundation(["a" as NSString, NSNull()] as NSArray)),
        ["a", nil])
      XCTAssertEqual(
        try KeyedArchive.decode(String.self, from: writtenByFoundation(NSMutableString(string: "mutable"))),
        "mutable")
    }

    func testReadsFoundationsObjects() throws {
      let ticket = Ticket("a", price: 2, next: Ticket("b"), tags: ["x", "y"])
      let data = try writtenByFoundation(ticket)
      XCTAssertEqual(try KeyedArchive.unarchivedObject(ofClass: Ticket.self, from: data), ticket)
      XCTAssertEqual(try KeyedArchive.decode(Ticket.self, from: data), ticket)
      let list = try writtenByFoundation([ticket, ticket] as NSArray)
      let back = try KeyedArchive.decode([Ticket].self, from: list)
      XCTAssertEqual(back, [ticket, ticket])
      XCTAssertTrue(back[0] === back[1])
      XCTAssertEqual(
        try KeyedArchive.unarchivedArrayOfObjects(ofClass: Ticket.self, from: list), [ticket, ticket])
    }

    /// An old class's archive decodes into the struct that takes its place.
    func testReadsFoundationsObjectsIntoStructs() throws {
      let data = try writtenByFoundation(Ticket("a", price: 2, next: Ticket("b"), tags: ["x"]))
      let admission = try KeyedArchive.decode(Admission.self, from: data)
      XCTAssertEqual(
        admission, Admission(title: "a", price: 2, next: [], tags: ["x"], rebate: 0.1))
    }

    /// What Foundation's unarchiver on Linux reads as something else; the page on the layout says so.
    func testWhatFoundationReadsWrongly() throws {
      let infinity = Double.infinity
      let point = CGPoint(x: infinity, y: 1)
      let rectangle = CGRect(x: 1, y: 2, width: infinity, height: infinity)
      // Foundation leaves numbers that are not finite as they happen to be in memory, so there is nothing to compare.
      XCTAssertEqual(try KeyedArchive.decode(CGPoint.self, from: KeyedArchive.encode(point)), point)
      XCTAssertEqual(try KeyedArchive.decode(CGRect.self, from: KeyedArchive.encode(rectangle)), rectangle)

      // An object in the place of a number.
      let object = PlistBuilder([
        .null, .record(class: 2, ["x": .uid(3), "y": .integer(2)]),
        .classRecord(Point.archiveSchema.className),
        .integer(7),
      ]).data()
      let found = try decodedByFoundation(Point.Coding.self, from: object)
      XCTAssertEqual(found?.decoded, Point(x: 0, y: 2))
      XCTAssertEqual(try KeyedArchive.decode(Point.self, from: object), Point(x: 7, y: 2))

      var date = DateComponents(year: 2020, month: 1)
      let withoutZone = try KeyedArchive.encode(date)
      XCTAssertThrowsError(
        try NSKeyedUnarchiver.unarchivedObject(ofClass: NSDateComponents.self, from: withoutZone))
      XCTAssertEqual(try KeyedArchive.decode(DateComponents.self, from: withoutZone), date)
      date.timeZone = TimeZone(identifier: "UTC")
      date.calendar = Calendar(identifier: .gregorian)
      let data = try KeyedArchive.encode(date)
      let components = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSDateComponents.self, from: data)
      XCTAssertEqual(
        [components?.year, components?.month, components?.day, components?.hour], [2020, 1, 0, 0])
      XCTAssertNil(try KeyedArchive.decode(DateComponents.self, from: data).day)
    }
  }

  /// What `Ticket` became. The chain of tickets is of no interest any more.
  @Archivable(className: "Test_Admission", formerly: ["KeyedArchiveTests.Ticket"])
  private struct Admission: Equatable {
    var title: String
    var price: Double
    var next: Ignored
    var tags: [String]
    var rebate = 0.1
  }

  /// A place whose content is passed over.
  private struct Ignored: ArchiveValue, Equatable, ExpressibleByArrayLiteral {
    init(arrayLiteral elements: Never...) {}
    func encodeValue(to encoder: inout some ValueEncoder) throws { try encoder.encodeNil() }
    static func decodeValue(from decoder: inout some ValueDecoder) throws -> Ignored { [] }
  }
#endif
