// Methods that `NSCoder` declares only, or differently, on Apple platforms, in the order of Apple's `NSCoder.h`. No
// machine of the project has run this code; it was type-checked against Apple's headers.
//
// The methods of that header that are neither here nor in `_KeyedCoder`, and why:
// - `decodeObjectOfClass:forKey:` and `decodeTopLevelObject…` are unavailable in Swift; the superclass has them, and those
//   that came with macOS 15.4 and iOS 18.4, `decodeBytesWithMinimumLength:` and `decodeBytesForKey:minimumLength:`, so
//   that it compiles with older SDKs;
// - `systemVersion` returns a number of `NSCoder`'s own and reads nothing;
// - `setObjectZone:` and `objectZone` are ignored since there are no zones, and unavailable in Swift;
// - `encodeNXObject:` and `decodeNXObject`, of macOS only, are “not supported” by anything since 10.5: they are for
//   objects of NeXTSTEP, which have another root class and do not exist in Swift;
// - `encodeRootObject:`, `encodeBycopyObject:` and `encodeByrefObject:` call `encodeObject:`, as documented there;
// - `encodeValuesOfObjCTypes:`, `encodeArrayOfObjCType:count:at:` and their opposites call the method for one type, which
//   is an error.

#if canImport(ObjectiveC)
  public import Foundation

  extension _KeyedCoder {
    open override func encodeCInt(_ value: Int32, forKey key: String) { refuse(()) }

    open override func decodeValue(ofObjCType type: UnsafePointer<CChar>, at address: UnsafeMutableRawPointer)
    {
      refuse(())
    }
    open override func decodeValue(
      ofObjCType type: UnsafePointer<CChar>, at address: UnsafeMutableRawPointer, size: Int
    ) {
      refuse(())
    }
    open override func decodeBytes(withReturnedLength length: UnsafeMutablePointer<Int>)
      -> UnsafeMutableRawPointer?
    {
      unsafe refuse(nil)
    }
    open override func decodeBytes(
      forKey key: String, returnedLength length: UnsafeMutablePointer<Int>?
    ) -> UnsafePointer<UInt8>? {
      unsafe refuse(nil)
    }
    open override func __decodeArrayOfObjects(of type: AnyClass, forKey key: String) -> [Any]? { refuse(nil) }
    open override func __decodeDictionary(
      withKeysOf keyType: AnyClass, objectsOf valueType: AnyClass, forKey key: String
    ) -> [AnyHashable: Any]? {
      refuse(nil)
    }
    open override func __decodeObject(ofClasses classes: Set<AnyHashable>?, forKey key: String) -> Any? {
      refuse(nil)
    }
    open override func __decodeArrayOfObjects(ofClasses classes: Set<AnyHashable>, forKey key: String)
      -> [Any]?
    {
      refuse(nil)
    }
    open override func __decodeDictionary(
      withKeysOfClasses keyClasses: Set<AnyHashable>, objectsOfClasses valueClasses: Set<AnyHashable>,
      forKey key: String
    ) -> [AnyHashable: Any]? {
      refuse(nil)
    }
    open override var allowedClasses: Set<AnyHashable>? { nil }
  }

  extension KeyedArchiver {
    open override func encodeCInt(_ value: Int32, forKey key: String) { encode(value, forKey: key) }
  }
#endif
