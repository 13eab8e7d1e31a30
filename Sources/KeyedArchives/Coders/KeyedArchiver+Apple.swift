// Methods that `NSCoder` declares differently on Apple platforms. This code was never compiled: the project's
// machines run Linux.

#if canImport(ObjectiveC)
  public import Foundation

  extension KeyedArchiver {
    open override func encodeCInt(_ value: Int32, forKey key: String) { encode(value, forKey: key) }
  }
#endif
