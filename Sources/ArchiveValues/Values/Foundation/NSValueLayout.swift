internal import ArchiveBytes
internal import Foundation

/// The form of a structure in an `NSValue`, and in Apple's archives.
package struct NSValueLayout: Sendable {
  /// The number under `NS.special`.
  let kind: Int
  /// The name of the structure in errors.
  let title: String
  let schema: ArchiveSchema
  /// The structure's Objective-C type encoding.
  let encoding: String

  private init(_ kind: Int, _ title: String, fields: [String], encoding: String) {
    (self.kind, self.title, self.encoding) = (kind, title, encoding)
    schema = ArchiveSchema(
      className: "NSValue", formerly: [], superclasses: ["NSObject"], fields: ["NS.special"] + fields)
  }

  private static let float = MemoryLayout<CGFloat>.size == 8 ? "d" : "f"
  private static let unsigned = MemoryLayout<Int>.size == 8 ? "Q" : "I"

  static let point = NSValueLayout(
    1, "a point", fields: ["NS.pointval"], encoding: "{CGPoint=\(float)\(float)}")
  static let size = NSValueLayout(
    2, "a size", fields: ["NS.sizeval"], encoding: "{CGSize=\(float)\(float)}")
  static let rect = NSValueLayout(
    3, "a rect", fields: ["NS.rectval"],
    encoding: "{CGRect={CGPoint=\(float)\(float)}{CGSize=\(float)\(float)}}")
  static let range = NSValueLayout(
    4, "a range", fields: ["NS.rangeval.length", "NS.rangeval.location"],
    encoding: "{_NSRange=\(unsigned)\(unsigned)}")
  static let edgeInsets = NSValueLayout(
    12, "insets",
    fields: ["NS.edgeval.top", "NS.edgeval.left", "NS.edgeval.bottom", "NS.edgeval.right"],
    encoding: "{NSEdgeInsets=\(float)\(float)\(float)\(float)}")

  /// Reads the kind, which every `NSValue` has at position 0, and checks it.
  func check(in decoder: inout some FieldDecoder) throws {
    let found: Int = try decoder.decode(at: 0)
    guard found == kind else {
      let known = [Self.point, .size, .rect, .range, .edgeInsets].first { $0.kind == found }
      throw decoder.failure(
        .typeMismatch, expected: title, found: known?.title ?? "a value of the unknown kind \(found)")
    }
  }
}

/// The numbers of a point, a size or a rectangle, as Apple stores them: a string such as `{1.5, -2}`.
///
/// A string cannot distinguish one NaN from another. If it would not restore every bit, the bit patterns are stored
/// instead, as an array of unsigned integers.
struct NumbersText: ArchiveValue {
  let numbers: [Double]
  /// The number of numbers in a pair of braces. A rectangle has two such pairs inside another pair of braces.
  private static let group = 2

  init(_ numbers: [CGFloat]) { self.numbers = numbers.map { Double($0) } }
  private init(numbers: [Double]) { self.numbers = numbers }

  func encodeValue(to encoder: inout some ValueEncoder) throws {
    let patterns = numbers.map(\.bitPattern)
    if Self.parse(text)?.map(\.bitPattern) == patterns {
      try encoder.encode(text)
    } else {
      try patterns.encodeValue(to: &encoder)
    }
  }

  static func decodeValue(from decoder: inout some ValueDecoder) throws -> NumbersText {
    let text: String
    do {
      text = try decoder.decodeString()
    } catch let error as ArchiveError where [.typeMismatch, .classMismatch].contains(error.code) {
      guard let patterns = try? [UInt64].decodeValue(from: &decoder) else { throw error }
      return NumbersText(numbers: patterns.map { Double(bitPattern: $0) })
    }
    guard let numbers = parse(text) else {
      throw decoder.invalid(
        "the text \"\(text.prefix(80))\"", expected: "numbers in braces, such as {1, 2.5}")
    }
    return NumbersText(numbers: numbers)
  }

  static var archiveClasses: [AnyClass] { [UInt64].archiveClasses.adding(String.archiveClasses) }

  /// Returns the numbers. Throws if there are not exactly `count`.
  func values(_ count: Int, in decoder: some FieldDecoder) throws -> [CGFloat] {
    guard numbers.count == count else {
      throw decoder.invalid("\(numbers.count) numbers", expected: "\(count) numbers")
    }
    return numbers.map { CGFloat($0) }
  }

  private var text: String {
    let groups = stride(from: 0, to: numbers.count, by: Self.group).map { start in
      "{" + numbers[start...].prefix(Self.group).map(Self.text).joined(separator: ", ") + "}"
    }
    return groups.count == 1 ? groups[0] : "{" + groups.joined(separator: ", ") + "}"
  }

  /// Returns the shortest string that reads back as `number`; whole numbers without a fraction, as Apple writes them.
  private static func text(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Parses strictly: braces, numbers and commas, with a space after a comma or none, and nothing else.
  private static func parse(_ text: String) -> [Double]? {
    let marks: Set<Character> = ["{", ",", "}"]
    let positions =
      switch text.filter(marks.contains) {
      case "{,}": [1, 2]
      case "{{,},{,}}": [2, 3, 6, 7]
      default: [Int]()
      }
    // The texts before, between and after the marks.
    let parts = text.replacing(", ", with: ",").split(
      omittingEmptySubsequences: false, whereSeparator: marks.contains)
    let numbers = positions.compactMap { number(parts[$0]) }
    let areOthersEmpty = parts.indices.allSatisfy { parts[$0].isEmpty || positions.contains($0) }
    return numbers.isEmpty || numbers.count < positions.count || !areOthersEmpty ? nil : numbers
  }

  private static func number(_ text: Substring) -> Double? {
    // `Double` also accepts hexadecimal numbers and named infinities, which are never written here.
    guard
      text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) || ["inf", "-inf", "nan"].contains(text)
    else { return nil }
    return Double(text)
  }
}
