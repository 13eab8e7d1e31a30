import ArchiveTestSupport
import Foundation
import StructCoding

extension FuzzNumbers: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> FuzzNumbers {
    FuzzNumbers(
      small: .arbitrary(&random), medium: .arbitrary(&random), wide: UInt64.arbitrary(&random) >> 1,
      single: .arbitrary(&random), double: .arbitrary(&random), ratio: .arbitrary(&random),
      flag: .arbitrary(&random), kind: .arbitrary(&random))
  }
}

extension FuzzPlace: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> FuzzPlace {
    FuzzPlace(latitude: .arbitrary(&random), longitude: .arbitrary(&random), label: .arbitrary(&random))
  }
}

extension FuzzStored: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> FuzzStored {
    FuzzStored(
      level: FuzzLevel(rawValue: random.below(300)), other: random.oneIn(2) ? FuzzLevel(rawValue: 7) : nil,
      palette: ["a": 0.5, "b": Double(random.below(9))], names: random.oneIn(2) ? ["x", "y"] : nil,
      checksum: Data([1, 2, 255]), place: .arbitrary(&random), last: .arbitrary(&random),
      start: .arbitrary(&random))
  }
}

extension FuzzTrip1: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> FuzzTrip1 {
    FuzzTrip1(
      begin: .arbitrary(&random), end: .arbitrary(&random), notes: .arbitrary(&random),
      stops: .arbitrary(&random))
  }
}

extension Model {
  private static func some<Value: Arbitrary>(
    _ count: Int, _ seed: UInt64, _: Value.Type = Value.self
  ) -> [Value] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Value.arbitrary(&random) }
  }

  /// Values without identity. New ones go to the end, as inputs choose them by their number.
  static let values: [Model] = [
    Model([some(5, 1, SmallSession.self), []]),
    Model(some(2, 2, SmallSession.self)),
    Model([some(9, 3, FuzzNumbers.self)]),
    Model([some(2, 4, SmallValues.self)]),
    Model([some(5, 5, SmallExpression.self), some(2, 15, SmallExpression.self)]),
    Model([some(6, 6, SmallLenient.self)]),
    Model([some(3, 7, FuzzStored.self)]),
    Model([
      some(20, 8, String?.self),
      ["a", "b", "a", nil, "a long string that repeats", "a long string that repeats"],
    ]),
    Model([(0..<200).map { $0 * $0 }, some(30, 9, Int.self)]),
    Model([(0..<100).map { Double($0) / 10 }, some(30, 10, Double.self)]),
    Model([["a": some(3, 11, FuzzPlace.self), "b": []]]),
    Model([some(3, 12, SmallEvent?.self)]),
    Model([FuzzTrip2(begin: .init(timeIntervalSinceReferenceDate: 5), duration: 2, stops: [], count: 1)]),
    // Archives of version 1, read as version 2.
    Model(reading: FuzzTrip2.self, [some(1, 13, FuzzTrip1.self)[0], some(1, 14, FuzzTrip1.self)[0]]),
  ]

  /// Graphs of instances, with circles.
  static let instances: [Model] = [
    Model(
      samples: {
        let circle = LinkedStop.chain(4)
        circle.next?.next?.next?.next = circle
        return [circle, LinkedStop.chain(2)]
      }, release: { _ = $0.dismantle() }),
    Model(samples: { [FolderItem.tree(depth: 2, width: 2)] }, release: { _ = $0.walk() }),
    Model(samples: { [DrawnGroup.sample()] }, release: { _ = $0.walk() }),
  ]
}

extension Model {
  /// Values that are the same in each process.
  static func samples<Value: Arbitrary>(_ count: Int, of type: Value.Type) -> [Value] {
    some(count, 21, type)
  }
  static func sampleOf<Value: Arbitrary>(_ type: Value.Type) -> Value { some(1, 22, type)[0] }
}
