import ArchiveTestSupport
import Foundation
import StructCoding

// The values of these tests. Their names in archives are pinned by the fixtures.

@Archivable(className: "Test_Event")
struct Event: Hashable {
  var timeStamp: Date
  var eventTag: String
}

@Archivable(className: "Test_Session")
struct Session: Hashable {
  var startTime: Date
  var endTime: Date?
  var events: [Event] = []
}

/// A raw enumeration.
@Archivable(className: "Test_Priority")
enum Priority: Int, CaseIterable {
  case low = -1
  case normal = 0
  case high = 1000
}

/// A raw enumeration that needs the conformance alone.
enum Suit: String, ArchiveValue, CaseIterable { case clubs, spades }

/// An enumeration without associated values.
@Archivable(className: "Test_Direction")
enum Direction: CaseIterable { case north, east, south, west }

/// An enumeration with them.
@Archivable(className: "Test_Shape")
enum Shape: Hashable {
  case empty
  case circle(radius: Double)
  case polygon([Point], closed: Bool = true)
  case label(String, at: Point?)
}

@Archivable(className: "Test_Point")
struct Point: Hashable, Comparable {
  var x: Int
  var y: Int
  static func < (left: Point, right: Point) -> Bool { (left.x, left.y) < (right.x, right.y) }
}

@Archivable(className: "Test_Expression")
indirect enum Expression: Hashable {
  case number(Double)
  case negated(Expression)
  case sum(Expression, Expression)
}

/// A struct that holds itself.
@Archivable(className: "Test_Node")
struct Node: Hashable {
  var name: String = ""
  var children: [Node] = []
}

@Archivable
struct Box<Content: ArchiveValue & Hashable>: Hashable {
  var content: Content
}

@Archivable(className: "Test_Account")
struct Account: Hashable {
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
struct Numbers: Hashable {
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
struct Texts: Hashable {
  var string: String
  var substring: Substring
  var character: Character
  var scalar: Unicode.Scalar
  var optional: String?
}

@Archivable(className: "Test_Foundation_Values")
struct FoundationValues: Hashable {
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
struct Collections: Hashable {
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

/// A class as it was written before there was Swift, and its object as a field of values.
class Ticket: NSObject, NSSecureCoding {
  let title: String
  let price: Double
  let next: Ticket?
  let tags: [String]

  required init(_ title: String, price: Double = 1.5, next: Ticket? = nil, tags: [String] = []) {
    (self.title, self.price, self.next, self.tags) = (title, price, next, tags)
  }

  class var supportsSecureCoding: Bool { true }

  func encode(with coder: NSCoder) {
    coder.encode(title as NSString, forKey: "title")
    coder.encode(price, forKey: "price")
    coder.encode(next, forKey: "next")
    coder.encode(NSArray(array: tags.map { $0 as NSString }), forKey: "tags")
  }

  required init?(coder: NSCoder) {
    guard let title = coder.decodeObject(of: NSString.self, forKey: "title") else { return nil }
    self.title = String(describing: title)
    price = coder.decodeDouble(forKey: "price")
    next = coder.decodeObject(of: Ticket.self, forKey: "next")
    let tags = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "tags") as? [Any] ?? []
    self.tags = tags.map { "\($0)" }
  }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? Ticket else { return false }
    return title == other.title && price == other.price && next == other.next && tags == other.tags
  }
  override var hash: Int { title.hashValue }
}

extension Ticket: ArchiveValue {}

/// A ticket that fails to be written.
final class Unwritable: Ticket {
  struct NoInk: Error { let description = "no more ink" }
  override var classForCoder: AnyClass { Ticket.self }
  override func encode(with coder: NSCoder) { coder.failWithError(NoInk()) }
}

extension Event.Coding: ArchiveValue {}

@Archivable(className: "Test_Folder")
struct Folder: Equatable {
  var cover: Ticket
  var spare: Ticket?
  var all: [Ticket]
  var byName: [String: Ticket]
  var event: Event.Coding
}

/// Types that came with Swift 6, and results.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
@Archivable
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
