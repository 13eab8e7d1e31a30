import ArchiveTestSupport
import StructCoding
import XCTest

/// Sound archives with one fault each, made object by object.
final class HostileTableTests: XCTestCase {
  private typealias Item = PlistBuilder.Item

  /// `[… , record of class 2, class record "NSArray"]` with elements by number.
  private func array(_ elements: [UInt64]) -> Item {
    .record(class: 2, ["NS.objects": .array(elements.map { .uid($0) })])
  }

  override func setUp() { work = WorkGuard() }
  override func tearDown() {
    // A bomb takes seconds in a debug build, and for ever without a limit.
    work.assertAtMost(archives: 5_000, "too slow")
  }
  private var work = WorkGuard()

  private func decode<Value: ArchiveValue>(
    _ type: Value.Type, _ objects: [Item], maximumSize: Int? = nil
  ) throws -> Value {
    try KeyedArchive.decode(
      type, from: PlistBuilder(objects).data(), options: .init(limits: .init(maximumDecodedSize: maximumSize))
    )
  }

  private func unarchive(_ objects: [Item], _ classes: [AnyClass]) throws -> Any? {
    try KeyedArchive.unarchivedObject(ofClasses: classes, from: PlistBuilder(objects).data())
  }

  /// The limit for what costs as much as the limit allows: the usual one in a thorough run.
  private let bombSize = Thoroughness.isFull ? nil : 4 << 20

  /// Reads a bomb through `NSCoder`.
  private func unarchiveBomb(_ objects: [Item], _ classes: [AnyClass]) throws {
    let unarchiver = try KeyedUnarchiver(
      forReadingFrom: PlistBuilder(objects).data(),
      options: .init(limits: .init(maximumDecodedSize: bombSize)))
    _ = unarchiver.decodeObject(of: classes, forKey: "root")
    try unarchiver.finishDecoding()
  }

  // MARK: Bombs

  /// Forty arrays, each of the next one twice: 2^40 leaves in two kilobytes.
  func testSharedArrays() {
    var objects: [Item] = [.null, array([3, 3]), .classRecord("NSArray")]
    for level in 3..<43 { objects.append(array([UInt64(level + 1), UInt64(level + 1)])) }
    objects.append(array([]))
    assertThrows(.limitExceeded, saying: "maximumDecodedSize") {
      try decode(Mesh.self, objects, maximumSize: bombSize)
    }
    assertThrows(.limitExceeded) { try decode([[[[[[[Mesh]]]]]]].self, objects, maximumSize: 1 << 20) }
    // Objects stay shared, but nobody could look into them: `NSArray` on Linux converts all that is in an element.
    assertThrows(.limitExceeded, saying: "maximumDecodedSize") { try unarchiveBomb(objects, [NSArray.self]) }
  }

  func testSharedRecords() {
    var objects: [Item] = [
      .null, .uid(0), .classRecord("NSArray"), .classRecord("Test_Node"), .string("name"),
    ]
    objects[1] = .record(class: 3, ["name": .uid(4), "children": .uid(5)])
    for level in 0..<40 {
      objects.append(array([UInt64(6 + 2 * level), UInt64(6 + 2 * level)]))
      objects.append(.record(class: 3, ["name": .uid(4), "children": .uid(UInt64(7 + 2 * level))]))
    }
    objects.append(array([]))
    assertThrows(.limitExceeded, saying: "maximumDecodedSize") {
      try decode(Node.self, objects, maximumSize: 1 << 20)
    }
    assertThrows(.limitExceeded) { try unarchiveBomb(objects, [Node.Coding.self]) }
  }

  /// One large text, ten thousand times: shared while decoding, and counted each time, for those who go through it.
  func testSharedText() throws {
    let objects: [Item] = [
      .null, array(Array(repeating: 3, count: 10_000)), .classRecord("NSArray"),
      .string(String(repeating: "a", count: 100_000)),
    ]
    XCTAssertEqual(try decode([String].self, objects, maximumSize: 2 << 30).count, 10_000)
    assertThrows(.limitExceeded) { try decode([String].self, objects) }
    assertThrows(.limitExceeded) {
      let data = [
        Item.null, array(Array(repeating: 3, count: 10_000)), .classRecord("NSArray"),
        .data(Array(repeating: 0, count: 100_000)),
      ]
      return try decode([Data].self, data)
    }
  }

