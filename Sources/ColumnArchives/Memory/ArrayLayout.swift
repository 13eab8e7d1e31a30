internal import CRuntime

/// The memory layout of a Swift array's storage: an object header of 16 bytes, the count, the capacity, and the
/// elements at the next multiple of their alignment. An array is the address of its storage. See
/// `ContiguousArrayBuffer.swift` in the Swift repository.
///
/// Reading the count and the elements from this memory saves a retain and two calls of generic code for each array.
/// Allocating the object directly saves a lookup of its class. ``isKnown`` checks the layout once; if it differs, the
/// arrays' own methods are used.
@safe
enum ArrayLayout {
  static let header = 32

  static let isKnown: Bool = {
    guard MemoryLayout<[Int]>.size == 8, MemoryLayout<Int>.size == 8 else { return false }
    func isRight<Element: Equatable>(_ array: [Element], _ one: Element) -> Bool {
      let isRead = unsafe withUnsafePointer(to: array) { pointer in
        let found = unsafe storage(of: UnsafeRawPointer(pointer), alignment: MemoryLayout<Element>.alignment)
        return unsafe array.withUnsafeBufferPointer { buffer in
          unsafe found.count == buffer.count
            && (buffer.isEmpty || found.elements == UnsafeRawPointer(buffer.baseAddress!))
        }
      }
      guard isRead, let factory = ArrayFactory(Element.self) else { return isRead }
      // Makes, changes, copies and frees an array.
      var made: [Element] = []
      unsafe withUnsafeMutablePointer(to: &made) { pointer in
        unsafe factory.make(at: UnsafeMutableRawPointer(pointer), count: 3) { elements in
          unsafe elements.bindMemory(to: Element.self, capacity: 3).initialize(repeating: one, count: 3)
        }
      }
      let copy = made
      made.append(one)
      return copy == [one, one, one] && made == [one, one, one, one] && copy.capacity == 3
    }
    return isRight([Int](), 1) && isRight([1, 2, 3], 4) && isRight([UInt8](repeating: 1, count: 5), 2)
      && isRight([SIMD2<Double>(repeating: 0)], SIMD2(repeating: 1)) && isRight([true], false)
      && isRight(["a", "a long string that is not stored in place"], "another long string for an array")
  }()

  /// Returns the elements and the count of the array at an address. Call it only if ``isKnown``.
  @inline(__always)
  static func storage(of array: UnsafeRawPointer, alignment: Int) -> (elements: UnsafeRawPointer, count: Int)
  {
    let object = unsafe array.load(as: UnsafeRawPointer.self)
    let start = (header + alignment - 1) & -alignment
    return unsafe (object + start, object.load(fromByteOffset: 16, as: Int.self))
  }
}

/// Makes arrays of one type. Use it only if ``ArrayLayout/isKnown``.
@safe
struct ArrayFactory {
  /// The class of the storage.
  private let metadata: UnsafeRawPointer
  /// The flag bits in the capacity word.
  private let flags: Int
  private let stride: Int
  /// The mask of the alignment of the storage.
  private let alignmentMask: Int
  /// The empty array.
  private let empty: UnsafeRawPointer

  /// Whether the first word of an object is signed for its address, which makes it invalid in another object.
  static var areClassesSigned: Bool {
    #if _ptrauth(_arm64e)
      true
    #else
      false
    #endif
  }

  /// Returns `nil` for zero-sized elements, for elements of an unusual alignment, and if class pointers are signed.
  init?<Element>(_ type: Element.Type) {
    guard !Self.areClassesSigned, MemoryLayout<Element>.size > 0, MemoryLayout<Element>.alignment <= 16 else {
      return nil
    }
    stride = MemoryLayout<Element>.stride
    // The runtime takes a slower allocator for greater alignments than that of words.
    alignmentMask = max(MemoryLayout<Element>.alignment, 8) - 1
    // SAFETY: an array is the address of its storage, which begins with the address of its class. Classes are never
    // freed.
    let sample = unsafe [Element](unsafeUninitializedCapacity: 4) { $1 = 0 }
    unsafe (metadata, flags) = unsafe withExtendedLifetime(sample) { sample in
      let object = unsafe unsafeBitCast(sample, to: UnsafeRawPointer.self)
      return unsafe (
        object.load(as: UnsafeRawPointer.self), object.load(fromByteOffset: 24, as: Int.self) & 1
      )
    }
    unsafe empty = unsafeBitCast([Element](), to: UnsafeRawPointer.self)
  }

