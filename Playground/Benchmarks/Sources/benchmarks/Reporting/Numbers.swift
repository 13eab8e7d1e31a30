import Foundation

/// How figures are written.
extension Double {
  /// Milliseconds, with two or three digits that count, in the unit that suits them: `0.18 µs`, `36 ms`, `1.2 s`.
  var asTime: String {
    switch self {
    case ..<0.0995: "\((self * 1000).withTwoDigits) µs"
    case ..<999.5: "\(withTwoDigits) ms"
    default: "\((self / 1000).withTwoDigits) s"
    }
  }

  /// `1.4×`, `144×`, `1/25`.
  var asRatio: String {
    switch self {
    case ..<0.5: "1/\(Int((1 / self).rounded()).grouped)"
    case ..<9.95: String(format: "%.1f×", self)
    case ..<999.5: String(format: "%.0f×", self)
    default: "\((Int((self / 100).rounded()) * 100).grouped)×"
    }
  }

  private var withTwoDigits: String {
    String(format: self < 0.995 ? "%.2f" : self < 9.95 ? "%.1f" : "%.0f", self)
  }
}

extension Int {
  /// With commas between groups of three digits.
  var grouped: String {
    var digits = Array(String(self))
    for position in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: position) }
    return String(digits)
  }
}
