internal import CChecksum

/// The checksum CRC-32C (Castagnoli): it differs for bytes that differ in up to 32 bits side by side, and overlooks other
/// changes once in four billion. `CChecksum` computes it at about the speed at which memory is read.
enum CRC32C {
  /// - Parameter checksum: The checksum of the bytes before these, if the result is to be that of all of them.
  static func checksum(of bytes: UnsafeRawBufferPointer, continuing checksum: UInt32 = 0) -> UInt32 {
    // SAFETY: a buffer has `count` bytes at its address; one without an address has none.
    unsafe structcoding_crc32c(checksum, bytes.baseAddress, bytes.count)
  }
}
