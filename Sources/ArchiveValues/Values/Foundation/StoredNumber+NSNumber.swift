package import Foundation
package import PropertyLists

extension StoredNumber {
  /// Creates the number in an object, with the type that the object was created from.
  package init(_ number: NSNumber) {
    if number === (true as NSNumber) || number === (false as NSNumber) {
      self = .bool(number.boolValue)
      return
    }
    self =
      switch unsafe UInt8(bitPattern: number.objCType.pointee) {
      case UInt8(ascii: "d"): .double(number.doubleValue)
      case UInt8(ascii: "f"): .float(number.floatValue)
      case UInt8(ascii: "Q"), UInt8(ascii: "L"): .unsigned(number.uint64Value)
      default: .signed(number.int64Value)
      }
  }
}