  /// Two keys that look alike, each an array of shared arrays: comparing them must not take 2^40 steps.
  func testSharedArraysAsKeys() {
    var objects: [Item] = [
      .null, .uid(0), .classRecord("NSArray"), .classRecord("NSDictionary"), .classRecord("NSSet"),
    ]
    let first = UInt64(objects.count)
    for level in 0..<40 as Range<UInt64> { objects.append(array([first + level + 1, first + level + 1])) }
    objects.append(array([]))
    let second = UInt64(objects.count)
    for level in 0..<40 as Range<UInt64> { objects.append(array([second + level + 1, second + level + 1])) }
    objects.append(array([]))
    objects[1] = .record(
      class: 3, ["NS.keys": .array([.uid(first), .uid(second)]), "NS.objects": .array([.uid(0), .uid(0)])])
    assertThrows(.limitExceeded) { try decode([[Mesh2]: Int?].self, objects, maximumSize: bombSize) }
    assertThrows(.limitExceeded) {
      try unarchiveBomb(objects, [NSDictionary.self, NSArray.self, NSNull.self])
    }
    objects[1] = .record(class: 4, ["NS.objects": .array([.uid(first), .uid(second)])])
    assertThrows(.limitExceeded) { try unarchiveBomb(objects, [NSSet.self, NSArray.self]) }
  }

  private struct Mesh2: ArchiveValue, Hashable {
    var parts: [Mesh2]
    func encodeValue(to encoder: inout some ValueEncoder) throws { try parts.encodeValue(to: &encoder) }
    static func decodeValue(from decoder: inout some ValueDecoder) throws -> Mesh2 {
      Mesh2(parts: try [Mesh2].decodeValue(from: &decoder))
    }
  }

  /// A dictionary of a hundred thousand entries whose keys are all one long string.
  func testOneLongKeyManyTimes() {
    var entries: [(Item, Item)] = [
      (.labelled("key", .string(String(repeating: "k", count: 1 << 20))), .uid(0))
    ]
    for _ in 0..<100_000 { entries.append((.label("key"), .reference(0))) }
    let objects: [Item] = [
      .null, .dictionary(entries + [(.string("$class"), .uid(2))]), .classRecord("Test_Event"),
    ]
    assertThrows(.malformed, saying: "keys that differ") { try decode(Event.self, objects) }
    assertThrows(.malformed) { try unarchive(objects, [Event.Coding.self]) }
    assertThrows(.malformed) { try unarchive(objects, [Ticket.self]) }
    var builder = PlistBuilder([.null, .string("a")])
    builder.top = .dictionary(entries)
    assertThrows(.malformed) { try KeyedArchive(builder.data()) }
  }

  /// Every record names a class with a hundred thousand superclasses; only its own name is read.
  func testManySuperclasses() throws {
    let classes =
      [Item.labelled("name", .string("Test_Point"))] + Array(repeating: .label("name"), count: 100_000)
    var objects: [Item] = [.null, .uid(0), .classRecord("NSArray")]
    objects.append(.fields(["$classname": .string("Test_Point"), "$classes": .array(classes)]))
    objects.append(.fields(["$classname": .string("Test_Point"), "$classes": .labelled("all", .array([]))]))
    for number in 0..<2000 {
      objects.append(
        .record(class: UInt64(3 + number % 2), ["x": .integer(Int64(number)), "y": .integer(0)]))
    }
    objects[1] = array((0..<2000).map { 5 + $0 })
    XCTAssertEqual(try decode([Point].self, objects).map(\.x), Array(0..<2000))
    XCTAssertEqual(
      (try unarchive(objects, [NSArray.self, Point.Coding.self]) as? NSArray)?.count, 2000)
  }

