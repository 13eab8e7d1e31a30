import ArchiveValues
import PropertyLists
import StructCoding
import XCTest

@testable import ArchiveTestSupport
@testable import KeyedArchives

/// Writers and readers that are kept from one archive to the next do what new ones do: the same bytes, the same values,
/// the same errors, at the same cost.
final class KeptToolsTests: XCTestCase {
  private typealias Item = ArchiveValue & Arbitrary

  private let rounds = Thoroughness.rounds(600, full: 6_000)

  /// Encodes with a writer that knows nothing.
  private func encodeAnew<Value: ArchiveValue>(_ value: Value) throws -> Data {
    var writer = ObjectTableWriter(limits: ArchiveLimits())
    try value.encodeValue(to: &writer)
    return try writer.finish(keys: ["root"])
  }

  /// What came of decoding: the bytes of the value or the error, and what is left of the budget.
  private struct Outcome: Equatable {
    var archive: Data?
    var error = ""
    var budget = 0

    init<Value: ArchiveValue>(_ budget: Int, _ decode: (inout Int) throws -> Value) {
      self.budget = budget
      do {
        archive = try KeyedArchive.encode(decode(&self.budget))
      } catch let error as ArchiveError {
        self.error = "\(error) at \(error.offset ?? -1), \(error.pathDescription), \(error.code)"
      } catch {
        self.error = "not an ArchiveError: \(error)"
      }
    }
  }

  private func outcomeAnew<Value: ArchiveValue>(_ type: Value.Type, _ data: Data, budget: Int) -> Outcome {
    Outcome(budget) { budget in
      try unsafe data.withUnsafeBytes { bytes in
        let table = try unsafe ObjectTable(bytes)
        try table.checkArchiver(["NSKeyedArchiver"])
        var reader = ObjectTableReader(table, limits: ArchiveLimits(), objects: KeyedObjects.self)
        reader.budget = budget
        defer { budget = reader.budget }
        return try reader.decodeTop(type, forKey: "root")
      }
    }
  }

  private func outcome<Value: ArchiveValue>(_ type: Value.Type, _ data: Data, budget: Int) -> Outcome {
    Outcome(budget) { try KeyedArchive.decode(type, from: data, budget: &$0) }
  }

  private let types: [any Item.Type] = [
    Event.self, Session.self, Shape.self, Expression.self, Node.self, Numbers.self, Texts.self, Account.self,
    Pairs.self, FoundationValues.self, Geometry.self, Collections.self, Folder.self, Box<Priority?>.self,
  ]

  func testWritesTheSameBytes() throws {
    var random = SeededGenerator()
    func check<Value: Item>(_ type: Value.Type) throws {
      let value = Value.arbitrary(&random)
      XCTAssertEqual(try KeyedArchive.encode(value), try encodeAnew(value), "\(type)")
    }
    for _ in 0..<rounds / 10 { try check(types.randomElement(using: &random)!) }
  }

  func testReadsMutationsTheSame() throws {
    var random = SeededGenerator()
    var (values, errors) = (0, 0)
    func check<Value: Item>(_ type: Value.Type) throws {
      let archives = try (0..<6).map { _ in try KeyedArchive.encode(Value.arbitrary(&random)) }
      let mutator = ByteMutator(donors: archives)
      for round in 0..<rounds / types.count {
        // Now and then a valid archive, after which the reader knows its keys.
        let archive = archives.randomElement(using: &random)!
        let data = round % 4 == 0 ? archive : mutator.mutated(archive, &random)
        // What became XML is converted first.
        if data.beginsAsXML { continue }
        let budget = random.oneIn(3) ? random.below(6000) : 64 << 20
        let expected = outcomeAnew(type, data, budget: budget)
        XCTAssertEqual(outcome(type, data, budget: budget), expected, "\(type), round \(round)")
        if expected.archive == nil { errors += 1 } else { values += 1 }
      }
    }
    for type in types { try check(type) }
    XCTAssertGreaterThan(values, rounds / 8)
    XCTAssertGreaterThan(errors, rounds / 8)
  }

  /// A value that archives another one, and reads it, while it is itself archived or read.
  private struct Parcel: ArchiveRepresentable, Equatable {
    var content: Event
    var archiveForm: Data { get throws { try KeyedArchive.encode(content) } }
    init(_ content: Event) { self.content = content }
    init(archiveForm: Data) throws { content = try KeyedArchive.decode(Event.self, from: archiveForm) }
  }

  func testToolsInsideOthers() throws {
    var random = SeededGenerator()
    for _ in 0..<50 {
      let parcels = (0..<3).map { _ in Parcel(.arbitrary(&random)) }
      let archive = try KeyedArchive.encode(parcels)
      XCTAssertEqual(archive, try encodeAnew(parcels))
      XCTAssertEqual(try KeyedArchive.decode([Parcel].self, from: archive), parcels)
    }
  }

