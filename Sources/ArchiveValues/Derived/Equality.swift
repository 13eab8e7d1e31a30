/// Whether two values of a type are the same, found out while the program runs; `nil` for types that are not
/// `Equatable`.
///
/// A value is the same as its copy, even where `==` says otherwise, as it does for NaN.
package func equality<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
  func equality<Checked: Equatable>(_ type: Checked.Type) -> (Value, Value) -> Bool {
    // The types are one, so the casts cannot fail.
    { first, second in haveSameBits(first, second) || first as! Checked == second as! Checked }
  }
  guard let type = type as? any Equatable.Type else { return nil }
  return equality(type)
}

/// Whether two values have the same memory: they are copies of each other. The reverse need not hold.
private func haveSameBits<Value>(_ first: Value, _ second: Value) -> Bool {
  // SAFETY: each pointer is used inside its call, for the bytes of the value alone.
  unsafe withUnsafeBytes(of: first) { first in
    unsafe withUnsafeBytes(of: second) { second in unsafe first.elementsEqual(second) }
  }
}