  /// Sixty-four large objects that differ in their last key only, read many times in turn.
  func testManyShapes() {
    let keys = (0..<4000).map { Item.labelled("k\($0)", .string("k\($0)")) }
    var objects: [Item] = [.null, .uid(0), .classRecord("NSArray"), .classRecord("Test_Event")]
    for shape in 0..<60 {
      var entries: [(Item, Item)] =
        shape == 0
        ? keys.map { ($0, .reference(0)) } : (0..<4000).map { (.label("k\($0)"), .reference(0)) }
      entries += [
        (.string("last\(shape)"), .reference(0)), (.string("timeStamp"), .integer(0)),
        (.string("$class"), .uid(3)),
      ]
      objects.append(.dictionary(entries))
    }
    objects[1] = array((0..<40_000).map { 4 + UInt64($0 * 7 % 60) })
    assertThrows(.typeMismatch) { try decode([Event].self, objects) }
    assertDecodesOrThrows("shapes") { try decode([Sparse].self, objects) }
  }

  private struct Sparse: ForeignRecord {
    static let archiveSchema = ArchiveSchema(className: "Test_Event", fields: ["timeStamp"])
    init(fields decoder: inout some FieldDecoder) throws { _ = try decoder.decode(at: 0) as Int }
  }

  // MARK: Cycles

  func testCyclesOfArrays() {
    assertThrows(.cycle, at: "the root", saying: "[0]") {
      try decode(Mesh.self, [.null, array([1]), .classRecord("NSArray")])
    }
    let longer: [Item] = [.null, array([3]), .classRecord("NSArray"), array([4]), array([5]), array([3])]
    let error = assertThrows(.cycle, saying: "contains itself, as its [0][0][0] (") {
      try decode([Mesh].self, longer)
    }
    XCTAssertLessThanOrEqual(error?.path.count ?? 99, 3)
    assertThrows(.cycle) { try unarchive(longer, [NSArray.self]) }
  }

  func testCyclesOfRecords() {
    let objects: [Item] = [
      .null, .record(class: 3, ["name": .uid(4), "children": .uid(5)]), .classRecord("NSArray"),
      .classRecord("Test_Node"),
      .string("node"), array([6]), .record(class: 3, ["name": .uid(4), "children": .uid(7)]), array([8]),
      .record(class: 3, ["name": .uid(4), "children": .uid(5)]),
    ]
    let error = assertThrows(.cycle, saying: "contains itself") { try decode(Node.self, objects) }
    XCTAssertLessThanOrEqual(error?.path.count ?? 99, 4, error?.pathDescription ?? "")
    assertThrows(.cycle) { try unarchive(objects, [Node.Coding.self]) }
  }

  func testCyclesOfObjects() {
    let objects: [Item] = [
      .null, .record(class: 2, ["title": .uid(3), "next": .uid(4)]), .classRecord("KeyedArchiveTests.Ticket"),
      .string("t"), .record(class: 2, ["title": .uid(3), "next": .uid(1)]),
    ]
    assertThrows(.cycle, at: "next.next") { try unarchive(objects, [Ticket.self]) }
    assertThrows(.cycle, at: "next.next") { try decode(Ticket.self, objects) }
  }

  func testCycleOfEnumerations() {
    let objects: [Item] = [
      .null, .record(class: 2, ["enum.case": .uid(3), "_0": .uid(1)]), .classRecord("Test_Expression"),
      .string("negated"),
    ]
    assertThrows(.cycle, at: "the root", saying: "_0") { try decode(Expression.self, objects) }
  }

  func testCycleOfURLs() {
    let objects: [Item] = [
      .null, .record(class: 2, ["NS.base": .uid(1), "NS.relative": .uid(3)]), .classRecord("NSURL"),
      .string("a"),
    ]
    assertThrows(.cycle, at: "the root", saying: "NS.base") { try decode(URL.self, objects) }
    assertThrows(.cycle) { try unarchive(objects, [NSURL.self]) }
  }

  /// An object that is its own class, a class record that is an array, class records in a circle.
  func testClassCycles() {
    let own: [Item] = [.null, .fields(["$class": .uid(1), "NS.objects": .array([])])]
    assertThrows(.malformed, saying: "$classname") { try decode([Int].self, own) }
    assertThrows(.malformed) { try unarchive(own, [NSArray.self]) }
    let circle: [Item] = [
      .null, .fields(["$class": .uid(2), "NS.objects": .array([])]),
      .fields(["$class": .uid(3), "$classname": .uid(3)]),
      .fields(["$class": .uid(2), "$classname": .uid(2)]),
    ]
    assertThrows(.malformed) { try decode([Int].self, circle) }
    assertThrows(.malformed) { try unarchive(circle, [NSArray.self]) }
    for record: Item in [.array([]), .string("NSArray"), .integer(1), .null, .data([])] {
      assertThrows(.malformed) {
        try decode([Int].self, [.null, .record(class: 2, ["NS.objects": .array([])]), record])
      }
      assertThrows(.malformed) {
        try unarchive([.null, .record(class: 2, ["NS.objects": .array([])]), record], [NSArray.self])
      }
    }
  }

