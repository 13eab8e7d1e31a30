internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation

// The notation for values that JSON and property lists cannot represent. It is a file format: every later version
// must read today's files.
//
//   {"$date": "2026-05-01T10:30:00Z"}     a date; {"$date": 1.5} is a date in seconds since 2001-01-01 00:00 UTC
//   {"$data": "AQID"}                     data in Base64
//   {"$set": [1, 2]}                      a set
//   {"$entries": [[1, "one"]]}            a dictionary whose keys are not distinct strings
//   {"$class": "Event", "tag": "open"}    a record: an object of a class, with its fields
//     "$case": "circle"                     the case, of an enumeration
//     "$version": 2                         the version, if not 1
//     "$superclasses": ["Base", "NSObject"] the superclasses, if not only NSObject; null if an archive does not list them
//     "$fallbacks": ["NSObject"]          classes for readers that do not know the class, if there are any
//     "$form": "properties"               how a FastCoding file stores it: "coded", "properties" or "keyedArchive"
//   {"$class": "NSMutableArray", "$value": [1]}   a value of an unusual class
//   {"$float": 1.5}                       a 32-bit number; a number that is not finite is written as in "$double"
//   {"$double": "inf"}                    also "-inf", "nan", and the bits of another NaN as "0x7ff8000000000001"
//   {"$null": true}                       nil, in formats without null
//   {"$text": "AA=="}                     a string as UTF-8 in Base64, if the format cannot represent it
//   {"$object": 5}                        a separate object, where the value would not be one, or would equal another
//   {"$alias": "events.0.place"}          the object at this path from the root; the steps are keys and positions
//   {"$graph": …, "$objects": […]}        the root, and a table of objects; aliases such as "$objects.0" refer to it
//     "$archiver": "SCNKeyedArchiver", "$archiveVersion": 7
//                                           beside "$graph": the program that wrote a keyed archive, if not the usual
//
// A key that begins with "$" but is not a keyword gets a second "$". In paths, a backslash precedes each point or
// backslash that is part of a key. The empty path is the root; the path of a root key "" is a backslash.

/// The keywords of the notation.
enum NotationWord: String, CaseIterable {
  case alias = "$alias"
  case archiver = "$archiver"
  case archiveVersion = "$archiveVersion"
  case caseName = "$case"
  case className = "$class"
  case data = "$data"
  case date = "$date"
  case double = "$double"
  case entries = "$entries"
  case fallbacks = "$fallbacks"
  case float = "$float"
  case form = "$form"
  case graph = "$graph"
  case null = "$null"
  case object = "$object"
  case objects = "$objects"
  case set = "$set"
  case superclasses = "$superclasses"
  case text = "$text"
  case value = "$value"
  case version = "$version"

  /// Whether the keyword belongs to a record, next to its fields.
  var isOfRecord: Bool {
    switch self {
    case .caseName, .className, .fallbacks, .form, .superclasses, .value, .version: true
    default: false
    }
  }
}

enum Notation {
  /// Returns the written form of a key: a key that begins with `$`, like the keywords, gets a second `$`.
  static func escaped(_ key: String) -> String { key.utf8.first == UInt8(ascii: "$") ? "$" + key : key }

  /// Returns the key with a written form.
  static func unescaped(_ key: String) -> String {
    key.utf8.starts(with: "$$".utf8) ? String(key.dropFirst()) : key
  }

  /// Returns the written form of a path step.
  static func escapedStep(_ step: String) -> String {
    let marks = [UInt8(ascii: "."), UInt8(ascii: "\\")]
    guard step.utf8.contains(where: marks.contains) else { return step }
    let bytes = step.utf8.flatMap { marks.contains($0) ? [marks[1], $0] : [$0] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the path of steps in their written form. The empty path leads to the root, so a single empty step is a
  /// backslash.
  static func path(_ steps: [String]) -> String { steps == [""] ? "\\" : steps.joined(separator: ".") }

  /// Returns the steps of a path; none for the empty path, which leads to the root.
  static func steps(of path: String) -> [String] {
    if path.isEmpty { return [] }
    var steps: [[UInt8]] = [[]]
    var bytes = path.utf8.makeIterator()
    while let byte = bytes.next() {
      switch byte {
      case UInt8(ascii: "."): steps.append([])
      case UInt8(ascii: "\\"): if let next = bytes.next() { steps[steps.count - 1].append(next) }
      default: steps[steps.count - 1].append(byte)
      }
    }
    return steps.map { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: Numbers that are not finite

  static func text(of number: Double) -> String { text(number, number.bitPattern, Double.nan.bitPattern) }
  static func text(of number: Float) -> String { text(number, number.bitPattern, Float.nan.bitPattern) }
  static func double(_ text: String) -> Double? {
    number(text) { UInt64($0, radix: 16).map(Double.init(bitPattern:)) }
  }
  static func float(_ text: String) -> Float? {
    number(text) { UInt32($0, radix: 16).map(Float.init(bitPattern:)) }
  }

  private static func text<Bits: BinaryInteger>(_ number: some FloatingPoint, _ bits: Bits, _ nan: Bits)
    -> String
  {
    if number.isInfinite { return number < 0 ? "-inf" : "inf" }
    return bits == nan ? "nan" : "0x" + String(bits, radix: 16)
  }

  private static func number<Number: FloatingPoint>(_ text: String, _ bits: (Substring) -> Number?) -> Number?
  {
    switch text {
    case "inf": .infinity
    case "-inf": -.infinity
    case "nan": .nan
    default: text.hasPrefix("0x") ? bits(text.dropFirst(2)) : nil
    }
  }
}

extension FastCodingForm {
  /// The form in notation.
  var notation: String {
    switch self {
    case .coded: "coded"
    case .properties: "properties"
    case .keyedArchive: "keyedArchive"
    }
  }

  init?(notation text: String) {
    let forms: [FastCodingForm] = [.coded, .properties, .keyedArchive(nil)]
    guard let form = forms.first(where: { $0.notation == text }) else { return nil }
    self = form
  }
}
