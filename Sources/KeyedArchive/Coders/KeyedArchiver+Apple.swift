// What `NSCoder` declares differently on Apple platforms. Written with care, and not compiled: the project's machines
// run Linux.

#if canImport(ObjectiveC)
  public import Foundation

  extension KeyedArchiver {
    open override func encodeCInt(_ value: Int32, forKey key: String) { encode(value, forKey: key) }
  }
#endif
