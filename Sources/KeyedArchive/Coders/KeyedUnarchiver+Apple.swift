// What `NSCoder` declares differently on Apple platforms. Written with care, and not compiled: the project's machines
// run Linux.

#if canImport(ObjectiveC)
  public import Foundation

  extension KeyedUnarchiver {
    open override func __decodeObject(ofClasses classes: Set<AnyHashable>?, forKey key: String) -> Any? {
      object(of: classes?.compactMap { $0.base as? AnyClass }, forKey: key)
    }

    open override func __decodeObject(of aClass: AnyClass, forKey key: String) -> Any? {
      object(of: [aClass], forKey: key)
    }

    open override func decodeBytes(
      forKey key: String, returnedLength length: UnsafeMutablePointer<Int>?
    ) -> UnsafePointer<UInt8>? {
      guard let data = decodeData(forKey: key) as NSData? else { return nil }
      unsafe length?.pointee = data.length
      lentData.append(data)
      return unsafe data.bytes.assumingMemoryBound(to: UInt8.self)
    }
  }
#endif
