internal import CChecksum
package import Foundation

/// The checksum CRC-32C (Castagnoli). It detects every change within 32 adjacent bits, and misses one in four billion
/// of other changes. `CChecksum` computes it at about the speed of reading memory.
package enum CRC32C {
  /// - Parameter checksum: The checksum of the preceding bytes, if the result is to cover them too.
  package static func checksum(of bytes: UnsafeRawBufferPointer, continuing checksum: UInt32 = 0) -> UInt32 {
    // SAFETY: a buffer has `count` bytes at its address; a buffer without an address is empty.
    unsafe structcoding_crc32c(checksum, nil, bytes.baseAddress, bytes.count)
  }

  /// Copies bytes to memory that has room for them, and returns their checksum, in about the time of copying alone.
  static func copy(
    _ bytes: UnsafeRawBufferPointer, to destination: UnsafeMutableRawPointer, continuing checksum: UInt32 = 0
  ) -> UInt32 {
    // SAFETY: as above; the caller provides the room, and it does not overlap the bytes.
    unsafe structcoding_crc32c(checksum, destination, bytes.baseAddress, bytes.count)
  }

  /// Returns the checksum of two consecutive runs of bytes from their checksums, without reading the bytes again.
  ///
  /// - Parameter count: The number of bytes that `second` covers.
  static func combine(_ first: UInt32, _ second: UInt32, count: Int) -> UInt32 {
    structcoding_crc32c_combine(first, second, count)
  }
}

extension CRC32C {
  /// - Parameter checksum: The checksum of the preceding bytes, if the result is to cover them too.
  package static func checksum(of bytes: Data, continuing checksum: UInt32 = 0) -> UInt32 {
    unsafe bytes.withUnsafeBytes { unsafe self.checksum(of: $0, continuing: checksum) }
  }
}