  // MARK: Depth

  func testDepth() {
    var objects: [Item] = [.null, array([3]), .classRecord("NSArray")]
    for level in 3..<20_000 { objects.append(array([UInt64(level + 1)])) }
    objects.append(array([]))
    assertThrows(.limitExceeded, saying: "512 levels") { try decode(Mesh.self, objects) }
    assertThrows(.limitExceeded) { try unarchive(objects, [NSArray.self]) }
    // A deep property list: arrays inside arrays, without references.
    var inner = Item.array([])
    for _ in 0..<2000 { inner = .array([inner]) }
    assertThrows(.limitExceeded) { try decode(Mesh.self, [.null, inner]) }
  }

  func testDepthOnASmallStack() throws {
    var objects: [Item] = [
      .null, .record(class: 2, ["enum.case": .uid(3), "_0": .uid(4)]), .classRecord("Test_Expression"),
      .string("negated"),
    ]
    for level in 4..<5000 {
      objects.append(.record(class: 2, ["enum.case": .uid(3), "_0": .uid(UInt64(level + 1))]))
    }
    objects.append(.string("number"))
    let data = PlistBuilder(objects).data()
    let done = expectation(description: "decoded")
    let thread = Thread {
      for limit in [512, 1_000_000] {
        assertThrows(.limitExceeded) {
          try KeyedArchive.decode(
            Expression.self, from: data, options: .init(limits: .init(maximumDepth: limit)))
        }
      }
      done.fulfill()
    }
    thread.stackSize = 512 << 10
    thread.start()
    wait(for: [done], timeout: 300)
  }

  // MARK: Counts

