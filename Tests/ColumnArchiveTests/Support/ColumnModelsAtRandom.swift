import Foundation
import StructCoding

@testable import ArchiveTestSupport

// The models of these tests, made up at random.

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

// MARK: Enumerations

extension Only: Arbitrary {}
extension Side: Arbitrary {}
extension TwoHundred: Arbitrary {}
extension MoreThanAByte: Arbitrary {}
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
