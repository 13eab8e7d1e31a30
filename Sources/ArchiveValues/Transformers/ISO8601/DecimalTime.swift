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
    let unit = [0: 1, 3: 1000, 6: 1_000_000][digits] ?? 1_000_000_000
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
    var text = "\(padded(day.year, 4))-\(padded(day.month, 2))-\(padded(day.day, 2))"
    text += "T\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
    if digits > 0 { text += ".\(padded(nanoseconds, 9).prefix(digits))" }
    return text + "Z"
  }

  private func padded(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}
