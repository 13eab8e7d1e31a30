import ArchiveBytes
import ArchiveValues
import Foundation

/// A record written by hand, usable as a key.
struct Tag: ArchiveRecord, Hashable {
  var name: String
  var rank: Int?

  static let archiveSchema = ArchiveSchema(className: "Tag", fields: ["name", "rank"])

  init(_ name: String, _ rank: Int? = nil) { (self.name, self.rank) = (name, rank) }

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(name, at: 0)
    try encoder.encode(rank, at: 1)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    name = try decoder.decode(at: 0)
    rank = try decoder.decode(at: 1)
  }
}

/// An enumeration with associated values, written by hand.
enum Shape: ArchiveRecord, Hashable {
  case point
  case circle(radius: Double)

  static let archiveSchema = ArchiveSchema(
    className: "Shape", cases: [.init("point"), .init("circle", fields: ["radius"])])

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    switch self {
    case .point: try encoder.encodeCase(0)
    case .circle(let radius):
      try encoder.encodeCase(1)
      try encoder.encode(radius, at: 0)
    }
  }

  init(fields decoder: inout some FieldDecoder) throws {
    switch try decoder.decodeCase() {
    case 0: self = .point
    case 1: self = .circle(radius: try decoder.decode(at: 0))
    default: throw decoder.unknownCase()
    }
  }
}

/// A raw-valued enumeration that needs the conformance alone.
enum Suit: UInt8, ArchiveValue, CaseIterable { case clubs, diamonds, hearts, spades }
