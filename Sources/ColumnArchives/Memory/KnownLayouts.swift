internal import Foundation

/// What codecs rely on of the memory of values that are not their own. Each assumption is tried out once in a process;
/// where one does not hold, the values are asked instead, which takes longer and gives the same bytes.
struct KnownLayouts: Sendable {
  /// Where an array's count and elements are: ``ArrayLayout``.
  var arrays: Bool
  /// What a string's two words say: ``StringLayout``.
  var strings: Bool
  /// Where an optional's content is, and what tells `nil`: ``OptionalLayout``.
  var optionals: Bool
  /// That a date is the eight bytes of a `Double`.
  var dates: Bool

  static let found = KnownLayouts(
    arrays: ArrayLayout.isKnown, strings: StringLayout.isKnown, optionals: OptionalLayout.isKnown,
    dates: isDateDouble)

  /// Nothing is relied on: what the slower roads are tested by.
  static let none = KnownLayouts(arrays: false, strings: false, optionals: false, dates: false)

  private static var isDateDouble: Bool {
    guard MemoryLayout<Date>.size == 8, MemoryLayout<Date>.stride == 8 else { return false }
    return [0, -1.5, 7.25e8, .infinity, .leastNonzeroMagnitude].allSatisfy { (seconds: Double) in
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      // SAFETY: eight bytes, as was just asked.
      let bits = unsafe withUnsafeBytes(of: date) { unsafe $0.load(as: UInt64.self) }
      var made = Date(timeIntervalSinceReferenceDate: 1)
      unsafe withUnsafeMutableBytes(of: &made) { unsafe $0.storeBytes(of: bits, as: UInt64.self) }
      return bits == seconds.bitPattern && made.timeIntervalSinceReferenceDate == seconds
    }
  }
}
