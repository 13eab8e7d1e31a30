package import Foundation

/// A copy of an archive's bytes at a fixed address, for readers that outlive the call that creates them.
@safe
package final class ByteStorage: @unchecked Sendable {
  // Sendable: the bytes are written once, in `init`.
  /// The bytes. They are valid as long as the storage exists.
  package let bytes: UnsafeRawBufferPointer

  package init(copying data: Data) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: data.count, alignment: 8)
    unsafe data.copyBytes(to: copy)
    unsafe bytes = UnsafeRawBufferPointer(copy)
  }

  deinit { unsafe bytes.deallocate() }
}
