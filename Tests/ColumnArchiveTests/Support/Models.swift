import ArchiveTestSupport
import Foundation
import StructCoding

// The structs of these tests. Their names in archives are pinned by the fixtures.

@Archivable(className: "Column_Event")
struct Event: Hashable {
  var timeStamp: Date
  var eventTag: String
}

@Archivable(className: "Column_Session")
struct Session: Hashable {
  var startTime: Date
  var endTime: Date?
  var events: [Event] = []
  var count: Int { events.count }
}

@Archivable(className: "Column_Point")
struct Point: Hashable {
  var x: Int
  var y: Int
}

/// Three floats and no gap: stored as they are in memory.
@Archivable(className: "Column_Vertex")
struct Vertex: Hashable {
  var x: Float
  var y: Float
  var z: Float
}

@Archivable(className: "Column_Triangle")
struct Triangle: Hashable {
  var normal: Vertex
  var first: Vertex
  var second: Vertex
  var third: Vertex
}

@Archivable(className: "Column_Color")
struct Color: Hashable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8
  var alpha: UInt8
}

/// Seven bytes of nothing between the fields.
@Archivable(className: "Column_Padded")
struct Padded: Hashable {
  var flag: UInt8
  var value: Double
}

/// Nothing between the fields, and seven bytes behind them.
@Archivable(className: "Column_Trailing")
struct Trailing: Hashable {
  var value: Double
  var flag: UInt8
}

@Archivable(className: "Column_Empty")
struct Empty: Hashable {}

@Archivable(className: "Column_Numbers")
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

@Archivable(className: "Column_Texts")
struct Texts: Hashable {
  var string: String
  var substring: Substring
  var character: Character
  var scalar: Unicode.Scalar
  var optional: String?
}

@Archivable(className: "Column_Foundation_Values")
struct FoundationValues: Equatable {
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
  var nsRange: NSRange
  var rect: CGRect
}

@Archivable(className: "Column_Collections")
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

/// A struct that holds itself in an array.
@Archivable(className: "Column_Node")
struct Node: Hashable {
  var name: String = ""
  var children: [Node] = []
}

/// A struct that holds itself in an array that may be missing, and in a dictionary.
@Archivable(className: "Column_Person")
struct Person: Hashable {
  var name: String
  var friends: [Person]?
  var relatives: [String: Person]
}

@Archivable
struct Box<Content: ArchiveValue & Equatable>: Equatable {
  var content: Content
}
extension Box: Hashable where Content: Hashable {}

@Archivable
struct Both<First: ArchiveValue & Equatable, Second: ArchiveValue & Equatable>: Equatable {
  var first: First
  var second: Second
}
extension Both: Hashable where First: Hashable, Second: Hashable {}

@Archivable(className: "Column_Account")
struct Account: Hashable {
  private var secret: String
  private(set) var balance: Decimal
  let owner: String
  init(secret: String, balance: Decimal, owner: String) {
    (self.secret, self.balance, self.owner) = (secret, balance, owner)
  }
}

@Archivable(className: "Column_Pairs")
struct Pairs: Equatable {
  var pair: (Int, String)
  var labelled: (x: Double, y: Double?)
  var withList: ([Int], Point)
  static func == (left: Pairs, right: Pairs) -> Bool {
    left.pair == right.pair && left.labelled == right.labelled && left.withList == right.withList
  }
}

@propertyWrapper
struct AtMostTen: Hashable {
  private var stored: Int
  var wrappedValue: Int {
    get { stored }
    set { stored = min(newValue, 10) }
  }
  init(wrappedValue: Int) { stored = min(wrappedValue, 10) }
}

/// Properties without an address of their own, and some that are not stored at all.
@Archivable(className: "Column_Observed")
struct Observed: Equatable {
  let version = 3
  var plain: String
  var watched: Int { didSet { changes += 1 } }
  @AtMostTen var limited: Int
  private(set) var changes = 0
  lazy var text = "\(plain) \(watched)"

  static func == (left: Observed, right: Observed) -> Bool {
    (left.version, left.plain, left.watched, left.limited, left.changes)
      == (right.version, right.plain, right.watched, right.limited, right.changes)
  }
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
