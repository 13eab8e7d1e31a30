/// Reads and creates arrays of one type, for code that does not know the type.
@safe
struct ArrayOperations {
  // Safe: it only holds the closures. Each call of one is marked as unsafe. The codec passes addresses of arrays of the
  // type, or of memory for them.
  /// Calls a function with the number, the elements and the count of each array. The elements stay in place as long
  /// as the arrays, and everything added to the list, are alive.
  let visit: (Rows, inout [Any], (Int, UnsafeRawPointer?, Int) -> Void) -> Void
  /// Copies the elements of arrays side by side, and stores the arrays' counts. Returns the number of bytes; `nil` if
  /// there is no room for them, or a count is too large for 32 bits. The elements must own nothing.
  let collect: (Rows, UnsafeMutablePointer<UInt32>, UnsafeMutableRawBufferPointer) -> Int?
  /// Creates an array with a number of elements at an address. The closure initialises the elements in the memory
  /// that it receives.
  let make: (UnsafeMutableRawPointer, Int, (UnsafeMutableRawPointer) throws -> Void) throws -> Void
  /// Creates arrays at a place by moving contiguous elements into them. The lengths give the number of elements of
  /// each array.
  let move: (UnsafeRawPointer, Place, UnsafeBufferPointer<Int>) -> Void

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
    unsafe collect = { rows, counts, target in unsafe Self.collect(type, rows, counts, to: target) }
    unsafe make = { address, count, fill in
      let array = try unsafe [Element](unsafeUninitializedCapacity: count) { buffer, initializedCount in
        if let base = buffer.baseAddress { try unsafe fill(UnsafeMutableRawPointer(base)) }
        initializedCount = count
      }
      unsafe address.initializeMemory(as: [Element].self, to: array)
    }
    unsafe move = { elements, place, lengths in
      if isKnown {
        unsafe Self.copy(type, elements, to: place, lengths: lengths)
      } else {
        unsafe Self.move(type, elements, to: place, lengths: lengths)
      }
    }
  }

  /// The number of arrays whose elements are found before they are copied.
  private static var blockCount: Int { 256 }

  /// Copies the elements of some arrays at a time. Their counts and addresses are loaded first: these loads do not
  /// wait for one another, though most miss the caches.
  @inline(__always)
  private static func collect<Element>(
    _ type: Element.Type, _ rows: Rows, _ counts: UnsafeMutablePointer<UInt32>,
    to target: UnsafeMutableRawBufferPointer
  ) -> Int? {
    guard let start = target.baseAddress else { return nil }
    let stride = MemoryLayout<Element>.stride
    return unsafe withUnsafeTemporaryAllocation(of: Rows.Run.self, capacity: blockCount) { block in
      var (found, used, fits) = (0, 0, true)
      func copyFound() {
        for index in 0..<found where fits {
          let run = unsafe block[index]
          // SAFETY: the guard makes sure that the target has room. The product cannot overflow: it is the size of
          // elements in memory.
          let byteCount = run.count &* stride
          fits = byteCount <= target.count &- used
          guard fits else { break }
          unsafe SmallCopy.copy(run.base, to: start + used, byteCount)
          used &+= byteCount
        }
        found = 0
      }
      rows.visit { row, address in
        let array = unsafe address.assumingMemoryBound(to: [Element].self)
        // SAFETY: elements of an array stay in place as long as the array is not changed. Elements that own nothing
        // are not in an `NSArray`.
        let (elements, count) = unsafe array.pointee.withUnsafeBufferPointer {
          unsafe (UnsafeRawPointer($0.baseAddress) ?? UnsafeRawPointer(start), $0.count)
        }
        unsafe counts[row] = UInt32(truncatingIfNeeded: count)
        // SAFETY: the block has room for `blockCount` runs, and is emptied when it is full.
        unsafe block[found] = Rows.Run(base: elements, count: count)
        found &+= 1
        if found == blockCount { copyFound() }
      }
      copyFound()
      return fits ? used : nil
    }
  }

  /// Creates arrays by copying elements of a type that the compiler knows. This is the fastest way for such a type:
  /// by moving them, `mk48` took 1.29 times as long to decode.
  @inline(__always)
  private static func copy<Element>(
    _ type: Element.Type, _ elements: UnsafeRawPointer, to place: Place, lengths: UnsafeBufferPointer<Int>
  ) {
    // SAFETY: as below; the copied elements are destroyed.
    var source = unsafe UnsafeMutablePointer(mutating: elements.assumingMemoryBound(to: Element.self))
    for row in 0..<lengths.count {
      let length = unsafe lengths[row]
      let array = unsafe Array(UnsafeBufferPointer(start: source, count: length))
      unsafe place.row(row).base.initializeMemory(as: [Element].self, to: array)
      unsafe source.deinitialize(count: length)
      unsafe source += length
    }
  }

  /// Creates arrays by moving the bytes of elements.
  @inline(__always)
  private static func move<Element>(
    _ type: Element.Type, _ elements: UnsafeRawPointer, to place: Place, lengths: UnsafeBufferPointer<Int>
  ) {
    var source = unsafe elements
    for row in 0..<lengths.count {
      let length = unsafe lengths[row]
      let byteCount = length * MemoryLayout<Element>.stride
      // SAFETY: the array has room for `length` elements, and `source` points to as many. Moved elements are not
      // destroyed at their old address.
      let array = unsafe [Element](unsafeUninitializedCapacity: length) { buffer, initializedCount in
        if let base = UnsafeMutableRawPointer(buffer.baseAddress) {
          unsafe base.copyMemory(from: source, byteCount: byteCount)
        }
        initializedCount = length
      }
      unsafe place.row(row).base.initializeMemory(as: [Element].self, to: array)
      unsafe source += byteCount
    }
  }
}
