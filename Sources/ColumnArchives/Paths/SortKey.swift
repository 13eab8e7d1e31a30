internal import Foundation

/// A type whose values are sorted by integer keys.
protocol SortKeyed {
  /// Adds the keys of values.
  static func addKeys(of values: UnsafeBufferPointer<Self>, to keys: inout SortKeys)
}

/// A type whose order is that of 64-bit integers.
///
/// The methods have default implementations, but are still requirements. Each type thus has its own specialised
/// version, with no dynamic lookup inside the loop over values.
protocol SortableAsInteger: SortKeyed {
  /// The integer to sort by; equal values have equal keys.
  var sortKey: UInt64 { get }

  static func addKeys(of values: UnsafeBufferPointer<Self>, to keys: inout SortKeys)
  static func addKeys(ofOptionals values: UnsafeBufferPointer<Self?>, to keys: inout SortKeys)
}

extension SortableAsInteger {
  @inline(__always)
  static func addKeys(of values: UnsafeBufferPointer<Self>, to keys: inout SortKeys) {
    unsafe keys.add(values.lazy.map { $0.sortKey })
  }

  @inline(__always)
  static func addKeys(ofOptionals values: UnsafeBufferPointer<Self?>, to keys: inout SortKeys) {
    unsafe keys.add(optionals: values.lazy.map { $0?.sortKey })
  }
}

extension Optional: SortKeyed where Wrapped: SortableAsInteger {
  static func addKeys(of values: UnsafeBufferPointer<Wrapped?>, to keys: inout SortKeys) {
    unsafe Wrapped.addKeys(ofOptionals: values, to: &keys)
  }
}

extension SortableAsInteger where Self: FixedWidthInteger {
  @inline(__always)
  var sortKey: UInt64 { UInt64(truncatingIfNeeded: self) ^ (Self.isSigned ? 1 << 63 : 0) }
}

extension Int: SortableAsInteger {}
extension Int8: SortableAsInteger {}
extension Int16: SortableAsInteger {}
extension Int32: SortableAsInteger {}
extension Int64: SortableAsInteger {}
extension UInt: SortableAsInteger {}
extension UInt8: SortableAsInteger {}
extension UInt16: SortableAsInteger {}
extension UInt32: SortableAsInteger {}
extension UInt64: SortableAsInteger {}

extension Double: SortableAsInteger {
  /// The bits of the number, in numeric order: those of negative numbers are inverted. Both zeros have the same key,
  /// and every NaN sorts after infinity.
  @inline(__always)
  var sortKey: UInt64 {
    let bits = (self + 0).bitPattern
    if self != self { return .max }
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }
}

extension Float: SortableAsInteger {
  var sortKey: UInt64 { Double(self).sortKey }
}

extension Date: SortableAsInteger {
  var sortKey: UInt64 { timeIntervalSinceReferenceDate.sortKey }
}
