import ArchiveDocuments
import ArchiveTestSupport
import ColumnArchives
import FastCoding
import StructCoding
import XCTest

/// Damaged bytes at every door: each is refused with an `ArchiveError`, or becomes a value whose contents survive on
/// every road. `STRUCTCODING_ROUNDS` asks for more rounds, over all doors together.
final class DoorMutationTests: XCTestCase {
  private func values(_ random: inout SeededGenerator) throws -> [Door] {
    var doors: [Door] = []
    for road in Road.allCases where road != .node {
      doors += [
        try .value(road, (0..<5).map { _ in SmallSession.arbitrary(&random) }),
        try .value(road, SmallSession.arbitrary(&random)),
        try .value(road, (0..<2).map { _ in SmallValues.arbitrary(&random) }),
        try .value(road, (0..<4).map { _ in SmallExpression.arbitrary(&random) }),
        try .value(road, (0..<6).map { _ in SmallLenient.arbitrary(&random) }),
        try .value(road, (0..<3).map { _ in Everything.random(using: &random) }),
        try .value(road, Trip1.arbitrary(&random).upgraded),
      ]
    }
    return doors
  }

  private func instances() throws -> [Door] {
    try Road.allCases.filter { $0 != .node }.flatMap { road in
      let circle = LinkedStop.chain(4)
      circle.next?.next?.next?.next = circle
      defer { _ = circle.dismantle() }
      return [
        try Door.value(road, circle, release: { _ = $0.dismantle() }),
        try .value(road, FolderItem.tree(depth: 2, width: 2), release: { _ = $0.walk() }),
        try .value(road, DrawnGroup.sample(), release: { _ = $0.walk() }),
      ]
    }
  }

  private func documents(_ random: inout SeededGenerator) throws -> [Door] {
    let nodes = [
      try ArchiveNode(encoding: (0..<3).map { _ in SmallSession.arbitrary(&random) }),
      try ArchiveNode(encoding: SmallValues.arbitrary(&random)),
      try ArchiveNode(encoding: FolderItem.tree(depth: 1, width: 2)),
      try ArchiveNode(encoding: SmallExpression.arbitrary(&random)),
    ]
    return try [ArchiveFormat].all.flatMap { format in
      try nodes.map { .document(format, try ArchiveDocument($0, format: format).data(as: format)) }
        + (format == .keyedArchive || format == .propertyList
          ? [
            .document(
              format,
              try ArchiveDocument(nodes[0], format: format).data(
                as: format, options: .init(propertyListFormat: .xml)))
          ] : [])
    }
  }

  private func codings(_ random: inout SeededGenerator) throws -> [Door] {
    [
      try .coding(SmallSession.arbitrary(&random)), try .coding(SmallValues.arbitrary(&random)),
      try .coding(SmallExpression.arbitrary(&random)), try .coding(SmallLenient.arbitrary(&random)),
    ]
  }

  private func parts(_ random: inout SeededGenerator) throws -> [Door] {
    let sessions = (0..<7).map { _ in SmallSession.arbitrary(&random) }
    let lenient = (0..<9).map { _ in SmallLenient.arbitrary(&random) }
    return [
      try .elements(sessions, at: SmallSession.path.end) { $0.end },
      try .elements(lenient, at: SmallLenient.path.number) { $0.number },
    ]
  }

  private func texts(_ random: inout SeededGenerator) throws -> [Door] {
    let sessions = (0..<3).map { _ in SmallSession.arbitrary(&random) }
    return [
      try .fastCoding(sessions), try .fastCoding(SmallValues.arbitrary(&random)),
      try .fastCoding(SmallExpression.arbitrary(&random)), try .fastCoding(SmallLenient.arbitrary(&random)),
      try .bootstrap(sessions), try .bootstrap(SmallValues.arbitrary(&random)),
      try .bootstrap(SmallExpression.arbitrary(&random)),
    ]
  }

  private func transformers() throws -> [Door] {
    let data = Data(String(repeating: "some text, and some more; ", count: 12).utf8)
    return [
      try .transformer(ZlibDataTransformer(), data), try .transformer(GzipDataTransformer(), data),
      try .transformer(HexDataTransformer(), data),
      try .transformer(ISO8601DateTransformer(), Date(timeIntervalSinceReferenceDate: 800_000_000.125)),
    ]
  }

  private func doors(_ random: inout SeededGenerator) throws -> [Door] {
    var doors = try values(&random)
    doors += try instances()
    doors += try documents(&random)
    doors += try codings(&random)
    doors += try parts(&random)
    doors += try texts(&random)
    doors += try transformers()
    return doors
  }

  func testSoundBytes() throws {
    var random = SeededGenerator()
    for door in try doors(&random) {
      XCTAssert(door.tryOut(door.sample, "seed \(random.seed)"), "\(door.name), seed \(random.seed)")
    }
  }

  func testMutations() throws {
    var random = SeededGenerator()
    let doors = try doors(&random)
    let mutator = ByteMutator(donors: doors.map(\.sample))
    let rounds = Thoroughness.rounds(600, full: 20_000)
    var values = [Int](repeating: 0, count: doors.count)
    for round in 0..<rounds {
      let number = round % doors.count
      let data = mutator.mutated(doors[number].sample, &random)
      if doors[number].tryOut(data, "round \(round), seed \(random.seed)") { values[number] += 1 }
    }
    let total = values.reduce(0, +)
    FileHandle.standardError.write(
      Data("\(rounds) mutations at \(doors.count) doors, \(total) values\n".utf8))
    // Some changes make another value, most an error; neither is all there is.
    XCTAssertGreaterThan(total, rounds / 50)
    XCTAssertLessThan(total, rounds * 9 / 10)
  }
}
