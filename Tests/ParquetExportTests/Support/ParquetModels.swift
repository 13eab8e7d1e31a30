import ArchiveTestSupport
import Foundation
import StructCoding

@Archivable
struct Event: Hashable {
  var timeStamp: Date
  var eventTag: String
}

extension Event: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Event {
    Event(
      timeStamp: Date(timeIntervalSinceReferenceDate: 7e8 + Double(random.below(1_000_000_000)) / 1e3),
      eventTag: random.oneIn(3) ? .arbitrary(&random) : "tag \(random.below(5))")
  }
}

@Archivable
struct Session: Hashable {
  var id: UUID
  var startTime: Date
  var events: [Event]
}

extension Session: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Session {
    Session(
      id: .arbitrary(&random), startTime: .near(&random),
      events: (0..<random.below(5)).map { _ in .arbitrary(&random) })
  }
}

extension Date {
  /// A date with microseconds, in this century or far away.
  static func near(_ random: inout SeededGenerator) -> Date {
    let micros = Int64(truncatingIfNeeded: random.next() >> UInt64(random.oneIn(4) ? 8 : 14))
    return Date(timeIntervalSinceReferenceDate: Double(random.oneIn(4) ? -micros : micros) / 1e6)
  }
}

@Archivable
enum Direction: CaseIterable {
  case north, east, south, west
}

@Archivable
enum Level: Int16, CaseIterable {
  case low = -3
  case high = 900
}

@Archivable
enum Name: String, CaseIterable {
  case first = "1st"
  case second = "2nd"
}

@Archivable
enum Shape: Hashable {
  case nothing
  case circle(radius: Double)
  case polygon(points: [Point], isClosed: Bool?)
  case labelled(String)
}

@Archivable
struct Point: Hashable {
  var x: Double
  var y: Float
}

@Archivable
struct Scalars: Hashable {
  var bool: Bool
  var int: Int
  var int8: Int8
  var int16: Int16
  var int32: Int32
  var int64: Int64
  var uint: UInt
  var uint8: UInt8
  var uint16: UInt16
  var uint32: UInt32
  var uint64: UInt64
  var float: Float
  var double: Double
  var string: String
  var data: Data
  var date: Date
  var uuid: UUID
  var direction: Direction
  var level: Level
  var name: Name
}

extension Scalars: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Scalars {
    Scalars(
      bool: .arbitrary(&random), int: .arbitrary(&random), int8: .arbitrary(&random),
      int16: .arbitrary(&random), int32: .arbitrary(&random), int64: .arbitrary(&random),
      uint: .arbitrary(&random), uint8: .arbitrary(&random), uint16: .arbitrary(&random),
      uint32: .arbitrary(&random), uint64: .arbitrary(&random), float: .arbitrary(&random),
      double: .arbitrary(&random), string: .arbitrary(&random), data: .arbitrary(&random),
      date: .near(&random), uuid: .arbitrary(&random),
      direction: Direction.allCases.randomElement(using: &random)!,
      level: Level.allCases.randomElement(using: &random)!,
      name: Name.allCases.randomElement(using: &random)!)
  }
}

@Archivable
struct Optionals: Hashable {
  var bool: Bool?
  var int: Int?
  var uint16: UInt16?
  var double: Double?
  var string: String?
  var data: Data?
  var date: Date?
  var uuid: UUID?
  var direction: Direction?
  var level: Level?
  var point: Point?
  var shape: Shape?
  var list: [Int?]?
  var url: URL?
}

extension Optionals: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Optionals {
    func maybe<Value>(_ make: (inout SeededGenerator) -> Value) -> Value? {
      random.oneIn(2) ? make(&random) : nil
    }
    return Optionals(
      bool: maybe(Bool.arbitrary), int: maybe(Int.arbitrary), uint16: maybe(UInt16.arbitrary),
      double: maybe(Double.arbitrary), string: maybe(String.arbitrary), data: maybe(Data.arbitrary),
      date: maybe(Date.near), uuid: maybe(UUID.arbitrary),
      direction: maybe { Direction.allCases.randomElement(using: &$0)! },
      level: maybe { Level.allCases.randomElement(using: &$0)! }, point: maybe(Point.arbitrary),
      shape: maybe(Shape.arbitrary),
      list: maybe { random in (0..<random.below(4)).map { _ in random.oneIn(3) ? nil : .arbitrary(&random) }
      },
      url: maybe { URL(string: "https://example.org/\($0.below(9))")! })
  }
}

