internal import ArchiveBytes
internal import CZlib
internal import CZstd
package import Foundation

/// A compressor of the system. It is loaded when it is first used.
package enum SystemCompressor: Sendable {
  case zlib
  case zstd

  /// Throws ``ArchiveError`` with the code `unsupported` if the system has no such library.
  package func require() throws {
    switch self {
    case .zlib: _ = try ZlibStream(.compress, .zlib)
    case .zstd: try Zstd.load()
    }
  }

  /// Compresses bytes.
  ///
  /// - Throws: ``ArchiveError`` with the code `unsupported` if the system has no such library.
  package func compress(_ bytes: UnsafeRawBufferPointer) throws -> Data {
    switch self {
    case .zlib: try unsafe ZlibStream(.compress, .zlib).compress(bytes)
    case .zstd: try unsafe Zstd.compress(bytes)
    }
  }

  /// Decompresses bytes into memory, all of which they must fill.
  ///
  /// - Throws: ``ArchiveError``: with the code `unsupported` if the system has no such library, and `malformed` if the bytes
  ///   are not what the compressor writes, or give more bytes or fewer. The memory may then hold anything.
  package func decompress(_ bytes: UnsafeRawBufferPointer, into memory: UnsafeMutableRawBufferPointer) throws
  {
    switch self {
    case .zlib: try unsafe ZlibStream(.decompress, .zlib).decompress(bytes, into: memory)
    case .zstd: try unsafe Zstd.decompress(bytes, into: memory)
    }
  }
}

/// The system's libzstd.
private enum Zstd {
  /// zstd's own default: higher levels take several times as long.
  private static let level: Int32 = 3

  static func compress(_ bytes: UnsafeRawBufferPointer) throws -> Data {
    try load()
    guard let source = bytes.baseAddress else { return Data() }
    var result = Data(count: zstd_bound(bytes.count))
    let count = unsafe result.withUnsafeMutableBytes { target in
      // SAFETY: both counts are those of the memory.
      unsafe target.baseAddress.map { unsafe zstd_compress($0, target.count, source, bytes.count, level) }
        ?? 0
    }
    if let error = unsafe zstd_error(count) {
      throw ArchiveError(
        .limitExceeded, expected: "memory for libzstd", found: unsafe String(cString: error))
    }
    return result.prefix(count)
  }

  static func decompress(_ bytes: UnsafeRawBufferPointer, into memory: UnsafeMutableRawBufferPointer) throws {
    try load()
    guard let source = bytes.baseAddress, let target = memory.baseAddress else { throw malformed("no bytes") }
    // SAFETY: both counts are those of the memory.
    let count = unsafe zstd_decompress(target, memory.count, source, bytes.count)
    if let error = unsafe zstd_error(count) { throw malformed(unsafe String(cString: error)) }
    guard count == memory.count else { throw malformed("\(count) bytes in them, not \(memory.count)") }
  }

  static func load() throws {
    guard zstd_is_there() == 0 else { return }
    throw ArchiveError(
      .unsupported, expected: "the system's libzstd, version 1", found: "none",
      advice: "Install it (Debian calls it libzstd1), or write archives with another compression.")
  }

  private static func malformed(_ found: String) -> ArchiveError {
    ArchiveError(.malformed, expected: "bytes that zstd compressed", found: found)
  }
}
