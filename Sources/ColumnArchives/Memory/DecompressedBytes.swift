internal import ArchiveBytes

/// The columns of a compressed batch, in memory of their own.
@safe
final class DecompressedBytes {
  // Safe: the memory is there for as long as the object is. Whoever reads its bytes says why that is long enough.
  let memory: UnsafeMutableRawBufferPointer
  private let block: UnsafeMutableRawBufferPointer

  /// - Parameter count: The number of bytes, at least 1. They are not initialised.
  init(count: Int) {
    unsafe block = LargeBlock.allocate(byteCount: count, alignment: 16)
    unsafe memory = UnsafeMutableRawBufferPointer(rebasing: block[..<count])
  }

  deinit { unsafe LargeBlock.deallocate(block) }

  var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(memory) }

  /// Returns how far an address is from the first byte; `nil` if it is outside.
  func offset(of pointer: UnsafeRawPointer) -> Int? {
    guard let base = unsafe bytes.baseAddress, unsafe pointer >= base,
      unsafe pointer <= base + bytes.count
    else { return nil }
    return unsafe pointer - base
  }
}
