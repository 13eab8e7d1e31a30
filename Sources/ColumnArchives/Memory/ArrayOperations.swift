/// Reads and creates arrays of one type, for code that does not know the type.
@safe
struct ArrayOperations {
  // Safe: it only holds the closures. Each call of one is marked as unsafe. The codec passes addresses of arrays of the
  // type, or of memory for them.
  /// Calls a function with the number, the elements and the count of each array. The elements stay in place as long
  /// as the arrays, and everything added to the list, are alive.
  let visit: (Rows, inout [Any], (Int, UnsafeRawPointer?, Int) -> Void) -> Void
  /// Makes an array of a number of elements at a place. The closure initialises the elements in the memory it is given.
  let make: (Place, Int, (Place) throws -> Void) throws -> Void
  /// Makes arrays at a place by moving contiguous elements into them; each array gets as many as its length says.
  let move: (_ elements: Place, Place, _ lengths: ArraySlice<Int>) -> Void

  init<Element>(_ type: Element.Type) {
    // For speed alone: `mk48` has 40,000 short arrays of numbers. For these element types, the compiler knows the
    // class of the arrays' storage. Other arrays look it up each time.
    switch type {
    case is Bool.Type: self.init(of: Bool.self, isKnown: true)
    case is Int.Type: self.init(of: Int.self, isKnown: true)
    case is Int8.Type: self.init(of: Int8.self, isKnown: true)
    case is Int16.Type: self.init(of: Int16.self, isKnown: true)
    case is Int32.Type: self.init(of: Int32.self, isKnown: true)
    case is Int64.Type: self.init(of: Int64.self, isKnown: true)
    case is UInt8.Type: self.init(of: UInt8.self, isKnown: true)
    case is UInt16.Type: self.init(of: UInt16.self, isKnown: true)
    case is UInt32.Type: self.init(of: UInt32.self, isKnown: true)
    case is UInt64.Type: self.init(of: UInt64.self, isKnown: true)
    case is Float.Type: self.init(of: Float.self, isKnown: true)
    case is Double.Type: self.init(of: Double.self, isKnown: true)
    case is String.Type: self.init(of: String.self, isKnown: true)
    default: self.init(of: type, isKnown: false)
    }
  }

  @inline(__always)
  private init<Element>(of type: Element.Type, isKnown: Bool) {
    unsafe visit = { rows, kept, body in
      rows.visit { row, address in
        let array = unsafe address.assumingMemoryBound(to: [Element].self)
        #if canImport(ObjectiveC)
          // A bridged `NSArray` may not store its elements contiguously; a copy does.
          if type is AnyClass {
            let copy = unsafe ContiguousArray(array.pointee)
            kept.append(copy)
            return unsafe copy.withUnsafeBufferPointer {
              unsafe body(row, UnsafeRawPointer($0.baseAddress), $0.count)
            }
          }
        #endif
        let (elements, count) = unsafe array.pointee.withUnsafeBufferPointer {
          unsafe (UnsafeRawPointer($0.baseAddress), $0.count)
        }
        unsafe body(row, elements, count)
      }
    }
    make = { place, count, fill in place.initialize(0, to: try Place.values(count, fill) as [Element]) }
    move = { elements, place, lengths in
      if isKnown {
        Self.copy(type, elements, to: place, lengths)
      } else {
        Self.move(type, elements, to: place, lengths)
      }
    }
  }

  /// Makes arrays by copying elements that are known to the compiler, which is then the fastest way: by moving them, `mk48`
  /// took 1.29 times as long to decode.
  @inline(__always)
  private static func copy<Element>(
    _ type: Element.Type, _ elements: Place, to place: Place, _ lengths: ArraySlice<Int>
  ) {
    // SAFETY: as below; elements that were copied are destroyed.
    var source = unsafe elements.base.assumingMemoryBound(to: Element.self)
    for (row, length) in lengths.enumerated() {
      place.initialize(row, to: unsafe Array(UnsafeBufferPointer(start: source, count: length)))
      unsafe source.deinitialize(count: length)
      unsafe source += length
    }
  }

  /// Creates arrays by moving the bytes of elements.
  @inline(__always)
  private static func move<Element>(
    _ type: Element.Type, _ elements: Place, to place: Place, _ lengths: ArraySlice<Int>
  ) {
    var source = unsafe elements.base
    for (row, length) in lengths.enumerated() {
      let byteCount = length * MemoryLayout<Element>.stride
      // SAFETY: the array has room for `length` elements, and `source` points to as many. Moved elements are not
      // destroyed at their old address.
      let array: [Element] = Place.values(length) {
        unsafe $0.base.copyMemory(from: source, byteCount: byteCount)
      }
      place.initialize(row, to: array)
      unsafe source += byteCount
    }
  }
}
