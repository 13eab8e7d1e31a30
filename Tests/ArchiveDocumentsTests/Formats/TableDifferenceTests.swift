import ArchiveDocuments
import ArchiveTestSupport
import StructCoding
import XCTest

/// The object tables of two keyed archives, compared as other readers see them.
final class TableDifferenceTests: XCTestCase {
  private typealias Item = PlistBuilder.Item

  private func differences(_ old: PlistBuilder, _ new: PlistBuilder) throws -> [String] {
    let options = KeyedArchive.DecodingOptions(archivers: nil)
    let archive = try KeyedArchive(old.data(), options: options)
    return try KeyedArchive(new.data(), options: options).tableDifferences(from: archive).map(\.description)
  }

  private func record(_ fields: KeyValuePairs<String, Item>, _ others: Item...) -> PlistBuilder {
    PlistBuilder([.null, .record(class: 2, fields), .classRecord("Doc")] + others)
  }

  func testTheOrderOfObjectsAndKeysAndTheWidthOfNumbersHaveNoMeaning() throws {
    var old = record(["a": .uid(3), "b": .uid(4), "n": .integer(7)], .string("x"), .string("é"))
    var new = PlistBuilder([
      .null, .string("é"), .classRecord("Doc"),
      .record(class: 2, ["n": .raw([0x10, 7]), "b": .uid(1), "a": .uid(4)]), .string("x"),
    ])
    new.top = .fields(["root": .uid(3)])
    XCTAssertEqual(try differences(old, new), [])
    old.isReversed = true
    old.isCompact = true
    XCTAssertEqual(try differences(old, new), [])
    let xml = try ArchiveDocument(new.data()).data(
      as: .keyedArchive, options: .init(propertyListFormat: .xml))
    XCTAssertEqual(try KeyedArchive(xml).tableDifferences(from: KeyedArchive(old.data())), [])
  }

  func testInlineValuesAreNoObjects() throws {
    let inline = record(["NSRGB": .data([48, 0])])
    let object = record(["NSRGB": .uid(3)], .data([48, 0]))
    XCTAssertEqual(
      try differences(inline, object), ["root.NSRGB: 2 bytes, inline → a reference to 2 bytes"])
    XCTAssertEqual(
      try differences(object, inline), ["root.NSRGB: a reference to 2 bytes → 2 bytes, inline"])
  }

  func testClassesAreWhatTheirRecordsSay() throws {
    func archive(_ fields: KeyValuePairs<String, Item>) -> PlistBuilder {
      PlistBuilder([.null, .record(class: 2, [:]), .fields(fields)])
    }
    func strings(_ strings: String...) -> Item { .array(strings.map { .string($0) }) }
    let whole = archive(["$classname": .string("B"), "$classes": strings("B", "A", "NSObject")])
    let short = archive(["$classname": .string("B"), "$classes": strings("B", "NSObject")])
    let without = archive(["$classname": .string("B")])
    let hinted = archive([
      "$classname": .string("B"), "$classes": strings("B", "NSObject"), "$classhints": strings("A"),
    ])
    let irregular = archive([
      "$classname": .string("B"), "$classes": strings("B", "NSObject"), "x": .integer(1),
    ])
    XCTAssertEqual(
      try differences(whole, short),
      ["root.$class: B with $classes [B, A, NSObject] → B with $classes [B, NSObject]"])
    XCTAssertEqual(
      try differences(short, without), ["root.$class: B with $classes [B, NSObject] → B with no $classes"])
    XCTAssertEqual(try differences(short, hinted).count, 1)
    XCTAssertEqual(try differences(short, irregular), ["+ root.$class.x: 1, inline"])
    for archive in [whole, short, without, hinted, irregular] {
      XCTAssertEqual(try differences(archive, archive), [])
    }
    // Two records that say the same are one class.
    let twice = PlistBuilder([
      .null, .list(class: 2, 3, 4), .classRecord("NSArray"), .record(class: 5, [:]), .record(class: 6, [:]),
      .classRecord("Doc"), .classRecord("Doc"),
    ])
    let once = PlistBuilder([
      .null, .list(class: 2, 3, 4), .classRecord("NSArray"), .record(class: 5, [:]), .record(class: 5, [:]),
      .classRecord("Doc"),
    ])
    XCTAssertEqual(try differences(twice, once), [])
  }

  func testOneObjectIsNotTwo() throws {
    let empty = Item.list(class: 5)
    let one = record(["a": .uid(3), "b": .uid(3)], empty, .null, .classRecord("NSArray"))
    let two = record(["a": .uid(3), "b": .uid(4)], empty, empty, .classRecord("NSArray"))
    XCTAssertEqual(try differences(one, two).first, "root.b: the object at root.a → another object")
    XCTAssertEqual(try differences(two, one).first, "root.b: another object → the object at root.a")
    let swapped = record(["a": .uid(4), "b": .uid(3)], empty, empty, .classRecord("NSArray"))
    XCTAssertEqual(try differences(two, swapped), [])
    // So are strings, and objects inside themselves.
    let strings = record(["a": .uid(3), "b": .uid(4)], .string("x"), .string("x"))
    let string = record(["a": .uid(3), "b": .uid(3)], .string("x"), .string("x"))
    XCTAssertEqual(try differences(strings, string).first, "root.b: another object → the object at root.a")
    let itself = record(["next": .uid(1)])
    let longer = record(["next": .uid(3)], .record(class: 2, ["next": .uid(1)]))
    XCTAssertEqual(try differences(itself, itself), [])
    XCTAssertEqual(try differences(itself, longer), ["root.next: the object at root → another object"])
  }

