import Foundation
import StructCoding

// What the tests of keyed and column archives store. Fixtures of both pin the names in archives.
//
// They are internal, as the types of users mostly are: whoever tests with them imports this module `@testable`.

@Archivable(className: "Test_Event")
struct Event: Hashable, Sendable {
  var timeStamp: Date
  var eventTag: String
}

/// An object of the event as a value.
extension Event.Coding: ArchiveValue {}

@Archivable(className: "Test_Session")
struct Session: Hashable, Sendable {
  var startTime: Date
  var endTime: Date?
  var events: [Event] = []
  var count: Int { events.count }
}

@Archivable(className: "Test_Point")
struct Point: Hashable, Comparable, Sendable {
  var x: Int
  var y: Int
  static func < (left: Point, right: Point) -> Bool { (left.x, left.y) < (right.x, right.y) }
}

/// A struct that holds itself.
@Archivable(className: "Test_Node")
struct Node: Hashable, Sendable {
  var name: String = ""
  var children: [Node] = []
}

@Archivable(className: "Test_Account")
struct Account: Hashable, Sendable {
  private var secret: String
  private(set) var balance: Decimal
  let owner: String
  init(secret: String, balance: Decimal, owner: String) {
    (self.secret, self.balance, self.owner) = (secret, balance, owner)
  }
}

@Archivable(className: "Test_Pairs")
struct Pairs: Equatable {
  var pair: (Int, String)
  var labelled: (x: Double, y: Double?)
  var withList: ([Int], Point)
  static func == (left: Pairs, right: Pairs) -> Bool {
    left.pair == right.pair && left.labelled == right.labelled && left.withList == right.withList
  }
}

@Archivable(className: "Test_Numbers")
struct Numbers: Hashable, Sendable {
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
  var bool: Bool
  var float: Float
  var double: Double
  var cgFloat: CGFloat
}

@Archivable(className: "Test_Texts")
struct Texts: Hashable, Sendable {
  var string: String
  var substring: Substring
  var character: Character
  var scalar: Unicode.Scalar
  var optional: String?
}

@Archivable(className: "Test_Foundation_Values")
struct FoundationValues: Hashable, Sendable {
  var data: Data
  var bytes: [UInt8]
  var date: Date
  var url: URL
  var uuid: UUID
  var decimal: Decimal
  var components: DateComponents
  var interval: DateInterval
  var locale: Locale
  var timeZone: TimeZone
  var indexSet: IndexSet
  var indexPath: IndexPath
  var range: Range<Int>
  var closedRange: ClosedRange<String>
  var from: PartialRangeFrom<Double>
  var nsRange: NSRange

  static func == (left: Self, right: Self) -> Bool {
    left.data == right.data && left.bytes == right.bytes && left.date == right.date && left.url == right.url
      && left.uuid == right.uuid && left.decimal == right.decimal && left.components == right.components
      && left.interval == right.interval && left.locale == right.locale && left.timeZone == right.timeZone
      && left.indexSet == right.indexSet && left.indexPath == right.indexPath && left.range == right.range
      && left.closedRange == right.closedRange && left.from.lowerBound == right.from.lowerBound
      && left.nsRange == right.nsRange
  }
  func hash(into hasher: inout Hasher) { hasher.combine(uuid) }
}

@Archivable(className: "Test_Geometry")
struct Geometry: Equatable {
  var point: CGPoint
  var size: CGSize
  var rect: CGRect
}

@Archivable(className: "Test_Collections")
struct Collections: Hashable, Sendable {
  var names: [String]
  var nested: [[Int]]
  var unique: Set<Point>
  var byName: [String: Shape]
  var byPoint: [Point: [Direction]]
  var maybe: [Int?]
  var twice: Int??
  var contiguous: ContiguousArray<Double>
  var slice: ArraySlice<Bool>
  var priorities: [Priority: Suit]
}

/// Types that came with Swift 6, and results.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
@Archivable(className: "KeyedArchiveTests_Wide_Coding")
struct Wide: Equatable {
  var signed: Int128
  var unsigned: UInt128
  var result: Result<String, Fault>
  var triple: InlineArray<3, Int>

  static func == (a: Wide, b: Wide) -> Bool {
    (a.signed, a.unsigned, a.result) == (b.signed, b.unsigned, b.result)
      && a.triple.indices.allSatisfy { a.triple[$0] == b.triple[$0] }
  }
}
