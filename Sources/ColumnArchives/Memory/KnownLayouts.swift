internal import Foundation

/// What codecs assume about the memory of types that are not theirs. Each assumption is checked once per process. If
/// one does not hold, codecs use the types' own methods, which takes longer and gives the same bytes.
struct KnownLayouts: Sendable {
  /// The location of an optional's content, and the representation of `nil`: ``OptionalLayout``.
  var optionals: Bool
  /// Whether a date is the eight bytes of a `Double`.
  var dates: Bool

  static let found = KnownLayouts(optionals: OptionalLayout.isKnown, dates: isDateDouble)

  /// No assumptions; tests use this for the slower paths.
  static let none = KnownLayouts(optionals: false, dates: false)

  private static var isDateDouble: Bool {
    guard MemoryLayout<Date>.size == 8, MemoryLayout<Date>.stride == 8 else { return false }
    return [0, -1.5, 7.25e8, .infinity, .leastNonzeroMagnitude].allSatisfy { (seconds: Double) in
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      // SAFETY: the guard checked that a date has eight bytes.
      let bits = unsafe withUnsafeBytes(of: date) { unsafe $0.load(as: UInt64.self) }
      var made = Date(timeIntervalSinceReferenceDate: 1)
      unsafe withUnsafeMutableBytes(of: &made) { unsafe $0.storeBytes(of: bits, as: UInt64.self) }
      return bits == seconds.bitPattern && made.timeIntervalSinceReferenceDate == seconds
    }
  }
}