  /// Counts of 2^60 - 1, of eight bytes and of an integer type that does not exist, for every kind of object.
  func testCountsWithoutBytes() {
    let huge: [UInt8] = [0x13, 0x0F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
    for count in [
      huge, [0x13] + [UInt8](repeating: 0xFF, count: 8), [0x12, 0x7F, 0xFF, 0xFF, 0xFF], [0x14, 0], [0x50],
      [0x10],
    ] {
      func bomb(_ kind: UInt8) -> Item { .raw([kind] + count) }
      for kind: UInt8 in [0xAF, 0xCF, 0xDF] {
        assertThrowsAny {
          try self.decode(
            [Int].self, [.null, .record(class: 2, ["NS.objects": bomb(kind)]), .classRecord("NSArray")])
        }
        assertThrowsAny {
          try self.decode(
            Set<Int>.self, [.null, .record(class: 2, ["NS.objects": bomb(kind)]), .classRecord("NSSet")])
        }
        assertThrowsAny {
          try self.decode(
            [Int: Int].self,
            [
              .null, .record(class: 2, ["NS.keys": bomb(kind), "NS.objects": bomb(kind)]),
              .classRecord("NSDictionary"),
            ])
        }
        assertThrowsAny {
          try self.unarchive(
            [.null, .record(class: 2, ["NS.objects": bomb(kind)]), .classRecord("NSArray")], [NSArray.self])
        }
        assertThrowsAny { try self.decode([Int].self, [.null, bomb(kind)]) }
        assertThrowsAny { try self.decode(Event.self, [.null, bomb(kind)]) }
      }
      assertThrowsAny { try self.decode(String.self, [.null, bomb(0x5F)]) }
      assertThrowsAny { try self.decode(String.self, [.null, bomb(0x6F)]) }
      assertThrowsAny { try self.decode(Data.self, [.null, bomb(0x4F)]) }
      assertThrowsAny { try self.unarchive([.null, bomb(0x4F)], [NSData.self]) }
    }
  }

  private func assertThrowsAny<Result>(line: UInt = #line, _ body: () throws -> Result) {
    do {
      let result = try body()
      XCTFail("gives \(brief(result))", line: line)
    } catch let error as ArchiveError {
      XCTAssertTrue([.malformed, .truncated, .typeMismatch].contains(error.code), "\(error)", line: line)
    } catch {
      XCTFail("\(type(of: error)) escaped: \(error)", line: line)
    }
  }

  func testMoreKeysThanValues() {
    for (keys, values) in [(3, 2), (2, 3), (1, 0), (0, 1)] {
      let objects: [Item] = [
        .null,
        .record(
          class: 2,
          [
            "NS.keys": .array((0..<keys).map { .uid(3 + UInt64($0)) }),
            "NS.objects": .array((0..<values).map { .uid(3 + UInt64($0)) }),
          ]), .classRecord("NSDictionary"), .integer(1), .integer(2), .integer(3),
      ]
      assertThrows(.malformed, saying: "a value for each of \(keys) keys", "\(values) values") {
        try decode([Int: Int].self, objects)
      }
      assertThrows(.malformed) { try unarchive(objects, [NSDictionary.self, NSNumber.self]) }
    }
  }

  func testDuplicates() {
    let entries: [Item] = [
      .null,
      .record(class: 2, ["NS.keys": .array([.uid(3), .uid(3)]), "NS.objects": .array([.uid(3), .uid(3)])]),
      .classRecord("NSDictionary"), .integer(7),
    ]
    assertThrows(.invalidValue, saying: "a second 7", "distinct keys") {
      try decode([Int: Int].self, entries)
    }
    let elements: [Item] = [
      .null, .record(class: 2, ["NS.objects": .array([.uid(3), .uid(3)])]), .classRecord("NSSet"),
      .integer(7),
    ]
    assertThrows(.invalidValue, saying: "a second 7") { try decode(Set<Int>.self, elements) }
    XCTAssertEqual(
      try unarchive(elements, [NSSet.self, NSNumber.self]) as? NSSet, NSSet(object: 7 as NSNumber))
    // One field twice: the last one counts, as in Foundation's reader.
    let twice = Item.dictionary([
      (.string("x"), .integer(1)), (.string("y"), .integer(2)), (.string("x"), .integer(3)),
      (.string("$class"), .uid(2)),
    ])
    XCTAssertEqual(try decode(Point.self, [.null, twice, .classRecord("Test_Point")]), Point(x: 3, y: 2))
  }

  func testKeysThatAreNoStrings() {
    for key: Item in [.integer(1), .data([1]), .uid(0), .array([]), .raw([0x09])] {
      let odd = Item.dictionary([(key, .integer(1)), (.string("$class"), .uid(2))])
      assertThrows(.malformed, saying: "a string as a key") {
        try decode(Point.self, [.null, odd, .classRecord("Test_Point")])
      }
      assertThrows(.malformed) {
        try unarchive([.null, odd, .classRecord("Test_Point")], [Point.Coding.self])
      }
      var builder = PlistBuilder([.null])
      builder.top = .dictionary([(key, .uid(0))])
      assertThrows(.malformed, saying: "a string as a key") { try KeyedArchive(builder.data()) }
    }
  }

  // MARK: References

  func testUIDs() {
    for uid: UInt64 in [3, 0xFF, 0xFFFF, 1 << 32, 1 << 63, .max] {
      assertThrows(.malformed, at: "[0]", saying: "a reference to one of 3 objects") {
        try decode([Int].self, [.null, array([uid]), .classRecord("NSArray")])
      }
      assertThrows(.malformed) {
        try decode([Int].self, [.null, .record(class: uid, ["NS.objects": .array([])]), .null])
      }
    }
    // UIDs of nine and of sixteen bytes.
    for size: UInt8 in [9, 16] {
      assertThrows(.malformed, saying: "a UID of 1 to 8 bytes") {
        try decode(
          [Int].self,
          [
            .null,
            .record(
              class: 2,
              ["NS.objects": .array([.raw([0x80 | (size - 1)] + [UInt8](repeating: 0, count: Int(size)))])]),
            .classRecord("NSArray"),
          ])
      }
    }
    // A UID where a UID leads: not followed twice.
    assertThrows(.typeMismatch, saying: "a reference") { try decode(Int.self, [.null, .uid(1)]) }
    assertThrows(.malformed) { try unarchive([.null, .uid(1)], [NSNumber.self]) }
  }

  func testReferencesPastTheTable() {
    for reference: UInt64 in [200, 255] {
      assertThrows(.malformed, saying: "an object below") {
        try decode(
          [Int].self,
          [
            .null, .record(class: 2, ["NS.objects": .array([.reference(reference)])]),
            .classRecord("NSArray"),
          ])
      }
    }
  }

  // MARK: The trailer

  func testTrailers() {
    func refuse(
      _ code: ArchiveError.Code = .malformed, line: UInt = #line, _ change: (inout PlistBuilder) -> Void
    ) {
      var builder = PlistBuilder([.null, .string("text")])
      change(&builder)
      let data = builder.data()
      assertThrows(code, line: line) { try KeyedArchive.decode(String.self, from: data) }
      assertThrows(code, line: line) { try KeyedArchive.unarchivedObject(ofClass: NSString.self, from: data) }
      assertThrows(code, line: line) { try KeyedArchive(data) }
    }
    for size: UInt8 in [0, 9, 16, 255] {
      refuse(.truncated) { $0.statedOffsetSize = size }
      refuse(.truncated) { $0.statedReferenceSize = size }
    }
    for count: UInt64 in [0, 1 << 20, 1 << 60, .max] { refuse { $0.statedCount = count } }
    for top: UInt64 in [1000, 1 << 40, .max] { refuse { $0.statedTop = top } }
    for table: UInt64 in [0, 7, 1 << 20, 1 << 62, .max] { refuse { $0.statedTable = table } }
    // Widths that fit the file and do not fit its content.
    refuse { $0.statedOffsetSize = 8 }
    refuse { ($0.offsetSize, $0.statedOffsetSize) = (8, 3) }
  }

  func testTopLevels() {
    func refuse(
      _ code: ArchiveError.Code = .malformed, saying words: String, line: UInt = #line,
      _ change: (inout PlistBuilder) -> Void
    ) {
      var builder = PlistBuilder([.null, .string("text")])
      change(&builder)
      let data = builder.data()
      assertThrows(code, saying: words, line: line) { try KeyedArchive.decode(String.self, from: data) }
    }
    refuse(saying: "a name for $archiver") { $0.archiver = .integer(1) }
    refuse(.foreignArchiver, saying: "MSArchiver") { $0.archiver = .string("MSArchiver") }
    refuse(saying: "a dictionary for $top") { $0.top = .array([.uid(1)]) }
    refuse(.missingField, saying: "found none") { $0.top = .fields([:]) }
    refuse(saying: "$archiver") { $0.root = .fields([:]) }
    refuse(saying: "a plain array") { $0.root = .array([]) }
    refuse(saying: "$objects") { $0.root = .fields(["$archiver": .string("NSKeyedArchiver")]) }
    refuse(saying: "an array for $objects") {
      $0.root = .fields([
        "$archiver": .string("NSKeyedArchiver"), "$objects": .string("a"), "$top": .fields([:]),
      ])
    }
    refuse(.typeMismatch, saying: "nil") { $0.top = .fields(["root": .uid(0)]) }
    refuse(saying: "a reference to one of 2") { $0.top = .fields(["root": .uid(2)]) }
  }

  func testHeaders() {
    let good = PlistBuilder([.null, .string("text")]).data()
    for length in [0, 1, 8, 40, 41] {
      assertThrows(.truncated) { try KeyedArchive.decode(String.self, from: good.prefix(length)) }
    }
    assertThrows(.malformed, saying: "bplist00") {
      try KeyedArchive.decode(String.self, from: Data("bplost".utf8) + good.dropFirst(6))
    }
    assertThrows(.malformed) { try KeyedArchive.decode(String.self, from: Data(repeating: 0, count: 100)) }
    assertThrows(.truncated) {
      try KeyedArchive.decode(String.self, from: Data("<?xml version=\"1.0\"?><plist>".utf8))
    }
    assertThrows(.malformed) {
      try KeyedArchive.decode(String.self, from: Data("<plist><string>a</string></plist>".utf8))
    }
    assertThrows(.truncated) { try KeyedArchive.decode(String.self, from: Data("<".utf8)) }
  }

  /// Values of the right shape that no value of the type has.
  func testImpossibleValues() {
    func refuse<Value: ArchiveValue>(
      _ type: Value.Type, _ name: String, _ fields: KeyValuePairs<String, Item>,
      _ code: ArchiveError.Code = .invalidValue, line: UInt = #line
    ) {
      assertThrows(code, line: line) {
        try decode(type, [.null, .record(class: 2, fields), .classRecord(name), .string("text")])
      }
    }
    refuse(UUID.self, "NSUUID", ["NS.uuidbytes": .data([1, 2, 3])])
    refuse(
      Decimal.self, "NSDecimalNumber",
      [
        "NS.exponent": .integer(0), "NS.length": .integer(9), "NS.negative": .bool(false),
        "NS.compact": .bool(true), "NS.mantissa": .data([]),
      ])
    refuse(IndexSet.self, "NSIndexSet", ["NSRangeCount": .integer(-1)])
    refuse(
      IndexSet.self, "NSIndexSet",
      ["NSRangeCount": .integer(1), "NSLocation": .integer(5), "NSLength": .integer(.max)])
    refuse(IndexSet.self, "NSIndexSet", ["NSRangeCount": .integer(1 << 60), "NSRangeData": .data([1, 1])])
    refuse(
      IndexPath.self, "NSIndexPath",
      ["NSIndexPathLength": .integer(1 << 60), "NSIndexPathData": .data([1, 1])])
    refuse(TimeZone.self, "NSTimeZone", ["NS.name": .uid(3)])
    refuse(Calendar.self, "NSCalendar", ["NS.identifier": .uid(3)])
    refuse(
      DateInterval.self, "NSDateInterval",
      ["NS.startDate": .raw([0x33, 0, 0, 0, 0, 0, 0, 0, 0]), "NS.duration": .real(-1)])
    refuse(
      DateInterval.self, "NSDateInterval",
      ["NS.startDate": .raw([0x33, 0, 0, 0, 0, 0, 0, 0, 0]), "NS.duration": .real(.nan)])
    refuse(CGPoint.self, "NSValue", ["NS.special": .integer(1), "NS.pointval": .uid(3)])
    refuse(Date.self, "NSDate", ["NS.time": .uid(3)], .typeMismatch)
    refuse(Date.self, "NSDate", ["NS.tame": .real(0)], .typeMismatch)
    refuse(Shape.self, "Test_Shape", ["enum.case": .uid(3)])
    refuse(Shape.self, "Test_Shape", [:], .missingField)
    refuse(Shape.self, "Test_Shape", ["enum.case": .integer(3)], .typeMismatch)
    assertThrows(.malformed, saying: "associated values of the case “circle”") {
      try decode(Shape.self, [.null, .string("circle")])
    }
    assertThrows(.invalidValue, saying: "north, east") { try decode(Direction.self, [.null, .string("up")]) }
    assertThrows(.invalidValue, saying: "raw value of Priority") {
      try decode(Priority.self, [.null, .integer(5)])
    }
    // Lone surrogates, and bytes that are no UTF-8.
    assertThrows(.malformed, saying: "valid characters") {
      try decode(String.self, [.null, .raw([0x61, 0xD8, 0x00])])
    }
    assertThrows(.malformed, saying: "valid characters") {
      try decode(String.self, [.null, .raw([0x51, 0xFF])])
    }
  }

  /// Trying one type after the other at the same place.
  func testFailedAttemptsDoNotMove() throws {
    let objects: [Item] = [
      .null, array([3, 4, 5]), .classRecord("NSArray"), .record(class: 6, ["NS.time": .string("noon")]),
      .record(class: 7, ["NS.data": .integer(1)]), .string("end"), .classRecord("NSDate"),
      .classRecord("NSData"),
    ]
    let back = try decode([Attempt].self, objects)
    XCTAssertEqual(back.map(\.description), ["an object", "an object", "end"])
  }

  private struct Attempt: ArchiveValue {
    let description: String
    func encodeValue(to encoder: inout some ValueEncoder) throws { try encoder.encodeNil() }
    static func decodeValue(from decoder: inout some ValueDecoder) throws -> Attempt {
      if (try? decoder.decodeDate()) != nil || (try? decoder.decodeData()) != nil {
        return Attempt(description: "read")
      }
      if let text = try? decoder.decodeString() { return Attempt(description: text) }
      return Attempt(description: "an object")
    }
  }
}