  func testKindsOfValues() throws {
    let float = Item.raw([0x22] + withUnsafeBytes(of: Float(1.5).bitPattern.bigEndian) { Array($0) })
    for (old, new) in [
      (.real(1.5), float), (.integer(1), .bool(true)), (.real(1), .integer(1)), (.real(0), .real(-0.0)),
      (.string("é"), .string("e\u{301}")), (.string("x"), .data([120])), (.integer(3), .integer(4)),
      (.array([.integer(1)]), .array([.integer(2)])), (.array([]), .fields([:])), (.uid(0), .string("$null")),
      (.array([.integer(1)]), .array([.integer(1), .integer(2)])),
      (.fields(["k": .integer(1)]), .fields([:])),
    ] as [(Item, Item)] {
      let (left, right) = (record(["f": old]), record(["f": new]))
      XCTAssertEqual(try differences(left, right).count, 1, "\(old) \(new)")
      XCTAssertEqual(try differences(left, left), [], "\(old)")
      XCTAssertEqual(try differences(right, right), [], "\(new)")
    }
    XCTAssertEqual(
      try differences(record(["f": .array([.integer(1)])]), record(["f": .array([.integer(2)])])),
      ["root.f[0]: 1 → 2"])
    XCTAssertEqual(
      try differences(record(["f": .uid(0)]), record(["f": .uid(3)], .integer(2))),
      ["root.f: nil → a reference to 2"])
    XCTAssertEqual(
      try differences(record(["f": .bool(true)]), record(["g": .bool(true)])),
      ["- root.f: true, inline", "+ root.g: true, inline"])
  }

  func testArchiverAndTop() throws {
    let archive = record(["a": .integer(1)])
    var other = archive
    other.archiver = .string("SCNKeyedArchiver")
    other.top = .fields(["root": .uid(1), "more": .uid(1)])
    XCTAssertEqual(
      try differences(archive, other),
      ["$archiver: \"NSKeyedArchiver\" → \"SCNKeyedArchiver\"", "+ more: a reference to Doc"])
  }

  func testObjectsThatNothingRefersTo() throws {
    let tight = record(["a": .integer(1)])
    let loose = record(["a": .integer(1)], .string("lost"), .list(class: 5, 4), .classRecord("NSArray"))
    XCTAssertEqual(try KeyedArchive(tight.data()).unreferencedObjectCount, 0)
    XCTAssertEqual(try KeyedArchive(loose.data()).unreferencedObjectCount, 3)
    XCTAssertEqual(try differences(loose, tight), ["$objects: 3 that nothing refers to → none"])
    XCTAssertEqual(try differences(loose, loose), [])
    let changed = record(["a": .integer(1)], .string("found"), .list(class: 5, 4), .classRecord("NSArray"))
    XCTAssertEqual(try differences(loose, changed), ["$objects[3]: \"lost\" → \"found\""])
  }

  func testTheLimitIsOne() throws {
    let (old, new) = (
      record(["f": .array((0..<50).map { .integer($0) })]),
      record(["f": .array((50..<100).map { .integer($0) })])
    )
    let archive = try KeyedArchive(new.data())
    XCTAssertEqual(try archive.tableDifferences(from: KeyedArchive(old.data()), limit: 7).count, 7)
    XCTAssertEqual(try archive.tableDifferences(from: KeyedArchive(old.data())).count, 50)
  }

  /// Arrays that each hold the next one twice, 40 levels deep, exceed the limits, and a deep chain needs no stack.
  func testSharedAndDeepValues() throws {
    var item = Item.array([])
    for level in 0..<40 { item = .array([.labelled("\(level)", item), .label("\(level)")]) }
    let bomb = record(["f": item])
    assertThrows(.limitExceeded) { try differences(bomb, bomb) }
    let chain = PlistBuilder(
      [.null, .classRecord("Doc")]
        + (2..<(Thoroughness.isFull ? 50_000 : 10_000)).map { .record(class: 1, ["next": .uid($0 + 1)]) } + [
          .null
        ])
    XCTAssertEqual(try differences(chain, chain), [])
  }

  func testHostileArchivesEndInAnErrorAtMost() throws {
    let good = try KeyedArchive(record(["a": .integer(1)]).data())
    // The reader's own tests open them all.
    for archive in Thoroughness.some(of: HostileArchives.all, oneIn: 8, first: 3) {
      guard let hostile = try? KeyedArchive(archive.data) else { continue }
      _ = try? hostile.tableDifferences(from: good)
      _ = try? good.tableDifferences(from: hostile)
      _ = try? hostile.tableDifferences(from: hostile)
      _ = try? hostile.unreferencedObjectCount
    }
  }
}
