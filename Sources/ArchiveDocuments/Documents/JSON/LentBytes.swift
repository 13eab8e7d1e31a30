/// The bytes of a text that another object keeps in place.
///
/// Safe, because positions are checked. It must not outlive the call that lends the bytes.
@safe
struct LentBytes: RandomAccessCollection {
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

  var startIndex: Int { 0 }
  var endIndex: Int { unsafe bytes.count }

  @inline(__always)
  subscript(position: Int) -> UInt8 {
    precondition(position >= 0 && position < endIndex, "a position inside of the text")
    return unsafe bytes[position]
  }
}
