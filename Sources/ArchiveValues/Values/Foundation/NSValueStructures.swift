internal import ArchiveBytes
public import Foundation

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
    schema = ArchiveSchema(className: "NSValue", fields: ["NS.special"] + fields)
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

/// A structure that an `NSValue` can hold.
///
/// The initialisers of `NSValue` have different names on different platforms (`point:` in Foundation on macOS and
/// Linux, `cgPoint:` in UIKit), but all of them accept a type encoding.
package protocol HeldByNSValue: ArchiveRecord {
  static var layout: NSValueLayout { get }
  /// Creates any value, as a buffer to read into.
  init()
}

extension HeldByNSValue {
  public var _archiveObject: NSObject? { NSValue(holding: self) }

  public init?(_archiveObject: NSObject) {
    guard let structure: Self = (_archiveObject as? NSValue)?.held() else { return nil }
    self = structure
  }

  public static var archiveClasses: [AnyClass] { [NSValue.self] }
}

extension NSValue {
  convenience init<Structure: HeldByNSValue>(holding structure: Structure) {
    // SAFETY: `NSValue` copies as many bytes as the encoding describes, and it is the structure's own encoding.
    unsafe self.init(
      bytes: withUnsafeBytes(of: structure) { unsafe [UInt8]($0) }, objCType: Structure.layout.encoding)
  }

  /// Returns the structure in the value; `nil` if the value holds another type.
  func held<Structure: HeldByNSValue>() -> Structure? {
    guard unsafe String(cString: objCType) == Structure.layout.encoding else { return nil }
    var structure = Structure()
    // SAFETY: the encodings were compared above, so the value has as many bytes as the structure.
    unsafe withUnsafeMutableBytes(of: &structure) { bytes in
      guard let address = bytes.baseAddress else { return }
      #if canImport(ObjectiveC)
        unsafe getValue(address, size: bytes.count)
      #else
        unsafe getValue(address)
      #endif
    }
    return structure
  }
}

// Points, sizes and rectangles in Apple's layout of `NSValue`: the kind, and a string of the numbers.

/// A structure whose numbers are stored as a string in an `NSValue`.
package protocol HeldAsNumbersText: HeldByNSValue {
  /// All numbers, in the order of the string.
  var numbers: [CGFloat] { get set }
}

extension HeldAsNumbersText {
  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(Self.layout.kind, at: 0)
    try encoder.encode(NumbersText(numbers), at: 1)
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    try Self.layout.check(in: &decoder)
    self.init()
    numbers = try (decoder.decode(at: 1) as NumbersText).values(numbers.count, in: decoder)
  }
}

extension CGPoint: ArchiveRecord, HeldAsNumbersText {
  package static var layout: NSValueLayout { .point }
  public static let archiveSchema = NSValueLayout.point.schema

  package var numbers: [CGFloat] {
    get { [x, y] }
    set { (x, y) = (newValue[0], newValue[1]) }
  }
}

extension CGSize: ArchiveRecord, HeldAsNumbersText {
  package static var layout: NSValueLayout { .size }
  public static let archiveSchema = NSValueLayout.size.schema

  package var numbers: [CGFloat] {
    get { [width, height] }
    set { (width, height) = (newValue[0], newValue[1]) }
  }
}

extension CGRect: ArchiveRecord, HeldAsNumbersText {
  package static var layout: NSValueLayout { .rect }
  public static let archiveSchema = NSValueLayout.rect.schema

  // Reads `size`, since the rectangle's own `width` and `height` would drop the sign.
  package var numbers: [CGFloat] {
    get { origin.numbers + size.numbers }
    set { (origin.numbers, size.numbers) = (Array(newValue[..<2]), Array(newValue[2...])) }
  }
}

#if canImport(ObjectiveC)
  /// Stored as an array of its two components. Apple's archives have no form of a vector that all platforms can read.
  extension CGVector: ArchiveRepresentable {
    public var archiveForm: [CGFloat] { [dx, dy] }

    public init(archiveForm: [CGFloat]) throws {
      guard archiveForm.count == 2 else {
        throw ArchiveError(.invalidValue, expected: "2 numbers", found: "\(archiveForm.count) numbers")
      }
      self.init(dx: archiveForm[0], dy: archiveForm[1])
    }
  }
#endif

/// Apple's layout of `NSValue` with a range: location and length as separate objects, like the content of an optional.
extension NSRange: ArchiveRecord, HeldByNSValue {
  package static var layout: NSValueLayout { .range }
  public static let archiveSchema = NSValueLayout.range.schema

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(Self.layout.kind, at: 0)
    try encoder.encode(Optional(length), at: 1)
    try encoder.encode(Optional(location), at: 2)
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    try Self.layout.check(in: &decoder)
    let length: Int = try decoder.decode(at: 1)
    self.init(location: try decoder.decode(at: 2), length: length)
  }
}

// Foundation provides the type on macOS and Linux. On Apple's other systems, UIKit provides its own.
#if canImport(AppKit) || !canImport(ObjectiveC)
  /// Apple's layout of `NSValue` with insets: four numbers.
  extension NSEdgeInsets: ArchiveRecord, HeldByNSValue {
    package static var layout: NSValueLayout { .edgeInsets }
    public static let archiveSchema = NSValueLayout.edgeInsets.schema

    public func encodeFields(to encoder: inout some FieldEncoder) throws {
      try encoder.encode(Self.layout.kind, at: 0)
      for (position, inset) in [top, left, bottom, right].enumerated() {
        try encoder.encode(inset, at: position + 1)
      }
    }

    public init(fields decoder: inout some FieldDecoder) throws {
      try Self.layout.check(in: &decoder)
      self.init()
      top = try decoder.decode(at: 1)
      left = try decoder.decode(at: 2)
      bottom = try decoder.decode(at: 3)
      right = try decoder.decode(at: 4)
    }
  }
#endif
