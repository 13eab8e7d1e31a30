public import Foundation
public import StructCoding

// Every shape that @Archivable supports. `ShapeTests` round-trips a value of each.

@Archivable
public struct Event: Hashable {
  public var timeStamp: Date
  public var eventTag: String
}

@Archivable(className: "Session", formerly: ["XYZSession", "Old.Session"])
public struct Session: Hashable {
  public var startTime: Date
  private var endTime: Date?
  public let constant = 5
  public static let shared = 1
  public var events: [Event] = []
  public var count: Int { events.count }
  public lazy var cache: String = "cache"
  var observed: Int { didSet { count2 += 1 } }
  private(set) var count2 = 0

  public init(startTime: Date, endTime: Date?, events: [Event], observed: Int) {
    self.startTime = startTime
    self.endTime = endTime
    self.events = events
    self.observed = observed
  }
  public static func == (a: Session, b: Session) -> Bool {
    (a.startTime, a.endTime, a.events, a.observed, a.count2)
      == (b.startTime, b.endTime, b.events, b.observed, b.count2)
  }
  public func hash(into hasher: inout Hasher) { hasher.combine(startTime) }
}

@Archivable
struct Empty: Hashable {}

@Archivable
struct ConstantsOnly: Hashable {
  let version = 3
}

@Archivable
struct Inferred: Hashable {
  var a = 1, b = "two"
  let c, d: Int
  var e = [1, 2, 3], f: Double
  var g: CGFloat = 1.5
  var h: Int!
  var i: Bool?
  var j: [String: [Int]?]
  var k: Data
  var l: Float
}

struct Point3: Hashable { var x = 0 }

@Archivable
struct Tuples {
  var plain: (Int, String)
  let labelled: (x: Int, y: Event)
  var inferred = (1, "a")
  var inferredLabelled = (min: 1, max: 2.5)
  var partly: (Int, name: String) = (0, "")
  var parenthesised: (Int)
  var a, b: (Double, Double)
  static func == (l: Tuples, r: Tuples) -> Bool {
    l.plain == r.plain && l.labelled == r.labelled && l.inferred == r.inferred
      && l.inferredLabelled == r.inferredLabelled && l.partly == r.partly
      && l.parenthesised == r.parenthesised
      && l.a == r.a && l.b == r.b
  }
}
extension Tuples: Equatable {}

@Archivable
struct Keywords: Hashable {
  var `class`: String
  var `self`: Int
  var `init`: Int
  var `default` = true
  var encoder: Int
  var decoder: Int
  var coder: Int
  var decoded: Int
  var encoded: Int
  var value: Int
  var archiveSchema: Int
  var `raw name with "quotes"`: Int
}

@propertyWrapper
struct Clamped: Hashable {
  var stored: Int
  var wrappedValue: Int {
    get { stored }
    set { stored = min(newValue, 10) }
  }
  init(wrappedValue: Int) { stored = min(wrappedValue, 10) }
}
@propertyWrapper
struct Zeroed: Hashable {
  var wrappedValue = 0
}

@Archivable
struct Wrapped: Hashable {
  @Clamped var first: Int = 3
  @Clamped var third: Int
  @Zeroed var second
  var fourth: Int
  @Zeroed() var fifth: Int
}

@Archivable
enum Shape: Hashable {
  case circle(radius: Double)
  case rectangle(width: Double, height: Double = 1)
  case pair(Int, String)
  case wrapped(_ value: Int)
  case none, some
  case `default`
  case keyword(in: Int, `self`: Int?)
  case nested(Event, [Event])
  indirect case node(Shape, Shape?)
}

@Archivable
enum Plain: Hashable, CaseIterable { case north, south }

@Archivable
indirect enum Tree<Element: ArchiveValue & Hashable>: Hashable {
  case leaf
  case node(Tree, Element, Tree)
}

@Archivable
enum Suit: String, Hashable { case spades, hearts }
@Archivable
public enum Level: Int, Hashable {
  case low = 1
  case high = 10
}

