import ColumnArchives
import Foundation
import StructCoding

@testable import ArchiveTestSupport

// Types that are written without the macro.

/// A value that only knows keyed coders: a tree each.
struct Celsius: ArchiveValue, Hashable {
  var degrees: Double
  func encodeValue(to encoder: inout some ValueEncoder) throws { try encoder.encode(degrees) }
  static func decodeValue(from decoder: inout some ValueDecoder) throws -> Celsius {
    Celsius(degrees: try decoder.decodeDouble())
  }
}

/// A value that is stored as another one, and not every one of those.
struct Kelvin: ColumnValue, Hashable {
  var degrees: Double
  func encodeValue(to encoder: inout some ValueEncoder) throws { try encoder.encode(degrees) }
  static func decodeValue(from decoder: inout some ValueDecoder) throws -> Kelvin {
    try make(try decoder.decodeDouble())
  }
  static var archiveColumn: ArchiveColumn {
    .stored(as: Double.self) { (value: Kelvin) in
      value.degrees
    } decode: {
      try make($0)
    }
  }
  struct BelowZero: Error {}
  private static func make(_ degrees: Double) throws -> Kelvin {
    guard degrees >= 0 else { throw BelowZero() }
    return Kelvin(degrees: degrees)
  }
}

/// A record that does not say where its fields are.
struct Remark: ArchiveRecord, Hashable {
  var text: String
  var stars: Int?
  var shapes: [String: Shape]
  var answers: [Remark]

  init(text: String, stars: Int? = nil, shapes: [String: Shape] = [:], answers: [Remark] = []) {
    (self.text, self.stars, self.shapes, self.answers) = (text, stars, shapes, answers)
  }

  static let archiveSchema = ArchiveSchema(
    className: "Column_Remark", fields: ["text", "stars", "shapes", "answers"])

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(text, at: 0)
    try encoder.encode(stars, at: 1)
    try encoder.encode(shapes, at: 2)
    try encoder.encode(answers, at: 3)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    text = try decoder.decode(at: 0)
    stars = try decoder.decode(at: 1)
    shapes = try decoder.decode(at: 2)
    answers = try decoder.decode(at: 3)
  }
}

/// An enumeration that does not describe its cases.
enum Signal: ArchiveRecord, Hashable {
  case silence
  case tone(Double, name: String)

  static let archiveSchema = ArchiveSchema(
    className: "Column_Signal", cases: [.init("silence"), .init("tone", fields: ["_0", "name"])])

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    switch self {
    case .silence: try encoder.encodeCase(0)
    case .tone(let pitch, let name):
      try encoder.encodeCase(1)
      try encoder.encode(pitch, at: 0)
      try encoder.encode(name, at: 1)
    }
  }

  init(fields decoder: inout some FieldDecoder) throws {
    switch try decoder.decodeCase() {
    case 0: self = .silence
    default: self = .tone(try decoder.decode(at: 0), name: try decoder.decode(at: 1))
    }
  }
}

/// A class as it was written before there was Swift.
final class Ticket: NSObject, NSSecureCoding {
  let title: String
  let price: Double

  init(_ title: String, price: Double = 1.5) { (self.title, self.price) = (title, price) }

  static var supportsSecureCoding: Bool { true }

  func encode(with coder: NSCoder) {
    coder.encode(title as NSString, forKey: "title")
    coder.encode(price, forKey: "price")
  }

  required init?(coder: NSCoder) {
    guard let title = coder.decodeObject(of: NSString.self, forKey: "title") else { return nil }
    self.title = String(describing: title)
    price = coder.decodeDouble(forKey: "price")
  }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? Ticket else { return false }
    return title == other.title && price == other.price
  }
  override var hash: Int { title.hashValue }
}

extension Ticket: ArchiveValue {}

/// Objects as fields.
@Archivable(className: "Column_Folder")
struct Folder: Equatable {
  var cover: Ticket
  var spare: Ticket?
  var all: [Ticket]
  var byName: [String: Ticket]
  var event: Event.Coding
}