extension Point: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Point {
    Point(x: .arbitrary(&random), y: .arbitrary(&random))
  }
}

extension Shape: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Shape {
    switch random.below(4) {
    case 0: .nothing
    case 1: .circle(radius: .arbitrary(&random))
    case 2:
      .polygon(
        points: (0..<random.below(3)).map { _ in .arbitrary(&random) },
        isClosed: random.oneIn(2) ? nil : .arbitrary(&random))
    default: .labelled(.arbitrary(&random))
    }
  }
}

@Archivable
struct Nested: Hashable {
  var lists: [[Int]]
  var optionalLists: [[String?]?]
  var tags: Set<String>
  var byName: [String: [Point]]
  var byDirection: [Direction: [String: Int8]]
  var shapes: [Shape]
  var sessions: [Session]?
  var points: [[Point?]]
}

extension Nested: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Nested {
    func list<Value>(_ make: (inout SeededGenerator) -> Value) -> [Value] {
      (0..<(random.oneIn(3) ? 0 : random.below(4))).map { _ in make(&random) }
    }
    let names = list(String.arbitrary)
    let directions = list { Direction.allCases.randomElement(using: &$0)! }
    return Nested(
      lists: list { random in (0..<random.below(3)).map { _ in .arbitrary(&random) } },
      optionalLists: list { random in
        random.oneIn(3)
          ? nil : (0..<random.below(3)).map { _ in random.oneIn(2) ? nil : .arbitrary(&random) }
      },
      tags: Set(list(String.arbitrary)),
      byName: Dictionary(names.map { ($0, list(Point.arbitrary)) }) { first, _ in first },
      byDirection: Dictionary(directions.map { ($0, ["a": Int8.arbitrary(&random), "b": -1]) }) { first, _ in
        first
      },
      shapes: list(Shape.arbitrary), sessions: random.oneIn(3) ? nil : list(Session.arbitrary),
      points: list { random in
        (0..<random.below(3)).map { _ in random.oneIn(3) ? nil : .arbitrary(&random) }
      })
  }
}

@Archivable
struct FoundationValues: Hashable {
  var url: URL
  var zone: TimeZone
  var locale: Locale
  var interval: DateInterval
  var intervals: [DateInterval]
  var price: Decimal
}

extension FoundationValues: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> FoundationValues {
    func interval(_ random: inout SeededGenerator) -> DateInterval {
      DateInterval(
        start: Date(timeIntervalSinceReferenceDate: Double(random.below(1 << 30))),
        duration: Double(random.below(1000)))
    }
    return FoundationValues(
      url: URL(string: "page/\(random.below(9))", relativeTo: URL(string: "https://example.org/a/"))!,
      zone: TimeZone(identifier: random.oneIn(2) ? "Europe/Berlin" : "UTC")!,
      locale: Locale(identifier: random.oneIn(2) ? "de_DE" : "en_US"),
      interval: interval(&random), intervals: (0..<random.below(3)).map { _ in interval(&random) },
      price: Decimal(random.below(1_000_000) - 500_000) / 100)
  }
}

/// Types that column archives store as trees, or in forms of their own.
@Archivable
struct Others {
  var components: DateComponents
  var point: CGPoint
  var size: CGSize?
  var rect: CGRect
  var range: NSRange
  var length: Measurement<UnitLength>
  var indexes: IndexSet
  var letter: Character
  var duration: Duration
  var triangles: [Triangle]
  var pair: (Int, String?)
  var bytes: [UInt8]
  var result: Result<Int, Fault>
}

@Archivable
struct Fault: Error, Hashable {
  var code: Int
}

/// Numbers of fixed width without gaps, which are stored as they are in memory.
@Archivable
struct Triangle: Hashable {
  var a: Double
  var b: Double
  var c: Corner
}

@Archivable
struct Corner: Hashable {
  var x: Float
  var y: Float
}
