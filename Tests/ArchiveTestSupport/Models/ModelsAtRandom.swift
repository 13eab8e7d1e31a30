import Foundation
import StructCoding

// The models, made up at random.

extension Event: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Event {
    Event(timeStamp: .arbitrary(&random), eventTag: .arbitrary(&random))
  }
}
extension Session: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Session {
    Session(startTime: .arbitrary(&random), endTime: .arbitrary(&random), events: .arbitrary(&random))
  }
}
extension Point: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Point {
    Point(x: .arbitrary(&random), y: random.below(5))
  }
}
extension Node: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Node {
    Node(
      name: .arbitrary(&random),
      children: random.oneIn(2) ? [] : (0..<random.below(3)).map { _ in arbitrary(&random) })
  }
}
extension Account: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Account {
    Account(secret: .arbitrary(&random), balance: .arbitrary(&random), owner: .arbitrary(&random))
  }
}
extension Pairs: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Pairs {
    Pairs(
      pair: (.arbitrary(&random), .arbitrary(&random)), labelled: (.arbitrary(&random), .arbitrary(&random)),
      withList: (.arbitrary(&random), .arbitrary(&random)))
  }
}
extension Numbers: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Numbers {
    Numbers(
      int: .arbitrary(&random), int8: .arbitrary(&random), int16: .arbitrary(&random),
      int32: .arbitrary(&random),
      int64: .arbitrary(&random), uint: .arbitrary(&random), uint8: .arbitrary(&random),
      uint16: .arbitrary(&random), uint32: .arbitrary(&random), uint64: .arbitrary(&random),
      bool: .arbitrary(&random), float: .arbitrary(&random), double: .arbitrary(&random),
      cgFloat: .arbitrary(&random))
  }
}
extension Texts: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Texts {
    Texts(
      string: .arbitrary(&random), substring: .arbitrary(&random), character: .arbitrary(&random),
      scalar: .arbitrary(&random), optional: .arbitrary(&random))
  }
}
extension FoundationValues: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> FoundationValues {
    FoundationValues(
      data: .arbitrary(&random), bytes: .arbitrary(&random), date: .arbitrary(&random),
      url: .arbitrary(&random),
      uuid: .arbitrary(&random), decimal: .arbitrary(&random), components: .arbitrary(&random),
      interval: .arbitrary(&random), locale: .arbitrary(&random), timeZone: .arbitrary(&random),
      indexSet: .arbitrary(&random), indexPath: .arbitrary(&random), range: .arbitrary(&random),
      closedRange: .arbitrary(&random), from: Double.arbitrary(&random)..., nsRange: .arbitrary(&random))
  }
}
extension Geometry: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Geometry {
    Geometry(point: .arbitrary(&random), size: .arbitrary(&random), rect: .arbitrary(&random))
  }
}
extension Collections: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Collections {
    Collections(
      names: .arbitrary(&random), nested: .arbitrary(&random), unique: .arbitrary(&random),
      byName: .arbitrary(&random), byPoint: .arbitrary(&random), maybe: .arbitrary(&random),
      twice: .arbitrary(&random), contiguous: ContiguousArray([Double].arbitrary(&random)),
      slice: [Bool].arbitrary(&random)[...], priorities: .arbitrary(&random))
  }
}
extension Priority: Arbitrary {}
extension Suit: Arbitrary {}
extension Direction: Arbitrary {}
extension Shape: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Shape {
    switch random.below(4) {
    case 0: .empty
    case 1: .circle(radius: .arbitrary(&random))
    case 2: .polygon(.arbitrary(&random), closed: .arbitrary(&random))
    default: .label(.arbitrary(&random), at: .arbitrary(&random))
    }
  }
}
extension Expression: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Expression {
    switch random.below(5) {
    case 0: .negated(.arbitrary(&random))
    case 1: .sum(.arbitrary(&random), .arbitrary(&random))
    default: .number(.arbitrary(&random))
    }
  }
}
