internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// The columns of a body that zlib compressed.
struct StoredCompression {
  /// The number of bytes before.
  let byteCount: Int

  /// Whether so many compressed bytes can give a number of bytes at all.
  ///
  /// The densest that zlib knows is 258 equal bytes in two bits.
  static func canGive(_ count: Int, from compressedCount: Int) -> Bool {
    // Columns without bytes are not compressed.
    count > 0 && (count - 1) >> 11 < compressedCount
  }
}

extension BatchBody {
  /// Compresses the end of the output, from the columns of a body on, if that saves something.
  ///
  /// - Returns: How it was compressed.
  static func compress(
    from start: Int, in output: OutputBuffer
  ) throws -> StoredCompression? {
    let count = output.count - start
    // Less than what the size and the head of compressed bytes take cannot be saved.
    guard count > sizeByteCount else { return nil }
    let compressed = try unsafe output.withBytes {
      try unsafe ZlibStream(.compress, .zlib).compress(UnsafeRawBufferPointer(rebasing: $0[start...]))
    }
    guard compressed.count + sizeByteCount < count else { return nil }
    output.truncate(to: start)
    unsafe compressed.withUnsafeBytes { unsafe output.append($0) }
    return StoredCompression(byteCount: count)
  }

  /// The number of bytes of the size before compression.
  static let sizeByteCount = 8
}

extension BatchBody.Flags {
  init(_ compression: StoredCompression?, hasTrailer: Bool) {
    self = hasTrailer ? .trailer : []
    if compression != nil { insert(.zlib) }
  }
}
