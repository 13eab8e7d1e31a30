internal import Foundation

/// A point in time as whole seconds and nanoseconds, as in its text.
struct DecimalTime {
  /// The seconds since the start of 2001, rounded down.
  var seconds: Int64
  /// 0 to 999,999,999.
  var nanoseconds: Int

  init(seconds: Int64, nanoseconds: Int) { (self.seconds, self.nanoseconds) = (seconds, nanoseconds) }

  /// Creates the time nearest to `value` whose second has `digits` digits after the point.
  ///
  /// The value belongs to a date in the years 0 to 9999, so it is far from the limits of an `Int64`.
  init(_ value: Double, digits: Int) {
    let whole = value.rounded(.down)
    let unit =
      switch digits {
      case 0: 1
      case 3: 1000
      case 6: 1_000_000
      default: 1_000_000_000
      }
    // The difference is exact, or off by less than the 16th digit where the value is between -1 and 0.
    let units = Int(((value - whole) * Double(unit)).rounded())
    seconds = Int64(whole) + Int64(units / unit)
    nanoseconds = units % unit * (1_000_000_000 / unit)
  }

  /// The nearest date.
  var date: Date {
    // Near zero, the sum would be rounded twice. There, the nanoseconds fit a `Double`, so one division suffices.
    let seconds =
      abs(seconds) < 9_000_000
      ? Double(seconds * 1_000_000_000 + Int64(nanoseconds)) / 1_000_000_000
      : Double(seconds) + Double(nanoseconds) / 1_000_000_000
    return Date(timeIntervalSinceReferenceDate: seconds)
  }

  func text(digits: Int) -> String {
    let days = floorDivide(seconds, 86_400)
    let day = CivilDay(daysSince2001: Int(days))
    let second = Int(seconds - days * 86_400)
    var text: [UInt8] = []
    text.reserveCapacity(32)
    func append(_ number: Int, _ count: Int, _ mark: Unicode.Scalar) {
      var power = 1
      for _ in 1..<count { power *= 10 }
      while number / power >= 10 { power *= 10 }
      while power > 0 {
        text.append(UInt8(ascii: "0") + UInt8(number / power % 10))
        power /= 10
      }
      text.append(UInt8(ascii: mark))
    }
    append(day.year, 4, "-")
    append(day.month, 2, "-")
    append(day.day, 2, "T")
    append(second / 3600, 2, ":")
    append(second / 60 % 60, 2, ":")
    append(second % 60, 2, digits > 0 ? "." : "Z")
    if digits > 0 {
      append(nanoseconds, 9, "Z")
      text.removeLast(1 + 9 - digits)
      text.append(UInt8(ascii: "Z"))
    }
    return String(decoding: text, as: UTF8.self)
  }
}
