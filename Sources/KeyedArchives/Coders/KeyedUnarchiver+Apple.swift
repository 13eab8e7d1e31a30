// Methods that `NSCoder` declares differently on Apple platforms. This code was never compiled: the project's
// machines run Linux.

#if canImport(ObjectiveC)
  public import Foundation

  extension KeyedUnarchiver {
    open override func __decodeObject(ofClasses classes: Set<AnyHashable>?, forKey key: String) -> Any? {
      object(of: classes?.compactMap { $0.base as? AnyClass }, forKey: key)
    }

    open override var allowedClasses: Set<AnyHashable>? {
      frames.last?.allowed.flatMap { NSSet(array: $0) as? Set<AnyHashable> }
    }

    open override func decodeValue(ofObjCType type: UnsafePointer<CChar>, at address: UnsafeMutableRawPointer)
    {
      unsafe readCValue(ofType: type, at: address)
    }

    open override func decodeValue(
      ofObjCType type: UnsafePointer<CChar>, at address: UnsafeMutableRawPointer, size: Int
    ) {
      unsafe readCValue(ofType: type, at: address)
    }

    open override func decodeBytes(withReturnedLength length: UnsafeMutablePointer<Int>)
      -> UnsafeMutableRawPointer?
    {
      guard let data = decodeData() else { return nil }
      let copy = NSMutableData(data: data)
      unsafe length.pointee = copy.length
      lentData.append(copy)
      return unsafe copy.mutableBytes
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
