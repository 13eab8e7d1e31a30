import ArchiveTestSupport
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
extension Vertex: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Vertex {
    Vertex(x: .arbitrary(&random), y: .arbitrary(&random), z: .arbitrary(&random))
  }
}
extension Triangle: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Triangle {
    Triangle(
      normal: .arbitrary(&random), first: .arbitrary(&random), second: .arbitrary(&random),
      third: .arbitrary(&random))
  }
}
extension Color: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Color {
    Color(
      red: .arbitrary(&random), green: .arbitrary(&random), blue: .arbitrary(&random),
      alpha: .arbitrary(&random))
  }
}
extension Padded: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Padded {
    Padded(flag: .arbitrary(&random), value: .arbitrary(&random))
  }
}
extension Trailing: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Trailing {
    Trailing(value: .arbitrary(&random), flag: .arbitrary(&random))
  }
}
extension Empty: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Empty { Empty() }
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
      closedRange: .arbitrary(&random), nsRange: .arbitrary(&random), rect: .arbitrary(&random))
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
extension Node: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Node {
    Node(
      name: .arbitrary(&random),
      children: random.oneIn(2) ? [] : (0..<random.below(3)).map { _ in arbitrary(&random) })
  }
}
extension Person: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Person {
    func some() -> [Person] { random.oneIn(3) ? (0..<random.below(3)).map { _ in arbitrary(&random) } : [] }
    return Person(
      name: .arbitrary(&random), friends: random.oneIn(2) ? nil : some(),
      relatives: Dictionary(some().map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }))
  }
}
extension Box: Arbitrary where Content: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Box { Box(content: .arbitrary(&random)) }
}
extension Both: Arbitrary where First: Arbitrary, Second: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Both {
    Both(first: .arbitrary(&random), second: .arbitrary(&random))
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

// MARK: Enumerations

extension Priority: Arbitrary {}
extension Suit: Arbitrary {}
extension Direction: Arbitrary {}
extension Only: Arbitrary {}
extension Side: Arbitrary {}
extension TwoHundred: Arbitrary {}
extension MoreThanAByte: Arbitrary {}
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
extension Tree: Arbitrary where Value: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Tree {
    random.below(5) < 3 ? .leaf : .node(.arbitrary(&random), .arbitrary(&random), .arbitrary(&random))
  }
}
extension Chain: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Chain {
    .link(.arbitrary(&random), next: .arbitrary(&random))
  }
}
extension Mode: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Mode { Mode(rawValue: .arbitrary(&random)) }
}
extension Modes: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Modes {
    Modes(one: .arbitrary(&random), maybe: .arbitrary(&random), many: .arbitrary(&random))
  }
}

// MARK: By hand

extension Celsius: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Celsius { Celsius(degrees: .arbitrary(&random)) }
}
extension Kelvin: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Kelvin {
    Kelvin(degrees: Double.arbitrary(&random).magnitude)
  }
}
extension Remark: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Remark {
    Remark(
      text: .arbitrary(&random), stars: .arbitrary(&random), shapes: .arbitrary(&random),
      answers: random.oneIn(2) ? [] : (0..<random.below(3)).map { _ in arbitrary(&random) })
  }
}
extension Signal: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Signal {
    random.oneIn(2) ? .silence : .tone(.arbitrary(&random), name: .arbitrary(&random))
  }
}
extension Ticket: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Self {
    Self(.arbitrary(&random), price: .arbitrary(&random))
  }
}
extension Folder: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Folder {
    Folder(
      cover: .arbitrary(&random), spare: .arbitrary(&random), all: .arbitrary(&random),
      byName: .arbitrary(&random), event: Event.arbitrary(&random).encoded)
  }
}
