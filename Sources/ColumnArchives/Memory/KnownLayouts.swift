internal import Foundation

/// What codecs assume about the memory of types that are not theirs. Each assumption is checked once per process. If
/// one does not hold, codecs use the types' own methods, which takes longer and gives the same bytes.
struct KnownLayouts: Sendable {
  /// The location of an array's count and elements: ``ArrayLayout``.
  var arrays: Bool
  /// The meaning of a string's two words: ``StringLayout``.
  var strings: Bool
  /// The location of an optional's content, and the representation of `nil`: ``OptionalLayout``.
  var optionals: Bool
  /// Whether a date is the eight bytes of a `Double`.
  var dates: Bool
  /// The function of a type that tells whether an optional is `nil`: ``PresenceWitness``.
  var presence = false
  /// How the storage of long strings is made: ``StringStorage``; `nil` if it is not known.
  var stringStorage: StringStorage?

  static let found = KnownLayouts(
    arrays: ArrayLayout.isKnown, strings: StringLayout.isKnown, optionals: OptionalLayout.isKnown,
    dates: isDateDouble, presence: PresenceWitness.isKnown,
    stringStorage: StringStorage.found)

  /// No assumptions; tests use this for the slower paths.
  static let none = KnownLayouts(arrays: false, strings: false, optionals: false, dates: false)

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