  func testAfterAnError() throws {
    let event = Event(timeStamp: Date(timeIntervalSinceReferenceDate: 1), eventTag: "not in the string")
    let archive = try encodeAnew(event)
    let deep = (0..<9).reduce(Node(name: "leaf")) { node, level in Node(name: "\(level)", children: [node]) }
    for _ in 0..<3 {
      assertThrows(.limitExceeded) {
        try KeyedArchive.encode(deep, options: .init(limits: .init(maximumDepth: 4)))
      }
      XCTAssertEqual(try KeyedArchive.encode(event), archive)
      XCTAssertThrowsError(try KeyedArchive.decode(Node.self, from: archive))
      XCTAssertEqual(try KeyedArchive.decode(Event.self, from: archive), event)
    }
  }

  func testOptionsOfEachCall() throws {
    let point = Point(x: 1, y: 2)
    let options = KeyedArchive.EncodingOptions(key: "other", archiver: "Mine", version: 7)
    for _ in 0..<3 {
      let archive = try KeyedArchive(
        KeyedArchive.encode(point, options: options), options: .init(archivers: ["Mine"]))
      XCTAssertEqual(
        [archive.keys, [archive.archiver], ["\(archive.version)"]], [["other"], ["Mine"], ["7"]])
      XCTAssertEqual(try KeyedArchive.encode(point), try encodeAnew(point))
      assertThrows(.foreignArchiver) {
        try KeyedArchive.decode(Point.self, from: KeyedArchive.encode(point, options: options))
      }
    }
  }

  func testManyThreads() throws {
    var random = SeededGenerator()
    let sessions = (0..<16).map { _ in Session.arbitrary(&random) }
    let archives = try sessions.map { try encodeAnew($0) }
    DispatchQueue.concurrentPerform(iterations: 16) { index in
      for _ in 0..<50 {
        XCTAssertEqual(try? KeyedArchive.encode(sessions[index]), archives[index])
        XCTAssertEqual(try? KeyedArchive.decode(Session.self, from: archives[index]), sessions[index])
      }
    }
  }

  /// What is known of a class record recognises its like in another archive, and nothing else: reading anew gives the
  /// same, so that only this shows whether anything is saved.
  func testClassRecordsAreRecognised() throws {
    func withRecord<Result>(_ record: PlistBuilder.Item, _ body: (BinaryPlist, Int) throws -> Result) throws
      -> Result
    {
      try unsafe PlistBuilder([.null, .integer(5), record]).data().withUnsafeBytes { bytes in
        let table = try unsafe ObjectTable(bytes)
        return try body(table.plist, table.offset(ofEntry: 2))
      }
    }
    let known = try withRecord(.classRecord("Test_Point")) {
      try XCTUnwrap(KnownClass($0, at: $1, name: "Test_Point"))
    }
    XCTAssertTrue(try withRecord(.classRecord("Test_Point")) { known.matches($0, at: $1) })
    let names = PlistBuilder.Item.array([.string("Test_Point")])
    let others: [PlistBuilder.Item] = [
      .classRecord("Test_Paint"), .fields(["$classname": .string("Test_Point")]), .integer(7),
      .fields(["$classname": .string("Test_Point"), "$other": names]),
      .fields(["$classes": names, "$classname": .string("Test_Point")]),
      .fields(["$classname": .string("Test_Point"), "$classes": .reference(200)]),
    ]
    for other in others {
      XCTAssertFalse(try withRecord(other) { known.matches($0, at: $1) }, "\(other)")
    }
  }

  /// The numbers of one archive are forgotten before the next. The list of small ones is gone through only if there are
  /// any: what was put there unnoted stays.
  func testNumbersAreForgotten() {
    var table = ScalarTable()
    (table.smallIntegers[7], table.hasSmallIntegers, table.bools[true], table.boolObjects[false]) = (
      1, true, 2, 3
    )
    table.removeAll()
    XCTAssertEqual(table.smallIntegers, Array(repeating: -1, count: 256))
    XCTAssertEqual([table.bools[true], table.boolObjects[false]], [-1, -1])
    table.smallIntegers[7] = 1
    table.removeAll()
    XCTAssertEqual(table.smallIntegers[7], 1)
  }

  func testLargeValuesAreNotKept() throws {
    _ = try KeyedArchive.encode((0..<100_000).map { "string number \($0)" })
    var tools: [KeptWriter] = []
    while let kept = ObjectTableWriter.kept.take() {
      XCTAssertLessThanOrEqual(kept.writer.list.words.capacity, 64 << 10)
      XCTAssertLessThanOrEqual(kept.writer.strings.capacity, 2048)
      tools.append(kept)
    }
    for tool in tools { ObjectTableWriter.kept.putBack(tool) }
  }
}
