import ColumnArchives
import Foundation
import StructCoding
import StructCodingTesting

/// Every kind of field.
@Archivable
struct Everything: Equatable {
  enum Direction: String, ArchiveValue, CaseIterable {
    case north = "n"
    case south = "s"
    case east, west
  }
  enum Level: Int, ArchiveValue, CaseIterable {
    case low = 10
    case high = 900
  }
  struct Flags: OptionSet, ArchiveValue {
    let rawValue: UInt8
  }
  struct Address: Codable, Equatable {
    var street: String
    var number: Int?
    var rooms: [Room]
    var kind: Kind
    var more: [String: Double]
    struct Room: Codable, Equatable { var name: String, size: Float, since: Date? }
    enum Kind: String, Codable { case house, flat }
  }
  @Archivable
  enum Shape: Equatable {
    case point
    case circle(radius: Double)
    indirect case pair(Shape, Shape)
  }
  @Archivable
  struct Place: Equatable {
    var latitude: Double
    var longitude: Float
  }

  var small: Int8
  var unsigned: UInt64
  var flag: Bool
  var name: String?
  var direction: Direction
  var directions: [Direction]
  @Stored(.raw) var maybe: Direction?
  var level: Level
  var flags: Flags
  var shape: Shape
  @Stored(.codable) var address: Address
  @Stored(.codable(.json)) var second: Address?
  @Stored(.transformed(ISO8601DateTransformer.self)) var day: Date
  @Stored(.transformed(ZlibDataTransformer.self)) var packed: Data?
  @Stored(.composition) var place: Place
  var url: URL
  var ids: [UUID]
  var amount: Decimal?
  var nested: [[Int16?]]
  var table: [String: [Date]]
  var flagsOfNames: [Bool: Set<String>]
  var range: ClosedRange<Int>
  var duration: Duration
  var letter: Character
  var pair: (Int, String)
  var bytes: [UInt8]
  var loose: ArchiveNode
  var version: Int = 3

  static func == (first: Everything, second: Everything) -> Bool {
    // Enough to see that values differ at all; nodes are compared besides.
    first.small == second.small && first.address == second.address && first.pair == second.pair
  }
}

extension ArbitraryGenerators {
  /// Makes what no archive describes.
  mutating func addresses() {
    type(Everything.Address.self) { random in
      Everything.Address(
        street: "street \(random.below(9))", number: random.oneIn(2) ? nil : random.below(100),
        rooms: (0..<random.below(3)).map { .init(name: "\($0)", size: Float($0) / 3, since: nil) },
        kind: random.oneIn(2) ? .house : .flat, more: ["a": -0.0])
    }
  }
}

/// Refuses most.
@Archivable
struct Password: Equatable, AwakesAfterDecoding {
  struct TooShort: Error {}
  var text: String
  var repeated: Int
  func awakeAfterDecoding() throws {
    guard text.count > 20, text.hasPrefix("pass") else { throw TooShort() }
  }
}

@Archivable
struct Chain: Equatable {
  var next: [Chain]
  var value: Endless?
}

/// A type that always contains another.
@ArchivableObject
final class Endless: Equatable {
  let other: Endless
  static func == (first: Endless, second: Endless) -> Bool { first === second }
  init(other: Endless) { self.other = other }
}

@Archivable
struct Opaque { var cipher: NSString }

/// Has a field that cannot be made, and another that is often refused.
@Archivable
struct Tolerant: Equatable {
  @Stored(onDecodeFailure: .debugAssertNil) var text: NSString?
  @Stored(onDecodeFailure: .fallbackToDefaultValue) var password: Password? = nil
  var keys: [Bool: Int]
  var range: ClosedRange<Int>
}

/// Loses something of large numbers only.
@Archivable
struct Account: Equatable {
  struct Narrow: Equatable, ArchiveRepresentable {
    var value: Double
    init(value: Double) { self.value = value }
    var archiveForm: Float { Float(value) }
    init(archiveForm: Float) { value = Double(archiveForm) + (archiveForm > 1e9 ? 1e3 : 0) }
  }
  var owner: String
  var balances: [Narrow]
}

@Archivable(className: "Arbitrary_Poster")
struct Poster: Equatable {
  var object: ArchivedObject
  var info: [String: PropertyList] = [:]
  var frame: CGRect
  var corner: CGPoint?
  var size = CGSize()
}
