/// Reads and makes arrays of one type, for code that does not know the type.
@safe
struct ArrayOperations {
  // Safe: it only holds the closures. Each call of one is marked as unsafe. The codec passes addresses of arrays of the
  // type, or of memory for them.
  /// Calls a function with the number, the elements and the count of each array. The elements stay where they are as long
  /// as the arrays, and everything added to the list, are alive.
  let visit: (Rows, inout [Any], (Int, UnsafeRawPointer?, Int) -> Void) -> Void
  /// Makes an array of a number of elements at an address. The closure initialises the elements in the memory it is
  /// given.
  let make: (UnsafeMutableRawPointer, Int, (UnsafeMutableRawPointer) throws -> Void) throws -> Void
  /// Makes arrays at a place by moving contiguous elements into them; each array gets as many as its length says.
  let move: (UnsafeRawPointer, Place, UnsafeBufferPointer<Int>) -> Void

  init<Element>(_ type: Element.Type) {
    unsafe visit = { rows, kept, body in
      rows.visit { row, address in
        let array = unsafe address.assumingMemoryBound(to: [Element].self)
        #if canImport(ObjectiveC)
          // A bridged `NSArray` has no contiguous elements; a copy does.
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
    unsafe make = { address, count, fill in
      let array = try unsafe [Element](unsafeUninitializedCapacity: count) { buffer, initializedCount in
        if let base = buffer.baseAddress { try unsafe fill(UnsafeMutableRawPointer(base)) }
        initializedCount = count
      }
      unsafe address.initializeMemory(as: [Element].self, to: array)
    }
    unsafe move = { elements, place, lengths in
      var source = unsafe elements
      for row in 0..<lengths.count {
        let length = unsafe lengths[row]
        let byteCount = length * MemoryLayout<Element>.stride
        // SAFETY: the array has room for `length` elements, and there are as many at `source`. Moved elements are not
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
}
