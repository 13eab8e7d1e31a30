import Foundation
import StructCoding

struct Hue: RawRepresentable, Hashable {
  let rawValue: Int
}

/// A type that knows nothing of archives.
struct Palette: Codable, Hashable {
  var names: [String] = []
  var weights: [String: Double] = [:]
}

struct Fraction: Hashable {
  var numerator: Int
  var denominator: Int
}

struct FractionTransformer: ArchiveTransformer {
  struct Failure: Error, CustomStringConvertible { let description: String }

  func encode(_ value: Fraction) throws -> String {
    guard value.denominator != 0 else { throw Failure(description: "a fraction of zero parts") }
    return "\(value.numerator)/\(value.denominator)"
  }

  func decode(_ stored: String) throws -> Fraction {
    let parts = stored.split(separator: "/").compactMap { Int($0) }
    guard parts.count == 2, parts[1] != 0 else { throw Failure(description: "no fraction: \(stored)") }
    return Fraction(numerator: parts[0], denominator: parts[1])
  }
}

@Archivable
struct Location: Hashable {
  var latitude: Double
  @Stored("lon", formerly: "longitude") var longitude: Double
  var label: String? = nil
}

/// A property of each storage method.
@Archivable
struct Everything: Hashable {
  @Stored(.default) var plain: Int
  @Stored(.raw) var hue: Hue
  @Stored(.raw) var otherHue: Hue?
  @Stored(.codable) var palette: Palette
  @Stored(.codable) var number: Double
  @Stored(.codable(.json)) var otherPalette: Palette?
  @Stored(.transformed(FractionTransformer.self)) var fraction: Fraction
  @Stored("rest", .transformed(FractionTransformer.self)) var otherFraction: Fraction?
  @Stored(.transformed(name: "HexDataTransformer")) var checksum: Data
  @Stored(.composition) var location: Location
  var last: String
  @Stored(.composition, formerly: "origin") var start = Location(latitude: 1, longitude: 2)
}

extension Everything {
  static func random(using generator: inout some RandomNumberGenerator) -> Everything {
    func fraction() -> Fraction {
      Fraction(
        numerator: .random(in: -9...9, using: &generator), denominator: .random(in: 1...9, using: &generator))
    }
    func location() -> Location {
      Location(
        latitude: .random(in: -90...90, using: &generator),
        longitude: .random(in: -180...180, using: &generator),
        label: Bool.random(using: &generator) ? "here \(Int.random(in: 0...99, using: &generator))" : nil)
    }
    let names = (0..<Int.random(in: 0...3, using: &generator)).map { "name \($0)" }
    let palette = Palette(names: names, weights: Dictionary(uniqueKeysWithValues: names.map { ($0, 0.5) }))
    return Everything(
      plain: .random(in: 0...1000, using: &generator),
      hue: Hue(rawValue: .random(in: 0...360, using: &generator)),
      otherHue: Bool.random(using: &generator) ? Hue(rawValue: 7) : nil, palette: palette,
      number: .random(in: 0...1, using: &generator),
      otherPalette: Bool.random(using: &generator) ? palette : nil,
      fraction: fraction(), otherFraction: Bool.random(using: &generator) ? fraction() : nil,
      checksum: Data((0..<4).map { _ in UInt8.random(in: 0...255, using: &generator) }), location: location(),
      last: "end", start: location())
  }
}
