import ArchiveTestSupport
import Foundation
import StructCoding

/// What conditions compare: fields of every type that has an order, alone, optional, and in optional structs.
@Archivable(className: "Column_Reading")
struct Reading: Equatable {
  var number: Int
  var small: Int8
  var large: UInt64
  var value: Double
  var ratio: Float
  var time: Date
  var text: String
  var isOpen: Bool
  var grade: Int?
  var weight: Double?
  var until: Date?
  var remark: String?
  var isFinal: Bool?
  var origin: Origin
  var target: Origin?
  var tags: [String]

  @Archivable(className: "Column_Reading_Origin")
  struct Origin: Equatable {
    var level: Int
    var name: String?
    var label: String
  }
}

/// What the values of an archive, or of a batch, are made of.
struct ReadingTaste {
  var random: SeededGenerator
  /// The letters of strings: ASCII, those of western languages, or also those that combine and are composed.
  let letters: [Unicode.Scalar]
  /// The numbers around which all are.
  let center: Int
  let hasNaN: Bool
  let isSparse: Bool

  static let letters: [[Unicode.Scalar]] = [
    Array("ab".unicodeScalars), Array("abcxyzK;`\0\u{7F} \r\n".unicodeScalars),
    Array("aeoAK\u{E9}\u{F8}\u{FF}\u{DF}\u{101}\u{1E5}\u{2FF}\u{80}".unicodeScalars),
    Array(
      "ae\u{E9}\u{301}\u{323}\u{300}\u{1EB9}K\u{212A};\u{37E}`\u{1FEF}\u{2FF}\u{370}\u{344}".unicodeScalars),
    Array(
      "aдй\u{306}中가\u{1100}\u{1161}\u{11A8}\u{F900}\u{1D15E}\u{1F600}\u{FB1D}\u{9C7}\u{9BE}".unicodeScalars),
  ]

  init(_ random: inout SeededGenerator) {
    letters = Self.letters.randomElement(using: &random)!
    center = [0, 0, 100, -100, 1 << 40].randomElement(using: &random)!
    (hasNaN, isSparse) = (random.oneIn(4), random.oneIn(4))
    self.random = SeededGenerator(seed: random.next())
  }

  mutating func text() -> String {
    var text = String.UnicodeScalarView()
    let common = random.oneIn(3) ? 16 - random.below(4) : random.below(3)
    for _ in 0..<common { text.append(letters[0]) }
    for _ in 0..<random.below(4) { text.append(letters.randomElement(using: &random)!) }
    return String(text)
  }

  mutating func double() -> Double {
    if hasNaN, random.oneIn(5) { return random.oneIn(2) ? .nan : -.nan }
    if random.oneIn(50) { return [.infinity, -.infinity, 0.0, -0.0].randomElement(using: &random)! }
    return Double(center) + Double(random.below(40)) / 4
  }

  mutating func optional<Value>(_ value: Value) -> Value? {
    isSparse || random.oneIn(3) ? nil : value
  }

  mutating func origin() -> Reading.Origin {
    Reading.Origin(level: center + random.below(9), name: optional(text()), label: text())
  }

  mutating func reading() -> Reading {
    Reading(
      number: center + random.below(9), small: Int8(truncatingIfNeeded: center + random.below(9)),
      large: center < 0 ? .max - UInt64(random.below(9)) : UInt64(center + random.below(9)), value: double(),
      ratio: Float(double()), time: Date(timeIntervalSinceReferenceDate: double()), text: text(),
      isOpen: isSparse || random.oneIn(2), grade: optional(center + random.below(9)),
      weight: optional(double()),
      until: optional(Date(timeIntervalSinceReferenceDate: double())), remark: optional(text()),
      isFinal: optional(isSparse), origin: origin(), target: optional(origin()),
      tags: (0..<random.below(3)).map { _ in text() })
  }
}
