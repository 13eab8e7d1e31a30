/// How Swift lays out an array's storage: an object's header of 16 bytes, the count, the capacity, and the elements at
/// the next multiple of their alignment. An array is the address of it.
///
/// Reading count and address there saves a retain and two calls of generic code an array. ``isKnown`` tries it out
/// once; where it does not hold, arrays are asked.
@safe
enum ArrayLayout {
  static let header = 32

  static let isKnown: Bool = {
    guard MemoryLayout<[Int]>.size == 8, MemoryLayout<Int>.size == 8 else { return false }
    func isRight<Element: Equatable>(_ array: [Element]) -> Bool {
      unsafe withUnsafePointer(to: array) { pointer in
        let found = unsafe storage(of: UnsafeRawPointer(pointer), alignment: MemoryLayout<Element>.alignment)
        return unsafe array.withUnsafeBufferPointer { buffer in
          unsafe found.count == buffer.count
            && (buffer.isEmpty || found.elements == UnsafeRawPointer(buffer.baseAddress!))
        }
      }
    }
    return isRight([Int]()) && isRight([1, 2, 3]) && isRight([UInt8](repeating: 1, count: Int.random(in: 5...9)))
      && isRight([SIMD8<Double>(repeating: 0)]) && isRight(["a", "b"])
  }()

  /// The count and the elements of the array at an address. Only where ``isKnown``.
  @inline(__always)
  static func storage(of array: UnsafeRawPointer, alignment: Int) -> (elements: UnsafeRawPointer, count: Int) {
    let object = unsafe array.load(as: UnsafeRawPointer.self)
    let start = (header + alignment - 1) & -alignment
    return unsafe (object + start, object.load(fromByteOffset: 16, as: Int.self))
  }
}

/// What can be done with arrays of one type without knowing it.
struct ArrayOperations {
  /// The elements and the count of the array at an address.
  let storage: (UnsafeRawPointer) -> (elements: UnsafeRawPointer?, count: Int)
  /// Makes an array at an address, of so many elements, which `fill` makes in the memory it is given.
  let make: (UnsafeMutableRawPointer, Int, (UnsafeMutableRawPointer) throws -> Void) throws -> Void
  /// Makes arrays, the first at an address and the others a distance apart, of elements that lie side by side and are
  /// moved: as many for each as the lengths say.
  let move: (Place, UnsafeBufferPointer<Int>, UnsafeRawPointer) -> Void
  /// Whether ``ArrayLayout`` tells as well. Arrays of objects may be foreign on Apple platforms.
  let hasKnownLayout: Bool

  @inline(__always)
  init<Element>(_ type: Element.Type) {
    // SAFETY: the codec gives addresses of arrays of this type, or of memory for them; moved elements are not
    // destroyed where they were.
    storage = { address in
      unsafe address.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer { buffer in
        unsafe (buffer.baseAddress.map { unsafe UnsafeRawPointer($0) }, buffer.count)
      }
    }
    make = { address, count, fill in
      let array = try unsafe [Element](unsafeUninitializedCapacity: count) { buffer, initializedCount in
        if let base = buffer.baseAddress { try unsafe fill(UnsafeMutableRawPointer(base)) }
        initializedCount = count
      }
      unsafe address.initializeMemory(as: [Element].self, to: array)
    }
    move = { place, lengths, elements in
      var source = unsafe elements
      for row in 0..<lengths.count {
        let length = unsafe lengths[row]
        if length == 0 {
          unsafe place.row(row).base.initializeMemory(as: [Element].self, to: [])
          continue
        }
        let byteCount = length * MemoryLayout<Element>.stride
        let array = unsafe [Element](unsafeUninitializedCapacity: length) { buffer, initializedCount in
          unsafe UnsafeMutableRawPointer(buffer.baseAddress!).copyMemory(from: source, byteCount: byteCount)
          initializedCount = length
        }
        unsafe source += byteCount
        unsafe place.row(row).base.initializeMemory(as: [Element].self, to: array)
      }
    }
    hasKnownLayout = ArrayLayout.isKnown && !(type is AnyClass)
  }

  /// The operations for a type, made for it alone where it is a frequent one: generic code asks for an array's class
  /// each time.
  static func of<Element>(_ type: Element.Type) -> ArrayOperations {
    switch type {
    case is Bool.Type: ArrayOperations(Bool.self)
    case is Int.Type: ArrayOperations(Int.self)
    case is UInt8.Type: ArrayOperations(UInt8.self)
    case is UInt16.Type: ArrayOperations(UInt16.self)
    case is Int32.Type: ArrayOperations(Int32.self)
    case is Float.Type: ArrayOperations(Float.self)
    case is Double.Type: ArrayOperations(Double.self)
    case is String.Type: ArrayOperations(String.self)
    default: ArrayOperations(type)
    }
  }
}
