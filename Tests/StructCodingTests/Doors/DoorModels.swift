import ArchiveTestSupport
import Foundation
import StructCoding

// Small models with all that archives can hold, so that a changed byte has something to change.

@Archivable(className: "Door_Event")
struct DoorEvent: Hashable {
  var timeStamp: Date
  var eventTag: String
  var level: Int16?
}

@Archivable(className: "Door_Session")
struct DoorSession: Hashable {
  var startTime: Date
  var endTime: Date?
  var events: [DoorEvent] = []
  var isOpen = false
  var counts: [String: UInt8] = [:]
}

@Archivable(className: "Door_Values")
struct DoorValues: Hashable {
  var small: Int8
  var wide: UInt64
  var single: Float
  var ratio: Double?
  var letter: Character
  var bytes: Data
  var id: UUID
  var link: URL?
  var amount: Decimal
  var span: DateInterval
  var time: Duration
  var numbers: IndexSet
  var range: Range<Int>
  var tags: Set<String>
  var grid: [[Int32]]
  var nested: [String: [Bool?]]
}

@Archivable(className: "Door_Expression")
indirect enum DoorExpression: Hashable {
  case number(Double)
  case name(String, isConstant: Bool = false)
  case negated(DoorExpression)
  case sum(left: DoorExpression, right: DoorExpression)
  case list([DoorExpression])
  case empty
}

@Archivable(className: "Door_Priority")
enum DoorPriority: Hashable { case low, normal, high }

/// Reads what it cannot read as something else.
@Archivable(className: "Door_Lenient")
struct DoorLenient: Hashable {
  @Stored(default: DoorPriority.normal, onDecodeFailure: .fallbackToDefaultValue) var priority: DoorPriority
  @Stored(onDecodeFailure: .fallbackToDefaultValue) var event: DoorEvent?
  @Stored(onDecodeFailure: .fallbackToDefaultValue) var number: Int?
  var expression: DoorExpression
}

extension DoorSession: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> DoorSession {
    DoorSession(
      startTime: .arbitrary(&random), endTime: .arbitrary(&random), events: .arbitrary(&random),
      isOpen: .arbitrary(&random), counts: .arbitrary(&random))
  }
}

extension DoorEvent: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> DoorEvent {
    DoorEvent(timeStamp: .arbitrary(&random), eventTag: .arbitrary(&random), level: .arbitrary(&random))
  }
}

extension DoorValues: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> DoorValues {
    let start = Int16.arbitrary(&random)
    return DoorValues(
      small: .arbitrary(&random), wide: UInt64.arbitrary(&random) >> 1, single: .arbitrary(&random),
      ratio: .arbitrary(&random), letter: .arbitrary(&random), bytes: .arbitrary(&random),
      id: .arbitrary(&random), link: .arbitrary(&random), amount: .arbitrary(&random),
      span: .arbitrary(&random), time: .arbitrary(&random), numbers: .arbitrary(&random),
      range: Int(start)..<Int(start) + random.below(9), tags: .arbitrary(&random), grid: .arbitrary(&random),
      nested: .arbitrary(&random))
  }
}

extension DoorExpression: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> DoorExpression {
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

extension DoorLenient: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> DoorLenient {
    DoorLenient(
      priority: [.low, .normal, .high].randomElement(using: &random)!, event: .arbitrary(&random),
      number: .arbitrary(&random), expression: .arbitrary(&random))
  }
}
