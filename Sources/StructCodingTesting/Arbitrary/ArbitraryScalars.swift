internal import ArchiveValues
internal import Foundation

/// Generates numbers, texts and Foundation values, including edge cases.
enum ArbitraryScalars {
  static func integer<Number: FixedWidthInteger>(_ random: inout TestGenerator) -> Number {
    switch random.below(6) {
    case 0: .min
    case 1: .max
    case 2: Number(truncatingIfNeeded: random.below(3)) &- 1
    // Every number of bytes, so that all widths are tested.
    case 3: Number(truncatingIfNeeded: (1 as UInt64) << random.below(64)) &- Number(random.below(2))
    default: Number(truncatingIfNeeded: random.next())
    }
  }

  /// Any number but NaN, which does not equal itself.
  static func double(_ random: inout TestGenerator) -> Double {
    switch random.below(4) {
    case 0:
      let special = [
        0, -0.0, 1, -1, .pi, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
      ]
      return special[random.below(special.count)]
    case 1: return Double(integer(&random) as Int32)
    case 2: return Double.random(in: -1e6...1e6, using: &random)
    default:
      let value = Double(bitPattern: random.next())
      return value.isNaN ? 0.1 : value
    }
  }

  static func float(_ random: inout TestGenerator) -> Float {
    let value = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
    return value.isNaN ? -0.0 : value
  }

  static func string(_ random: inout TestGenerator) -> String {
    if random.oneIn(8) {
      let special = [
        "", "$null", "$class", "é", "e\u{301}", "👩‍👩‍👧‍👦", "𝒳", "\u{10FFFD}", "a b<c>&\"'", "null", "0",
      ]
      return special[random.below(special.count)]
    }
    let alphabet = random.oneIn(4) ? wide : plain
    return String(
      (0..<random.below(random.oneIn(10) ? 40 : 12)).map { _ in alphabet[random.below(alphabet.count)] })
  }

  private static let plain = Array("abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ.,/-_0123456789")
  private static let wide = Array("aéß中文あ🎉𝒳ñ")

  static func date(_ random: inout TestGenerator) -> Date {
    Date(
      timeIntervalSinceReferenceDate: random.oneIn(2) ? double(&random) : Double(random.below(2_000_000_000)))
  }

  // MARK: System types, whose own checks would refuse most generated values

  static func value<Value>(of type: Value.Type, _ random: inout TestGenerator) -> Value? {
    // An absent list must not become the `nil` of an optional.
    guard let values = samples[ObjectIdentifier(type)] else { return nil }
    return values[random.below(values.count)] as? Value
  }

  private static let samples: [ObjectIdentifier: [any Sendable]] = Dictionary(
    uniqueKeysWithValues: [
      list(Array("a1é中🎉👩‍👩‍👧‍👦𝒳 ")), list(Array("a1é中🎉\u{10FFFD}".unicodeScalars)),
      list(
        [
          "00000000-0000-0000-0000-000000000000", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
          "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
        ].compactMap(UUID.init(uuidString:))),
      list(
        [
          "https://www.swift.org/a/b?q=1&r=%20#part", "file:///tmp/a%20b.txt", "mailto:a@b.c",
          "relative/path",
        ]
        .compactMap(URL.init(string:))),
      list([0, -1, Decimal(sign: .minus, exponent: -30, significand: 123_456_789), .greatestFiniteMagnitude]),
      list([Duration.zero, .seconds(-1_000_000), .nanoseconds(1), .seconds(2) + .milliseconds(5)]),
      list([DateInterval(start: Date(timeIntervalSinceReferenceDate: -1.5), duration: 1e6)]),
      list([
        DateComponents(), DateComponents(year: -1000, month: 12, nanosecond: 999_999_999),
        DateComponents(calendar: Calendar(identifier: .buddhist), timeZone: .gmt, hour: 0),
      ]),
      list(["", "de_DE", "en_US_POSIX", "zh-Hant_TW", "ar"].map(Locale.init(identifier:))),
      list(["GMT", "Europe/Berlin", "America/Argentina/Ushuaia"].compactMap(TimeZone.init(identifier:))),
      list([
        Calendar(identifier: .gregorian), Calendar(identifier: .iso8601), Calendar(identifier: .buddhist),
      ]),
      list([IndexSet(), [0], [1, 2, 3, 1000], IndexSet(integersIn: 5..<5_000_000)]),
      list([IndexPath(), [0], [1, 2], [3, 4, 5, 6]]),
      list([NSRange(location: 0, length: 0), NSRange(location: 1000, length: 100_000)]),
      list([CGPoint(x: 0, y: 0), CGPoint(x: -1.25, y: 3000)]),
      list([CGSize(width: 0, height: 0), CGSize(width: 0.5, height: 7)]),
      list([
        CGRect(origin: CGPoint(x: 0, y: 0), size: CGSize(width: 0, height: 0)),
        CGRect(origin: CGPoint(x: -1.5, y: 2), size: CGSize(width: 300, height: 0.25)),
      ]),
    ])

  private static func list<Value: Sendable>(_ values: [Value]) -> (ObjectIdentifier, [any Sendable]) {
    (ObjectIdentifier(Value.self), values)
  }
}
