internal import Foundation

// When a value counts as unchanged. Derived properties use this rule for the values they depend on, and live references
// use it for what they report:
//
// - A value is the same as its copy. If two values have the same memory, `==` is not called, so NaN stays the same.
// - Otherwise, floating-point numbers and strings are the same if they are equal bit for bit, because `==` ignores the
//   sign of a zero and how a character is composed. Optionals and arrays are the same if their contents are.
// - All other values are the same if `==` says so: equal values are interchangeable.

/// Returns whether two values are the same, by the rule above.
func isSame<Value: Equatable>(_ first: Value, _ second: Value) -> Bool {
  haveSameBits(first, second) || isEqual(first, second)
}

/// Returns a function that tells whether two values are the same, looked up at run time; `nil` for types that are not
/// `Equatable`.
func equality<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
  func equality<Checked: Equatable>(_ type: Checked.Type) -> (Value, Value) -> Bool {
    // The types are one, so the casts cannot fail.
    { first, second in haveSameBits(first, second) || isEqual(first as! Checked, second as! Checked) }
  }
  guard let type = type as? any Equatable.Type else { return nil }
  return equality(type)
}

/// Returns whether two values have the same memory, and so are copies of each other. Copies need not have the same
/// memory.
func haveSameBits<Value>(_ first: Value, _ second: Value) -> Bool {
  // SAFETY: each pointer is used only inside its closure, and only for the bytes of the value.
  unsafe withUnsafeBytes(of: first) { first in
    unsafe withUnsafeBytes(of: second) { second in unsafe first.elementsEqual(second) }
  }
}

/// Whether two values with different memory are the same.
private func isEqual<Value: Equatable>(_ first: Value, _ second: Value) -> Bool {
  func isSame<Exact: ExactlyEquatable>(_ type: Exact.Type) -> Bool {
    // The types are one, so the casts cannot fail.
    Exact.isSame(first as! Exact, second as! Exact)
  }
  // Casts the type, because a cast of the value would look into optionals.
  guard let type = Value.self as? any ExactlyEquatable.Type else { return first == second }
  return isSame(type)
}

/// A type whose `==` ignores differences, or whose parts may have such a `==`. A dependency or a property of any type may
/// be one, so it is asked at run time; an optional or an array of them can only be found by a conformance of its own.
private protocol ExactlyEquatable {
  /// Whether two values with different memory are the same.
  static func isSame(_ first: Self, _ second: Self) -> Bool
}

extension Double: ExactlyEquatable {
  fileprivate static func isSame(_ first: Double, _ second: Double) -> Bool {
    first.bitPattern == second.bitPattern
  }
}

extension Float: ExactlyEquatable {
  fileprivate static func isSame(_ first: Float, _ second: Float) -> Bool {
    first.bitPattern == second.bitPattern
  }
}

extension CGFloat: ExactlyEquatable {
  fileprivate static func isSame(_ first: CGFloat, _ second: CGFloat) -> Bool {
    first.native.bitPattern == second.native.bitPattern
  }
}

extension String: ExactlyEquatable {
  fileprivate static func isSame(_ first: String, _ second: String) -> Bool {
    first == second && first.utf8.elementsEqual(second.utf8)
  }
}

extension Optional: ExactlyEquatable where Wrapped: Equatable {
  fileprivate static func isSame(_ first: Wrapped?, _ second: Wrapped?) -> Bool {
    guard let first, let second else { return first == nil && second == nil }
    return LiveValues.isSame(first, second)
  }
}

extension Array: ExactlyEquatable where Element: Equatable {
  fileprivate static func isSame(_ first: [Element], _ second: [Element]) -> Bool {
    // Whole arrays of numbers are compared at once.
    guard Element.self is any ExactlyEquatable.Type else { return first == second }
    return first.count == second.count && first.elementsEqual(second, by: LiveValues.isSame)
  }
}