  /// Makes an array of `count` elements at an address; `fill` initialises the elements in the memory it is given.
  @inline(__always)
  func make(at address: UnsafeMutableRawPointer, count: Int, fill: (UnsafeMutableRawPointer) -> Void) {
    guard count > 0 else {
      // The empty array's storage is not reference-counted.
      return unsafe address.storeBytes(of: empty, as: UnsafeRawPointer.self)
    }
    // The size is rounded up to whole words, so elements may be copied in words.
    let object = unsafe swift_allocObject(
      metadata, ArrayLayout.header + (count * stride + 7) & -8, alignmentMask)
    unsafe object.storeBytes(of: count, toByteOffset: 16, as: Int.self)
    unsafe object.storeBytes(of: count << 1 | flags, toByteOffset: 24, as: Int.self)
    unsafe fill(object + ArrayLayout.header)
    unsafe address.storeBytes(of: object, as: UnsafeMutableRawPointer.self)
  }
}

/// Operations on arrays of one type, for code that does not know the type.
@safe
struct ArrayOperations {
  // Safe: it only holds the closures. Each call of one is marked as unsafe.
  /// Returns the elements and the count of the array at an address. They are valid as long as the array, and everything
  /// added to the list, is alive.
  let storage: (UnsafeRawPointer, inout [Any]) -> (elements: UnsafeRawPointer?, count: Int)
  let count: (UnsafeRawPointer) -> Int
  /// Makes an array of a number of elements at an address. The closure initialises the elements in the memory it is
  /// given.
  let make: (UnsafeMutableRawPointer, Int, (UnsafeMutableRawPointer) throws -> Void) throws -> Void
  /// Whether ``ArrayLayout`` applies to these arrays. Arrays of objects may be foreign on Apple platforms.
  let hasKnownLayout: Bool
  private let factory: ArrayFactory?
  /// Whether equal arrays may share storage: their elements must be small and own nothing.
  let canShare: Bool
  private let stride: Int

  init<Element>(_ type: Element.Type, _ layouts: KnownLayouts) {
    // SAFETY: the codec passes addresses of arrays of this type, or of memory for them.
    unsafe storage = { address, kept in
      let array = unsafe address.assumingMemoryBound(to: [Element].self).pointee
      #if canImport(ObjectiveC)
        // A bridged `NSArray` has no contiguous elements; a copy does.
        if type is AnyClass {
          let copy = ContiguousArray(array)
          kept.append(copy)
          return unsafe copy.withUnsafeBufferPointer {
            unsafe ($0.baseAddress.map { unsafe UnsafeRawPointer($0) }, $0.count)
          }
        }
      #endif
      return unsafe array.withUnsafeBufferPointer { buffer in
        unsafe (buffer.baseAddress.map { unsafe UnsafeRawPointer($0) }, buffer.count)
      }
    }
    unsafe count = { unsafe $0.assumingMemoryBound(to: [Element].self).pointee.count }
    unsafe make = { address, count, fill in
      let array = try unsafe [Element](unsafeUninitializedCapacity: count) { buffer, initializedCount in
        if let base = buffer.baseAddress { try unsafe fill(UnsafeMutableRawPointer(base)) }
        initializedCount = count
      }
      unsafe address.initializeMemory(as: [Element].self, to: array)
    }
    hasKnownLayout = layouts.arrays && !(type is AnyClass)
    factory = hasKnownLayout ? ArrayFactory(type) : nil
    stride = MemoryLayout<Element>.stride
    canShare = factory != nil && _isPOD(type) && stride < SharedArrays.byteLimit
  }

  /// Makes arrays at a place by moving contiguous elements into them; each array gets as many as its length says. 16
  /// bytes after the last element must be readable.
  ///
  /// - Parameter shared: The table that finds equal short arrays.
  func move(
    _ elements: UnsafeRawPointer, to place: Place, lengths: UnsafeBufferPointer<Int>,
    shared: SharedArrays? = nil
  ) {
    var source = unsafe elements
    for row in 0..<lengths.count {
      let length = unsafe lengths[row]
      let byteCount = length * stride
      // SAFETY: the array has room for `length` elements, and there are as many at `source`. Moved elements are not
      // destroyed at their old address.
      if let factory, let shared, length > 0, byteCount <= SharedArrays.byteLimit {
        let address = unsafe place.row(row).base
        unsafe shared.store(source, byteCount: byteCount, at: address) {
          unsafe factory.make(at: address, count: length) {
            unsafe SmallCopy.copy(followedSource: source, to: $0, byteCount)
          }
        }
      } else if let factory {
        unsafe factory.make(at: place.row(row).base, count: length) {
          unsafe SmallCopy.copy(followedSource: source, to: $0, byteCount)
        }
      } else {
        try? unsafe make(place.row(row).base, length) {
          unsafe $0.copyMemory(from: source, byteCount: byteCount)
        }
      }
      unsafe source += byteCount
    }
  }
}
