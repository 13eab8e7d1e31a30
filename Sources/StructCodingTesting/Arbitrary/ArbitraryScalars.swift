internal import ArchiveValues
internal import Foundation

/// Makes up numbers, texts and the values of Foundation, edge cases among them.
enum ArbitraryScalars {
  static func integer<Number: FixedWidthInteger>(_ random: inout TestGenerator) -> Number {
    switch random.below(6) {
    case 0: .min
    case 1: .max
    case 2: Number(truncatingIfNeeded: random.below(3)) &- 1
    // Every number of bytes, so that all widths are met.
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

  // MARK: Types of the system, whose own checks would refuse most of what is made up

  static func value<Value>(of type: Value.Type, _ random: inout TestGenerator) -> Value? {
    // An absent maker must not become the `nil` of an optional.
    guard let maker = makers[ObjectIdentifier(type)] else { return nil }
    return maker(&random) as? Value
  }

  private static let makers: [ObjectIdentifier: @Sendable (inout TestGenerator) -> Any] = [
    ObjectIdentifier(Character.self): { random in
      let characters = Array("a1é中🎉👩‍👩‍👧‍👦𝒳 ")
      return characters[random.below(characters.count)]
    },
    ObjectIdentifier(Unicode.Scalar.self): { random in
      Unicode.Scalar(UInt32(0x20 + random.below(0xD7E0))) ?? "x"
    },
    ObjectIdentifier(UUID.self): { random in
      var text = [random.next(), random.next()].map { String($0, radix: 16) }
      text = text.map { String(repeating: "0", count: 16 - $0.count) + $0 }
      var digits = Array(text.joined())
      for position in [20, 16, 12, 8] { digits.insert("-", at: position) }
      return UUID(uuidString: String(digits)) ?? UUID()
    },
    ObjectIdentifier(URL.self): { random in
      let texts = [
        "https://www.swift.org/a/b?q=1&r=%20#part", "file:///tmp/a%20b.txt", "mailto:a@b.c", "relative/path",
      ]
      return URL(string: texts[random.below(texts.count)]) as Any
    },
    ObjectIdentifier(Decimal.self): { random in
      Decimal(
        sign: random.oneIn(2) ? .plus : .minus, exponent: random.below(60) - 30,
        significand: Decimal(random.next()) * Decimal(random.below(1000)))
    },
    ObjectIdentifier(Duration.self): { random in
      Duration(
        secondsComponent: Int64(random.below(2_000_000)) - 1_000_000,
        attosecondsComponent: 0) + .nanoseconds(random.below(1_000_000_000))
    },
    ObjectIdentifier(DateInterval.self): { random in
      DateInterval(
        start: Date(timeIntervalSinceReferenceDate: Double(random.below(2_000_000_000))),
        duration: Double(random.below(1_000_000)))
    },
    ObjectIdentifier(DateComponents.self): { random in
      var components = DateComponents()
      if random.oneIn(2) { components.year = random.below(4000) - 1000 }
      if random.oneIn(2) { components.month = random.below(13) }
      if random.oneIn(2) { components.nanosecond = random.below(1_000_000_000) }
      return components
    },
    ObjectIdentifier(Locale.self): { random in
      Locale(identifier: ["", "de_DE", "en_US_POSIX", "zh-Hant_TW", "ar"][random.below(5)])
    },
    ObjectIdentifier(TimeZone.self): { random in
      TimeZone(identifier: ["GMT", "Europe/Berlin", "America/Argentina/Ushuaia"][random.below(3)]) ?? .gmt
    },
    ObjectIdentifier(Calendar.self): { random in
      Calendar(identifier: [.gregorian, .iso8601, .buddhist][random.below(3)])
    },
    ObjectIdentifier(IndexSet.self): { random in
      IndexSet((0..<random.below(6)).map { _ in random.below(1000) })
    },
    ObjectIdentifier(IndexPath.self): { random in
      IndexPath(indexes: (0..<random.below(5)).map { _ in random.below(1000) })
    },
    ObjectIdentifier(NSRange.self): { random in
      NSRange(location: random.below(1000), length: random.below(100_000))
    },
    ObjectIdentifier(CGPoint.self): { random in CGPoint(x: points(&random), y: points(&random)) },
    ObjectIdentifier(CGSize.self): { random in CGSize(width: points(&random), height: points(&random)) },
    ObjectIdentifier(CGRect.self): { random in
      CGRect(
        origin: CGPoint(x: points(&random), y: points(&random)),
        size: CGSize(width: points(&random), height: points(&random)))
    },
  ]

  /// A number of points of a screen.
  static func points(_ random: inout TestGenerator) -> CGFloat {
    CGFloat(random.below(4000) - 2000) / 4
  }
}
