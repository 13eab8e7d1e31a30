// The methods that `NSCoder` declares only, or differently, on Apple platforms, in the order of Apple's `NSCoder.h`.
// The project has never run this code; it is type-checked against Apple's headers.
//
// The methods of Apple's `NSCoder.h` that the coders do not override, and why:
// - `decodeObjectOfClass:forKey:` and `decodeTopLevelObject…` are unavailable in Swift. The superclass implements
//   them. It also implements two methods that are new in macOS 15.4 and iOS 18.4, `decodeBytesWithMinimumLength:` and
//   `decodeBytesForKey:minimumLength:`, so that it compiles with older SDKs;
// - `systemVersion` returns `NSCoder`'s own number and reads nothing;
// - `setObjectZone:` and `objectZone` are ignored since there are no zones, and unavailable in Swift;
// - `encodeNXObject:` and `decodeNXObject`, of macOS only, have been “not supported” since 10.5. They are for
//   NeXTSTEP objects, which have another root class and do not exist in Swift;
// - `encodeRootObject:`, `encodeBycopyObject:` and `encodeByrefObject:` call `encodeObject:`, as the header
//   documents;
// - `encodeValuesOfObjCTypes:`, `encodeArrayOfObjCType:count:at:` and their opposites call the method for one type, which
//   is an error.

#if canImport(ObjectiveC)
  internal import ArchiveBytes
  internal import ArchiveValues
  public import Foundation

  extension KeyedUnarchiver {
    open override func decodeValue(ofObjCType type: UnsafePointer<CChar>, at address: UnsafeMutableRawPointer)
    {
      unsafe refuseAddress(of: type, address, method: "decodeValue(ofObjCType:at:)")
    }

    open override func decodeValue(
      ofObjCType type: UnsafePointer<CChar>, at address: UnsafeMutableRawPointer, size: Int
    ) {
      unsafe refuseAddress(of: type, address, method: "decodeValue(ofObjCType:at:size:)")
    }

    private func refuseAddress(
      of type: UnsafePointer<CChar>, _ address: UnsafeMutableRawPointer, method: String
    ) {
      refuseAddress(use: "decodeObject(of:forKey:) or decodeInteger(forKey:)", method: method)
      guard unsafe UInt8(bitPattern: type.pointee) == UInt8(ascii: "@") else { return }
      // SAFETY: the caller provides memory for an object. The memory may hold anything beforehand, and a caller
      // without ARC owns the object stored there.
      unsafe address.initializeMemory(as: AnyObject?.self, to: nil)
    }

    open override func decodeBytes(withReturnedLength length: UnsafeMutablePointer<Int>)
      -> UnsafeMutableRawPointer?
    {
      unsafe length.pointee = 0
      guard let data = decodeData() else { return nil }
      let copy = NSMutableData(data: data)
      unsafe length.pointee = copy.length
      lentData.append(copy)
      return unsafe copy.mutableBytes
    }

    open override func decodeBytes(
      forKey key: String, returnedLength length: UnsafeMutablePointer<Int>?
    ) -> UnsafePointer<UInt8>? {
      unsafe length?.pointee = 0
      guard let data = decodeData(forKey: key) as NSData? else { return nil }
      unsafe length?.pointee = data.length
      lentData.append(data)
      return unsafe data.bytes.assumingMemoryBound(to: UInt8.self)
    }

    // MARK: Objects of given classes

    open override func __decodeObject(ofClasses classes: Set<AnyHashable>?, forKey key: String) -> Any? {
      object(of: classes.map(Self.classes), forKey: key)
    }

    open override func __decodeArrayOfObjects(of type: AnyClass, forKey key: String) -> [Any]? {
      parts(of: .array, allowed: [type], forKey: key)
    }

    open override func __decodeArrayOfObjects(ofClasses classes: Set<AnyHashable>, forKey key: String)
      -> [Any]?
    {
      parts(of: .array, allowed: Self.classes(classes), forKey: key)
    }

    open override func __decodeDictionary(
      withKeysOf keyType: AnyClass, objectsOf valueType: AnyClass, forKey key: String
    ) -> [AnyHashable: Any]? {
      dictionary(keys: [keyType], values: [valueType], forKey: key)
    }

    open override func __decodeDictionary(
      withKeysOfClasses keyClasses: Set<AnyHashable>, objectsOfClasses valueClasses: Set<AnyHashable>,
      forKey key: String
    ) -> [AnyHashable: Any]? {
      dictionary(keys: Self.classes(keyClasses), values: Self.classes(valueClasses), forKey: key)
    }

    open override var allowedClasses: Set<AnyHashable>? {
      frames.last?.allowed.flatMap { NSSet(array: $0) as? Set<AnyHashable> }
    }

    private static func classes(_ set: Set<AnyHashable>) -> [AnyClass] {
      set.compactMap { $0.base as? AnyClass }
    }

    /// Returns a dictionary whose keys and values are of the classes given for each.
    private func dictionary(keys: [AnyClass], values: [AnyClass], forKey name: String) -> [AnyHashable: Any]?
    {
      guard let parts = parts(of: .dictionary, allowed: keys + values, forKey: name) else { return nil }
      var entries: [AnyHashable: Any] = [:]
      for (key, value) in zip(parts.prefix(parts.count / 2), parts.suffix(parts.count / 2)) {
        guard let key = key as? any NSObject & NSCopying, Self.isOne(key, of: keys) else {
          let expected = Self.names(of: keys) + " as a key, which can be copied"
          failWithError(mismatch(key, expected).prefixed(.field(name)))
          return nil
        }
        guard Self.isOne(value, of: values) else {
          failWithError(mismatch(value, Self.names(of: values)).prefixed(.field(name)))
          return nil
        }
        entries[AnyHashable(key as NSObject)] = value
      }
      return entries
    }

    private func mismatch(_ object: AnyObject, _ expected: String) -> ArchiveError {
      ArchiveError(.typeMismatch, expected: expected, found: "an object of class \(type(of: object))")
    }
  }
#endif
