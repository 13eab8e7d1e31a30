import ArchiveTestSupport
import StructCoding
import XCTest

/// Larger archives with several bytes changed at once, runs moved and repeated, and counts blown up.
/// `STRUCTCODING_ROUNDS` asks for more of it.
final class MutationTests: XCTestCase {
  private func targets() throws -> [HostileTarget] {
    var random = SeededGenerator(seed: 11)
    func some<Value: Arbitrary>(_ count: Int, _ type: Value.Type) -> [Value] {
      (0..<count).map { _ in Value.arbitrary(&random) }
    }
    return [
      try HostileTarget(
        elements: some(12, Session.self), as: OtherSession.self, at: "events.eventTag", batchCount: 5),
      try HostileTarget(
        elements: some(4, Collections.self), as: OtherCollections.self, at: "names", "byName.key"),
      try HostileTarget(elements: some(2, FoundationValues.self), as: Event.self, at: "url"),
      try HostileTarget(elements: some(30, Shape.self), as: OtherShape.self, at: ""),
      try HostileTarget(elements: some(9, Expression.self), as: OtherExpression.self),
      try HostileTarget(elements: some(5, Node.self), as: OtherNode.self, at: "children.name"),
      try HostileTarget(
        elements: some(5, Person.self), as: OtherNode.self, at: "relatives.key", "friends.name"),
      try HostileTarget(elements: some(3, Remark.self), as: Signal.self, at: ""),
      try HostileTarget(elements: some(20, Triangle.self), as: OtherPoint?.self, at: "normal.x"),
      try HostileTarget(
        elements: some(6, Both<Numbers, Texts>.self), as: Both<Texts, Numbers>?.self, at: "second.string"),
      try HostileTarget(elements: some(40, [String?].self), as: Set<String>.self, at: "", batchCount: 16),
      try HostileTarget(elements: (0..<300).map { "tag \($0 % 7)" }, as: Data.self, at: ""),
      try HostileTarget(elements: some(3, Folder.self), as: Event.self, at: "byName.key"),
      try HostileTarget(Session.arbitrary(&random), as: OtherSession.self, at: "events.eventTag"),
      try HostileTarget(
        some(9, Both<Int8?, [Direction: Bool]>.self) as [Both<Int8?, [Direction: Bool]>]?, as: [Point].self),
    ]
  }

  /// Bytes that decide something: kinds, modes, widths, and the parts of large counts.
  private static let telling: [UInt8] = [
    0, 1, 2, 3, 4, 8, 10, 11, 12, 14, 15, 16, 17, 18, 0x7F, 0x80, 0xFE, 0xFF,
  ]

  private func mutate(_ data: inout Data, _ random: inout SeededGenerator) {
    let position = random.below(data.count)
    switch random.below(9) {
    case 0: data[position] = UInt8(truncatingIfNeeded: random.next())
    case 1: data[position] ^= 1 << UInt8(random.below(8))
    case 2: data[position] = Self.telling.randomElement(using: &random)!
    case 3:
      // The header and the schema decide most.
      data[random.below(min(data.count, 120))] = Self.telling.randomElement(using: &random)!
    case 4:
      let end = min(data.count, position + 1 + random.below(16))
      data.replaceSubrange(position..<end, with: data[random.below(data.count)...].prefix(end - position))
    case 5:
      // A count of many bytes where one of few was, with the bytes behind it moved or not.
      let count = Format.varint(random.next() >> UInt64(random.below(64)))
      data.replaceSubrange(
        position..<min(data.count, position + (random.oneIn(2) ? 1 : count.count)), with: count)
    case 6: data.insert(contentsOf: data[random.below(data.count)...].prefix(random.below(12)), at: position)
    case 7: data.removeSubrange(position..<min(data.count, position + 1 + random.below(8)))
    default: if random.oneIn(4) { data.removeSubrange(position...) } else { data.insert(0, at: position) }
    }
  }

  func testRandomMutations() throws {
    var random = SeededGenerator()
    let targets = try targets()
    let start = processorTime()
    let rounds = ProcessInfo.processInfo.environment["STRUCTCODING_ROUNDS"].flatMap { Int($0) } ?? 20_000
    var values = 0
    for round in 0..<rounds {
      let target = targets[round % targets.count]
      var data = target.data
      for _ in 0...random.below(4) where !data.isEmpty { mutate(&data, &random) }
      values += target.read(data) { "round \(round), seed \(random.seed), \(target.name)" }
    }
    XCTAssertGreaterThan(values, rounds / 100)
    XCTAssertLessThan(values, 4 * rounds)
    XCTAssertLessThan(processorTime() - start, 90 * Double(max(rounds, 20_000)) / 20_000)
  }

  /// Parts of two archives, one behind the other.
  func testSplices() throws {
    var random = SeededGenerator()
    let targets = try targets()
    for round in 0..<2000 {
      let (first, second) = (targets.randomElement(using: &random)!, targets.randomElement(using: &random)!)
      let (head, tail) = (random.below(first.data.count), random.below(second.data.count))
      let data = first.data.prefix(head) + second.data[tail...]
      _ = first.read(data) { "round \(round), seed \(random.seed), \(first.name) and \(second.name)" }
      // The schema of one, the columns of the other.
      var parts = try ArchiveParts(first.data)
      let other = try ArchiveParts(second.data)
      (parts.batches, parts.columns) = (other.batches, other.columns)
      _ = first.read(parts.data) { "round \(round), seed \(random.seed), columns of \(second.name)" }
    }
  }

  /// Bytes without any sense, behind the header of a sound archive and without one.
  func testNoise() throws {
    var random = SeededGenerator()
    for (number, target) in try targets().enumerated() {
      var parts = try ArchiveParts(target.data)
      for round in 0..<300 {
        let noise = (0..<random.below(200)).map { _ in
          UInt8(truncatingIfNeeded: random.next() >> UInt64(random.below(60)))
        }
        let message = { "target \(number), round \(round), seed \(random.seed)" }
        _ = target.read(Data(noise), message)
        (parts.columns, parts.batches) = (noise, [.init(count: UInt64(1 + random.below(50)), columns: noise)])
        _ = target.read(parts.data, message)
      }
    }
  }
}
