import Foundation
import StructCoding

// Small types with all that archives can hold, so that a changed byte has something to change. The fuzzer's
// dictionaries, in `Playground/Fuzz/Targets/Tokens.swift`, have their class names and fields.

@Archivable(className: "F_Event")
public struct SmallEvent: Hashable, Sendable {
  public var time: Date
  public var tag: String
  public var level: Int16?
}

@Archivable(className: "F_Session")
public struct SmallSession: Hashable, Sendable {
  public var start: Date
  public var end: Date?
  public var events: [SmallEvent] = []
  public var isOpen = false
  public var counts: [String: UInt8] = [:]
}

@Archivable(className: "F_Values")
public struct SmallValues: Hashable, Sendable {
  public var small: Int8
  public var wide: UInt64
  public var single: Float
  public var ratio: Double?
  public var letter: Character
  public var bytes: Data
  public var id: UUID
  public var link: URL?
  public var amount: Decimal
  public var span: DateInterval
  public var time: Duration
  public var numbers: IndexSet
  public var range: Range<Int>
  public var tags: Set<String>
  public var grid: [[Int32]]
  public var nested: [String: [Bool?]]
}

@Archivable(className: "F_Expression")
public indirect enum SmallExpression: Hashable, Sendable {
  case number(Double)
  case name(String, isConstant: Bool = false)
  case negated(SmallExpression)
  case sum(left: SmallExpression, right: SmallExpression)
  case list([SmallExpression])
  case empty
}

@Archivable(className: "F_Kind")
public enum SmallKind: Hashable, CaseIterable, Sendable { case low, normal, high }

/// Reads what it cannot read as something else.
@Archivable(className: "F_Lenient")
public struct SmallLenient: Hashable, Sendable {
  @Stored(default: SmallKind.normal, onDecodeFailure: .fallbackToDefaultValue) public var kind: SmallKind
  @Stored(onDecodeFailure: .fallbackToDefaultValue) public var event: SmallEvent?
  @Stored(onDecodeFailure: .fallbackToDefaultValue) public var number: Int?
  public var expression: SmallExpression
}

extension SmallSession: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> SmallSession {
    SmallSession(
      start: .arbitrary(&random), end: .arbitrary(&random), events: .arbitrary(&random),
      isOpen: .arbitrary(&random), counts: .arbitrary(&random))
  }
}

extension SmallEvent: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> SmallEvent {
    SmallEvent(time: .arbitrary(&random), tag: .arbitrary(&random), level: .arbitrary(&random))
  }
}

extension SmallValues: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> SmallValues {
    let start = Int16.arbitrary(&random)
    return SmallValues(
      small: .arbitrary(&random), wide: UInt64.arbitrary(&random) >> 1, single: .arbitrary(&random),
      ratio: .arbitrary(&random), letter: .arbitrary(&random), bytes: .arbitrary(&random),
      id: .arbitrary(&random), link: .arbitrary(&random), amount: .arbitrary(&random),
      span: .arbitrary(&random), time: .arbitrary(&random), numbers: .arbitrary(&random),
      range: Int(start)..<Int(start) + random.below(9), tags: .arbitrary(&random), grid: .arbitrary(&random),
      nested: .arbitrary(&random))
  }
}

extension SmallExpression: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> SmallExpression {
    switch random.below(9) {
    case 0, 1: .number(.arbitrary(&random))
    case 2, 3: .name(.arbitrary(&random), isConstant: .arbitrary(&random))
    case 4: .negated(arbitrary(&random))
    case 5, 6: .sum(left: arbitrary(&random), right: arbitrary(&random))
    case 7: .list((0..<random.below(3)).map { _ in arbitrary(&random) })
    default: .empty
    }
  }
}

extension SmallKind: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> SmallKind {
    allCases.randomElement(using: &random)!
  }
}

extension SmallLenient: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> SmallLenient {
    SmallLenient(
      kind: .arbitrary(&random), event: .arbitrary(&random), number: .arbitrary(&random),
      expression: .arbitrary(&random))
  }
}
