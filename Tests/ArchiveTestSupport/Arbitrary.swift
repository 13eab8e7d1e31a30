import ColumnArchives
import Foundation
import StructCoding

/// A type that can make up values of itself, edge cases among them.
public protocol Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Self
}

extension FixedWidthInteger where Self: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> Self {
    switch random.below(6) {
    case 0: .min
    case 1: .max
    case 2: Self(truncatingIfNeeded: random.below(3)) &- 1
    // Every number of bytes, so that all widths are met.
    case 3: Self(truncatingIfNeeded: (1 as UInt64) << random.below(64)) &- Self(random.below(2))
    default: Self(truncatingIfNeeded: random.next())
    }
  }
}
extension Int: Arbitrary {}
extension Int8: Arbitrary {}
extension Int16: Arbitrary {}
extension Int32: Arbitrary {}
extension Int64: Arbitrary {}
extension UInt: Arbitrary {}
extension UInt8: Arbitrary {}
extension UInt16: Arbitrary {}
extension UInt32: Arbitrary {}
extension UInt64: Arbitrary {}

extension Bool: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> Bool { random.oneIn(2) }
}

extension Double: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> Double {
    switch random.below(4) {
    case 0:
      [0, -0.0, 1, -1, .pi, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude]
        .randomElement(using: &random)!
    case 1: Double(Int.arbitrary(&random))
    case 2: Double.random(in: -1e6...1e6, using: &random)
    default: anyBits(&random)
    }
  }
  /// Every bit pattern but those of NaN, which do not equal themselves.
  private static func anyBits(_ random: inout SeededGenerator) -> Double {
    let value = Double(bitPattern: random.next())
    return value.isNaN ? 0.1 : value
  }
}
extension Float: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> Float {
    let value = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
    return value.isNaN ? -0.0 : value
  }
}
extension CGFloat: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> CGFloat {
    CGFloat(Double.arbitrary(&random))
  }
}

extension String: Arbitrary {
  /// Characters that XML can carry: no control characters, no lone code points of the private kind.
  public static func arbitrary(_ random: inout SeededGenerator) -> String {
    if random.oneIn(8) {
      return ["", "$null", "$class", "é", "e\u{301}", "👩‍👩‍👧‍👦", "𝒳", "\u{10FFFD}", "a b<c>&\"'", "null", "0"]
        .randomElement(using: &random)!
    }
    let alphabet = [
      Array("abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ.,/-_"), Array("aéß中文あ🎉𝒳ñ"),
    ][random.oneIn(4) ? 1 : 0]
    let length = random.oneIn(10) ? 13 + random.below(5) : random.below(40)
    return String((0..<length).map { _ in alphabet[random.below(alphabet.count)] })
  }
}
extension Substring: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> Substring {
    ("<" + String.arbitrary(&random) + ">").dropFirst().dropLast()
  }
}
extension Character: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> Character {
    "a1é中🎉👩‍👩‍👧‍👦\u{1F1E9}\u{1F1EA}𝒳 ".randomElement(using: &random)!
  }
}
extension Unicode.Scalar: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> Unicode.Scalar {
    Unicode.Scalar(UInt32(0x20 + random.below(0xD7E0))) ?? "x"
  }
}

extension Data: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> Data { Data([UInt8].arbitrary(&random)) }
}
extension Date: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> Date {
    Date(timeIntervalSinceReferenceDate: Double.arbitrary(&random))
  }
}
extension URL: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> URL {
    let texts = [
      "https://www.swift.org/a/b?q=1&r=%20#part", "file:///tmp/a%20b.txt", "mailto:a@b.c", "relative/path",
      "http://[::1]:80/",
    ]
    let url = URL(string: texts[random.below(texts.count)])!
    guard random.oneIn(3) else { return url }
    return URL(string: "x/\(random.below(9)).html", relativeTo: URL(string: "https://example.com/dir/"))!
  }
}
extension UUID: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> UUID {
    var id = UUID().uuid
    fill(&id, &random)
    return UUID(uuid: id)
  }
  private static func fill(_ id: inout uuid_t, _ random: inout SeededGenerator) {
    withUnsafeMutableBytes(of: &id) { bytes in
      for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: random.next()) }
    }
  }
}
extension Decimal: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> Decimal {
    let significand = Decimal(string: (0...random.below(37)).map { _ in "\(random.below(10))" }.joined())!
    return Decimal(
      sign: random.oneIn(2) ? .plus : .minus, exponent: random.below(60) - 30, significand: significand)
  }
}
extension DateComponents: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> DateComponents {
    var components = DateComponents()
    if random.oneIn(2) { components.year = random.below(4000) - 1000 }
    if random.oneIn(2) { components.month = random.below(13) }
    if random.oneIn(2) { components.nanosecond = random.below(1_000_000_000) }
    if random.oneIn(2) { components.weekOfYear = random.below(54) }
    if random.oneIn(2) { components.timeZone = TimeZone.arbitrary(&random) }
    if random.oneIn(4) { components.isLeapMonth = true }
    return components
  }
}
extension DateInterval: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> DateInterval {
    DateInterval(
      start: Date(timeIntervalSinceReferenceDate: .random(in: -1e9...1e9, using: &random)),
      duration: .random(in: 0...1e6, using: &random))
  }
}
extension Duration: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> Duration {
    let seconds = random.oneIn(4) ? Int64.arbitrary(&random) : Int64(random.below(100_000)) - 50_000
    return Duration(
      secondsComponent: seconds,
      attosecondsComponent: Int64.random(in: 0..<1_000_000_000_000_000_000, using: &random)
        * (seconds < 0 ? -1 : 1))
  }
}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> Int128 {
    Int128(Int64.arbitrary(&random)) << 64 | Int128(UInt64.arbitrary(&random))
  }
}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> UInt128 {
    UInt128(truncatingIfNeeded: Int128.arbitrary(&random))
  }
}
extension Result: Arbitrary where Success: Arbitrary, Failure: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> Result {
    random.oneIn(2) ? .success(.arbitrary(&random)) : .failure(.arbitrary(&random))
  }
}
/// An error that can be archived, which makes a result one that can.
public struct Fault: Error, Hashable, ArchiveValue, Arbitrary {
  public var code: Int

