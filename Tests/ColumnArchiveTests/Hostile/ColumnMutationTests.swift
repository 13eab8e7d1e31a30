import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Larger archives with several bytes changed at once, runs moved and repeated, and counts blown up.
/// `STRUCTCODING_ROUNDS` asks for more of it.
final class ColumnMutationTests: XCTestCase {
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

  func testRandomMutations() throws {
    var random = SeededGenerator()
    let targets = try targets()
    let mutator = ByteMutator(donors: targets.map(\.data))
    let work = WorkGuard()
    let rounds = Thoroughness.rounds(600, full: 20_000)
    var values = 0
    for round in 0..<rounds {
      let target = targets[round % targets.count]
      let data = mutator.mutated(target.data, &random)
      values += target.read(data) { "round \(round), seed \(random.seed), \(target.name)" }
    }
    XCTAssertGreaterThan(values, rounds / 100)
    XCTAssertLessThan(values, 4 * rounds)
    work.assertAtMost(archives: 5_000 * Double(max(rounds, 20_000)) / 20_000)
  }

  /// Parts of two archives, one behind the other.
  func testSplices() throws {
    var random = SeededGenerator()
    let targets = try targets()
    for round in 0..<Thoroughness.rounds(600, full: 2000) {
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
      for round in 0..<Thoroughness.rounds(100, full: 300) {
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
