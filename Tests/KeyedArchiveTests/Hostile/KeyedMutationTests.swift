import ArchiveDocuments
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Archives with some bytes changed: a value or an `ArchiveError`, soon, and nothing else.
final class KeyedMutationTests: XCTestCase {
  private let session = Session(
    startTime: Date(timeIntervalSinceReferenceDate: 1), endTime: nil,
    events: [Event(timeStamp: Date(timeIntervalSinceReferenceDate: 2), eventTag: "tag é")])
  private let shapes: [String: Shape] = [
    "a": .polygon([Point(x: 1, y: 2), Point(x: 300, y: -1)]),
    "b": .label("text that is long enough", at: nil), "c": .empty,
  ]
  private let ticket = Ticket("a", next: Ticket("b", tags: ["x"]), tags: ["y", "z"])

  /// Both roads, and the walk over the table. Returns how many of the roads gave a value.
  private func tryAll<Value: ArchiveValue>(
    _ data: Data, as type: Value.Type, _ classes: [AnyClass], _ message: @autoclosure () -> String
  ) -> Int {
    var values = 0
    if assertDecodesOrThrows(
      message(), { try checkContent(KeyedArchive.decode(type, from: data), message()) })
    {
      values += 1
    }
    if assertDecodesOrThrows(message(), { try KeyedArchive.unarchivedObject(ofClasses: classes, from: data) })
    {
      values += 1
    }
    assertDecodesOrThrows(message()) { try KeyedArchive(data).verify() }
    return values
  }

  /// A value that damaged bytes gave is one like others: it is archived, and comes back as what gives the same bytes.
  private func checkContent<Value: ArchiveValue>(_ value: Value, _ message: @autoclosure () -> String) {
    do {
      let archive = try KeyedArchive.encode(value)
      let back = try KeyedArchive.decode(Value.self, from: archive)
      XCTAssertEqual(try KeyedArchive.encode(back), archive, message())
    } catch {
      XCTFail("\(error), \(message())")
    }
  }

  /// - Parameter part: How many of the seven changes of a byte `swift test` tries one of.
  private func flipEveryByte<Value: ArchiveValue>(
    of data: Data, as type: Value.Type, _ classes: [AnyClass], oneIn part: Int = 11
  ) {
    var (values, tries) = (0, 0)
    for position in data.indices {
      let byte = data[position]
      let others = [byte ^ 1, byte ^ 0x80, byte ^ 0x10, byte &+ 1, 0, 0xFF, byte << 4 | byte >> 4]
      for other in Thoroughness.some(of: others, oneIn: part, first: position) where other != byte {
        var changed = data
        changed[position] = other
        values += tryAll(changed, as: type, classes, "byte \(position) set to \(other)")
        tries += 2
      }
    }
    // Some changes make another value, most an error; neither is all there is.
    XCTAssertGreaterThan(values, tries / 10)
    XCTAssertLessThan(values, tries / 2)
    for length in Thoroughness.some(of: 0..<data.count, oneIn: 7) {
      XCTAssertEqual(tryAll(data.prefix(length), as: type, classes, "cut to \(length)"), 0, "\(length)")
    }
  }

  func testFlipsInASession() throws {
    flipEveryByte(of: try KeyedArchive.encode(session), as: Session.self, [Session.Coding.self])
  }

  func testFlipsInADictionaryOfEnumerations() throws {
    flipEveryByte(
      of: try KeyedArchive.encode(shapes), as: [String: Shape].self,
      [NSDictionary.self, NSString.self, Shape.Coding.self])
  }

  func testFlipsInObjects() throws {
    flipEveryByte(
      of: try KeyedArchive.archivedData(withRootObject: ticket, requiringSecureCoding: true), as: Ticket.self,
      [Ticket.self])
  }

  func testFlipsInFoundationValues() throws {
    var random = SeededGenerator(seed: 4)
    flipEveryByte(
      of: try KeyedArchive.encode(FoundationValues.arbitrary(&random)), as: FoundationValues.self,
      [FoundationValues.Coding.self], oneIn: 41)
    flipEveryByte(
      of: try KeyedArchive.encode(Measurement(value: 1, unit: UnitLength.miles)),
      as: Measurement<UnitLength>.self,
      [NSDictionary.self, NSArray.self, UnitLength.self])
  }

  func testFlipsInXML() throws {
    let text = try KeyedArchive.encode(Point(x: 1, y: 2), options: .init(outputFormat: .xml))
    for position in Thoroughness.some(of: text.indices, oneIn: 7) {
      for other in [UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "9"), UInt8(ascii: "-"), 0, 0xFF] {
        var changed = text
        changed[position] = other
        _ = tryAll(changed, as: Point.self, [Point.Coding.self], "byte \(position) set to \(other)")
      }
    }
  }

  /// Several bytes at once, runs moved and repeated, in larger archives. `STRUCTCODING_ROUNDS` asks for more of it.
  func testRandomMutations() throws {
    var random = SeededGenerator()
    var archives: [(Data, (Data, String) -> Int)] = []
    func add<Value: ArchiveValue>(_ value: Value, _ classes: [AnyClass]) throws {
      archives.append((try KeyedArchive.encode(value), { self.tryAll($0, as: Value.self, classes, $1) }))
    }
    var model = SeededGenerator(seed: 11)
    try add((0..<12).map { _ in Session.arbitrary(&model) }, [NSArray.self, Session.Coding.self])
    try add((0..<4).map { _ in Collections.arbitrary(&model) }, [NSArray.self, Collections.Coding.self])
    try add(
      (0..<2).map { _ in FoundationValues.arbitrary(&model) }, [NSArray.self, FoundationValues.Coding.self])
    try add((0..<4).map { _ in Folder.arbitrary(&model) }, [NSArray.self, Folder.Coding.self])
    try add((0..<9).map { _ in Expression.arbitrary(&model) }, [NSArray.self, Expression.Coding.self])

    let mutator = ByteMutator(donors: archives.map(\.0))
    let work = WorkGuard()
    let rounds = Thoroughness.rounds(600, full: 20_000)
    for round in 0..<rounds {
      let (original, check) = archives[round % archives.count]
      let data = mutator.mutated(original, &random)
      _ = check(data, "round \(round), seed \(random.seed)")
    }
    work.assertAtMost(archives: 5_000 * Double(max(rounds, 20_000)) / 20_000)
  }
}
