internal import CChecksum
package import Foundation

/// The checksum CRC-32C (Castagnoli): it differs for bytes that differ in up to 32 bits side by side, and overlooks other
/// changes once in four billion. `CChecksum` computes it at about the speed at which memory is read.
package enum CRC32C {
  /// - Parameter checksum: The checksum of the bytes before these, if the result is to be that of all of them.
  package static func checksum(of bytes: UnsafeRawBufferPointer, continuing checksum: UInt32 = 0) -> UInt32 {
    // SAFETY: a buffer has `count` bytes at its address; one without an address has none.
    unsafe structcoding_crc32c(checksum, nil, bytes.baseAddress, bytes.count)
  }

  /// Copies bytes to memory that has room for them, and returns their checksum: in about the time of copying alone.
  static func copy(
    _ bytes: UnsafeRawBufferPointer, to destination: UnsafeMutableRawPointer, continuing checksum: UInt32 = 0
  ) -> UInt32 {
    // SAFETY: as above; the caller has the room, and it is not among the bytes.
    unsafe structcoding_crc32c(checksum, destination, bytes.baseAddress, bytes.count)
  }

  /// Returns the checksum of bytes and those after them, from the checksums of both, without reading them again.
  ///
  /// - Parameter count: The number of bytes that `second` is the checksum of.
  static func combine(_ first: UInt32, _ second: UInt32, count: Int) -> UInt32 {
    structcoding_crc32c_combine(first, second, count)
  }
}

extension CRC32C {
  /// - Parameter checksum: The checksum of the bytes before these, if the result is to be that of all of them.
  package static func checksum(of bytes: Data, continuing checksum: UInt32 = 0) -> UInt32 {
    unsafe bytes.withUnsafeBytes { unsafe self.checksum(of: $0, continuing: checksum) }
  }
}