@Archivable
struct Options: OptionSet, Hashable {
  let rawValue: Int
}

@Archivable
public struct Renamed: Hashable {
  @Stored("lat") public var latitude: Double
  @Stored("the \"longitude\"", formerly: "lng", "long") private(set) var longitude: Double = 1
  @StructCoding.Stored(formerly: "tag") public let label: String
  @Stored("w") @Clamped var wrapped: Int
  @Clamped @Stored(formerly: "c") var clamped: Int = 3
  @Stored("platform", formerly: "mac") var apple: Int
}

@Archivable
enum RenamedCases: Hashable {
  @Stored("n", formerly: "up") case north
  @Stored(formerly: "down") case south(Int)
  @Stored("e", formerly: "right") case orient
}

enum Mode: Int, ArchiveValue { case fast, slow }

@Archivable
struct RawParts: Hashable {
  var mode: Mode
  var maybe: Mode?
  var many: [Mode]
  var suit: Suit
  var suits: [Suit]
  var options: Options
}

@Archivable
enum RawCases: Hashable {
  case one(Mode, Int)
  case more(maybe: Mode?, [Mode])
}

@Archivable
enum Single: Hashable { case only(Suit) }

@Archivable
struct Box<Content: ArchiveValue & Hashable>: Hashable {
  var content: Content
  var more: [Content] = []
  @Archivable
  struct Inner: Hashable { var contents: [Content?] }
}
@Archivable
struct Pair<First, Second>: Hashable
where First: ArchiveValue & Hashable, Second: ArchiveValue, Second: Hashable {
  var first: First
  var second: Second?
}
@Archivable
struct Tagged<Tag>: Hashable {
  var id: Int
}
@Archivable(className: "NamedBox")
struct NamedBox<Value: ArchiveValue & Hashable>: Hashable {
  var value: Value
}
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
@Archivable
struct Fixed<let Count: Int>: Hashable {
  var numbers: [Int]
}

enum Outer {
  @Archivable
  struct Inner: Hashable {
    var x: Int
    @Archivable
    fileprivate struct Innermost: Hashable { private var y: Int = 7 }
    fileprivate var innermost = Innermost()
  }
}
extension Outer {
  @Archivable
  struct InExtension: Hashable { var z: Int }
}
public enum Space {}
extension Space {
  @Archivable
  public struct Implicit: Hashable { var z: Int }
}

@Archivable
private struct Secret: Hashable { var x: Int }
@Archivable
private struct FileSecret: Hashable { private var x = 1 }
@Archivable
package struct Packaged: Hashable { package var x: Int }

// Names that mean something else inside the generated class.
@Archivable
struct Value: Hashable { var x: Int }
enum Coding {
  @Archivable
  struct Value: Hashable { var x: Int }
}

enum Visible {
  @Archivable
  public struct OnlyInEffect: Hashable { public var x: Int }
}

@available(macOS 99, *)
@Archivable
struct Future: Hashable {
  var x: Int
  @Archivable
  struct Inner: Hashable { var x: Int }
}

@Archivable
struct Recursive: Hashable {
  var name: String
  var children: [Recursive]
}

// Earlier versions of two types, whose archives lack fields.

@Archivable(className: "ClientCompileTests_Inferred_Coding")
struct OldInferred {
  var c: Int
  var d: Int
  var f: Double
  var j: [String: [Int]?]
  var k: Data
  var l: Float
}

@Archivable(className: "ClientCompileTests_Shape_Coding")
enum OldShape {
  case rectangle(width: Double)
}

/// Checks one value.
protocol ShapeCheck {
  func check<Value: Archivable & Equatable>(_ value: Value) throws
}

/// Passes a value of each type that only this file can name.
func checkFilePrivateShapes(_ check: some ShapeCheck) throws {
  try check.check(Outer.Inner(x: 1))
  try check.check(Outer.Inner.Innermost())
  try check.check(Secret(x: 1))
  try check.check(FileSecret())
}
