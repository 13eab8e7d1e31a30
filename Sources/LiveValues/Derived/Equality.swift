internal import Foundation

// The rule for unchanged values. Derived properties use it for their dependencies, and live references use it for
// reported changes:
//
// - A value is the same as its copy. If two values have the same memory, `==` is not called, so NaN stays the same.
// - Otherwise, floating-point numbers and strings are the same if they are equal bit for bit, because `==` ignores the
//   sign of a zero and how a character is composed. Optionals and arrays are the same if their contents are.
// - All other values are the same if `==` returns `true`: equal values are interchangeable.

/// Returns whether two values are the same, by the rule above.
func isSame<Value: Equatable>(_ first: Value, _ second: Value) -> Bool {
  haveSameBits(first, second) || isEqual(first, second)
}

/// Returns a function that checks whether two values are the same, looked up at run time; `nil` for types that are not
/// `Equatable`.
func equality<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
  func equality<Checked: Equatable>(_ type: Checked.Type) -> (Value, Value) -> Bool {
    // `Value` and `Checked` are the same type, so the casts cannot fail.
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
    // `Value` and `Exact` are the same type, so the casts cannot fail.
    Exact.isSame(first as! Exact, second as! Exact)
  }
  // The type is cast, because a cast of the value would look into optionals.
  guard let type = Value.self as? any ExactlyEquatable.Type else { return first == second }
  return isSame(type)
}

/// A type whose `==` ignores differences, or whose parts may have such a `==`. Dependencies and properties may have any
/// type, so the conformance is looked up at run time. Optionals and arrays of such types need a conformance of their
/// own.
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
    // Arrays of other elements, such as integers, are compared as a whole.
    guard Element.self is any ExactlyEquatable.Type else { return first == second }
    return first.count == second.count && first.elementsEqual(second, by: LiveValues.isSame)
  }
}
