// The method of `KeyedCoder+Apple` that writes. No machine of the project has run this code; it was type-checked against
// Apple's headers.

#if canImport(ObjectiveC)
  public import Foundation

  extension KeyedArchiver {
    open override func encodeCInt(_ value: Int32, forKey key: String) { encode(value, forKey: key) }
  }
#endif
