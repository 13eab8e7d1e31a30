/// Reads and creates arrays of one type, for code that does not know the type.
@safe
struct ArrayOperations {
  // Safe: it only holds the closures. Each call of one is marked as unsafe. The codec passes addresses of arrays of the
  // type, or of memory for them.
  /// Returns the elements of each array as a run, and stores the length of each. The elements stay in place as long as the
  /// arrays, and the objects in `kept`, are alive. Meanwhile, it copies them side by side to a room, as long as they fit it.
  let runs: (Rows, _ lengths: UnsafeMutablePointer<UInt>, _ room: UnsafeMutableRawBufferPointer) -> Runs

  @safe
  struct Runs {
    var runs: [Rows.Run] = []
    /// The number of elements of all arrays.
    var elementCount = 0
    /// The number of bytes that were copied.
    var copiedByteCount = 0
    fileprivate(set) var kept: [Any] = []
  }

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
    unsafe runs = { rows, lengths, room in
      var (total, copied, kept): (Int, Int, [Any]) = (0, 0, [])
      let runs: [Rows.Run] = Place.values(rows.count) { runs in
        rows.visit { row, address in
          let array = unsafe address.assumingMemoryBound(to: [Element].self)
          let count = unsafe array.pointee.count
          var elements = unsafe array.pointee.withUnsafeBufferPointer {
            unsafe UnsafeRawPointer($0.baseAddress)
          }
          #if canImport(ObjectiveC)
            // A bridged `NSArray` may not store its elements contiguously; a copy does.
            if type is AnyClass {
              let copy = unsafe ContiguousArray(array.pointee)
              kept.append(copy)
              unsafe elements = unsafe copy.withUnsafeBufferPointer {
                unsafe UnsafeRawPointer($0.baseAddress)
              }
            }
          #endif
          // Any address will do for no elements.
          let base = unsafe elements ?? address
          runs.initialize(row, to: unsafe Rows.Run(base: base, count: count))
          // SAFETY: there is room for the length of each row.
          unsafe lengths[row] = UInt(bitPattern: count)
          total &+= count
          let byteCount = count &* MemoryLayout<Element>.stride
          if let target = room.baseAddress, byteCount <= room.count &- copied {
            // SAFETY: the condition checks that the bytes fit the room.
            unsafe SmallCopy.copy(base, to: target + copied, byteCount)
            copied &+= byteCount
          }
        }
      }
      return Runs(runs: runs, elementCount: total, copiedByteCount: copied, kept: kept)
    }
    make = { place, count, fill in place.initialize(0, to: try Place.values(count, fill) as [Element]) }
    // Below, the arrays together have as many elements as there are.
    if isKnown {
      // By moving elements that the compiler knows, `mk48` took 1.29 times as long to decode.
      move = { elements, place, lengths in
        var source = unsafe elements.base.assumingMemoryBound(to: Element.self)
        for (row, length) in lengths.enumerated() {
          // SAFETY: elements that were copied are destroyed.
          place.initialize(row, to: unsafe Array(UnsafeBufferPointer(start: source, count: length)))
          unsafe source.deinitialize(count: length)
          unsafe source += length
        }
      }
    } else {
      move = { elements, place, lengths in
        var source = unsafe elements.base
        for (row, length) in lengths.enumerated() {
          let byteCount = length * MemoryLayout<Element>.stride
          // SAFETY: moved elements are not destroyed at their old address.
          let array: [Element] = Place.values(length) {
            unsafe $0.base.copyMemory(from: source, byteCount: byteCount)
          }
          place.initialize(row, to: array)
          unsafe source += byteCount
        }
      }
    }
  }
}