  public init(code: Int) { self.code = code }

  public func encodeValue(to encoder: inout some ValueEncoder) throws { try encoder.encode(Int64(code)) }
  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Fault {
    Fault(code: Int(try decoder.decodeInt64()))
  }
  public static func arbitrary(_ random: inout SeededGenerator) -> Fault { Fault(code: .arbitrary(&random)) }
}
extension Fault: ColumnValue {
  package static var archiveColumn: ArchiveColumn {
    .stored(as: Int.self, encode: { (fault: Fault) in fault.code }, decode: { Fault(code: $0) })
  }
}
extension Locale: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> Locale {
    Locale(identifier: ["", "de_DE", "en_US_POSIX", "zh-Hant_TW", "ar"].randomElement(using: &random)!)
  }
}
extension TimeZone: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> TimeZone {
    TimeZone(
      identifier: ["GMT", "Europe/Berlin", "America/Argentina/Ushuaia"].randomElement(using: &random)!)!
  }
}
extension IndexSet: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> IndexSet {
    var set = IndexSet()
    for _ in 0..<random.below(5) {
      let start = random.oneIn(5) ? Int.max - 100 : random.below(10_000)
      set.insert(integersIn: start..<(start + 1 + random.below(90)))
    }
    return set
  }
}
extension IndexPath: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> IndexPath {
    IndexPath(
      indexes: (0..<random.below(5)).map { _ in random.oneIn(4) ? Int.arbitrary(&random) : random.below(300) }
    )
  }
}
extension NSRange: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> NSRange {
    NSRange(location: random.oneIn(5) ? NSNotFound : random.below(1000), length: random.below(100_000))
  }
}
extension CGPoint: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> CGPoint {
    CGPoint(x: CGFloat.arbitrary(&random), y: CGFloat.arbitrary(&random))
  }
}
extension CGSize: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> CGSize {
    CGSize(width: CGFloat.arbitrary(&random), height: CGFloat.arbitrary(&random))
  }
}
extension CGRect: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> CGRect {
    CGRect(origin: .arbitrary(&random), size: .arbitrary(&random))
  }
}
extension Range: Arbitrary where Bound: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> Range {
    let bounds = [Bound.arbitrary(&random), Bound.arbitrary(&random)].sorted()
    return bounds[0]..<bounds[1]
  }
}
extension ClosedRange: Arbitrary where Bound: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> ClosedRange {
    let bounds = [Bound.arbitrary(&random), Bound.arbitrary(&random)].sorted()
    return bounds[0]...bounds[1]
  }
}

extension Optional: Arbitrary where Wrapped: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> Wrapped? {
    random.oneIn(3) ? nil : .some(Wrapped.arbitrary(&random))
  }
}
extension Array: Arbitrary where Element: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> [Element] {
    let count = random.oneIn(12) ? 14 + random.below(3) : random.below(4)
    return (0..<count).map { _ in Element.arbitrary(&random) }
  }
}
extension Set: Arbitrary where Element: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> Set { Set([Element].arbitrary(&random)) }
}
extension Dictionary: Arbitrary where Key: Arbitrary, Value: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> [Key: Value] {
    let keys = [Key].arbitrary(&random)
    return Dictionary(keys.map { ($0, Value.arbitrary(&random)) }, uniquingKeysWith: { first, _ in first })
  }
}
extension CaseIterable where Self: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> Self {
    allCases.randomElement(using: &random)!
  }
}
