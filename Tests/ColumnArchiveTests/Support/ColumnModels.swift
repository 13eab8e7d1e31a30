import Foundation
import StructCoding

@testable import ArchiveTestSupport

// The structs of these tests. Their names in archives are pinned by the fixtures.

// Foundation and Apple's SDKs have types of these names, too.
typealias Expression = ArchiveTestSupport.Expression
typealias Point = ArchiveTestSupport.Point

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
