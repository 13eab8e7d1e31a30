internal import ArchiveBytes
internal import CZlib
package import Foundation

/// A format in which zlib wraps compressed data.
enum ZlibFormat: String {
  case zlib
  case gzip

  /// zlib's parameter for the format: the size of the window, plus 16 for gzip.
  var windowBits: Int32 { self == .zlib ? 15 : 15 + 16 }

  /// Compresses `data`. Throws if `data` is larger than decompressing would allow.
  func compress(_ data: Data, decodingAtMost maximum: Int?) throws -> Data {
    let compressed = try ZlibStream(.compress, self).compress(data)
    try check(data.count, maximum, compressedTo: compressed.count)
    return compressed
  }

  /// Decompresses all of `data`, to at most `maximum` bytes.
  func decompress(_ data: Data, toAtMost maximum: Int?) throws -> Data {
    try ZlibStream(.decompress, self).decompress(data) { size in
      try check(size, maximum, compressedTo: data.count)
    }
  }

  private func check(_ size: Int, _ maximum: Int?, compressedTo count: Int) throws {
    let allowed = ArchiveLimits(maximumDecodedSize: maximum).decodedSizeAllowed(forArchiveOf: count)
    guard size <= allowed else {
      throw ArchiveError(
        .limitExceeded, expected: "at most \(allowed) bytes in \(count) bytes of \(self) data", found: "more",
        advice: "Where such data is expected, use a transformer with a larger maximumDecodedSize.")
    }
  }
}

/// Returns bytes compressed by the system's zlib, in the format of gzip.
///
/// - Throws: ``ArchiveError`` if zlib is missing.
package func gzipped(_ data: Data) throws -> Data { try ZlibStream(.compress, .gzip).compress(data) }

/// A zlib stream that compresses or decompresses once.
@safe
final class ZlibStream {
  enum Direction { case compress, decompress }

  private let direction: Direction
  private let format: ZlibFormat
  /// zlib's state, at the fixed address that zlib requires.
  private let stream: UnsafeMutablePointer<zlib_stream>
  /// The buffer that zlib writes to. It is emptied after each step.
  private var output = [UInt8](repeating: 0, count: 1 << 16)

  init(_ direction: Direction, _ format: ZlibFormat) throws {
    self.direction = direction
    self.format = format
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: zlib_stream())
    let defaultLevel: Int32 = -1
    let status =
      switch direction {
      case .compress: unsafe zlib_deflate_begin(stream, defaultLevel, format.windowBits)
      case .decompress: unsafe zlib_inflate_begin(stream, format.windowBits)
      }
    guard status == zlib_ok else { throw failure(status, at: 0) }
  }

  deinit {
    // If zlib did not initialise the stream, it is empty, and zlib does nothing.
    switch direction {
    case .compress: unsafe zlib_deflate_end(stream)
    case .decompress: unsafe zlib_inflate_end(stream)
    }
    unsafe stream.deallocate()
  }

  /// Returns all of `data`, compressed.
  func compress(_ data: Data) throws -> Data {
    try unsafe data.withUnsafeBytes { try unsafe compress($0) }
  }

  /// Returns all bytes, compressed.
  func compress(_ input: UnsafeRawBufferPointer) throws -> Data {
    var result = Data()
    try unsafe run(input) { bytes, _ in result.append(contentsOf: bytes) }
    return result
  }

  /// Returns all of `data`, decompressed: one zlib stream, or any number of gzip members.
  ///
  /// - Parameter check: Called with the new size of the result before it grows; throws if the size is too large.
  func decompress(_ data: Data, _ check: (_ size: Int) throws -> Void) throws -> Data {
    var result = Data()
    try unsafe data.withUnsafeBytes { input in
      try unsafe run(input) { bytes, _ in
        try check(result.count + bytes.count)
        result.append(contentsOf: bytes)
      }
    }
    return result
  }

  /// Decompresses one zlib stream into memory. The stream must fill all of it.
  func decompress(_ input: UnsafeRawBufferPointer, into memory: UnsafeMutableRawBufferPointer) throws {
    var filled = 0
    try unsafe run(input) { bytes, position in
      guard bytes.count <= memory.count - filled else {
        throw malformed("more than \(memory.count) bytes in it", at: position)
      }
      // The slice checks that it is inside the memory.
      unsafe UnsafeMutableRawBufferPointer(rebasing: memory[filled..<filled + bytes.count])
        .copyBytes(from: bytes)
      filled += bytes.count
    }
    guard filled == memory.count else {
      throw malformed("\(filled) bytes in it, not \(memory.count)", at: input.count)
    }
  }

  /// Passes all of the input to zlib. For decompression, the input is one zlib stream, or any number of gzip members.
  ///
  /// - Parameter take: Takes the next bytes, and the number of input bytes read so far.
  private func run(
    _ input: UnsafeRawBufferPointer, _ take: (ArraySlice<UInt8>, Int) throws -> Void
  ) throws {
    var position = 0
    while true {
      // zlib counts in 32 bits.
      let fed = min(input.count - position, 1 << 30)
      // SAFETY: the position is the sum of the bytes that zlib consumed, and it consumes at most the bytes it received.
      unsafe stream.pointee.next_in = input.baseAddress?.advanced(by: position).assumingMemoryBound(
        to: UInt8.self)
      unsafe stream.pointee.avail_in = UInt32(fed)
      let status = step(isLast: position + fed == input.count)
      position += unsafe fed - Int(stream.pointee.avail_in)
      if status == zlib_buffer_error, direction == .decompress {
        // There is always room for output, so the input is too short.
        throw ArchiveError(
          .truncated, expected: "\(format) data to its end", found: "only \(input.count) bytes of it")
      }
      guard status == zlib_ok || status == zlib_stream_end else { throw failure(status, at: position) }
      try take(output[..<(output.count - (unsafe Int(stream.pointee.avail_out)))], position)
      guard status == zlib_stream_end else { continue }
      if direction == .compress || position == input.count { return }
      guard format == .gzip else { throw malformed("other bytes after its end", at: position) }
      let again = unsafe zlib_inflate_again(stream)
      guard again == zlib_ok else { throw failure(again, at: position) }
    }
  }

  /// Fills the output with what zlib makes of the input.
  private func step(isLast: Bool) -> Int32 {
    unsafe output.withUnsafeMutableBufferPointer { output in
      unsafe (stream.pointee.next_out, stream.pointee.avail_out) = (output.baseAddress, UInt32(output.count))
      return switch direction {
      case .compress: unsafe zlib_deflate_step(stream, isLast ? zlib_finish : zlib_no_flush)
      case .decompress: unsafe zlib_inflate_step(stream, zlib_no_flush)
      }
    }
  }

  // MARK: Errors

  private func failure(_ status: Int32, at position: Int) -> ArchiveError {
    switch status {
    case zlib_missing, zlib_version_error:
      return ArchiveError(
        .unsupported, expected: "the system's zlib, version 1.2 or a later 1.x",
        found: unsafe zlib_version().map { unsafe "version \(String(cString: $0))" } ?? "none",
        advice: "Install it (Debian calls it zlib1g), or store the data with another transformer.")
    case zlib_memory_error:
      return ArchiveError(.limitExceeded, expected: "memory for zlib", found: "none left")
    case zlib_needs_dictionary:
      return malformed("the need for a dictionary", at: position)
    default:
      let message = unsafe stream.pointee.message.map { unsafe String(cString: $0) }
      return malformed(message ?? "zlib's error \(status)", at: position)
    }
  }

  private func malformed(_ found: String, at position: Int) -> ArchiveError {
    ArchiveError(.malformed, expected: "\(format) data", found: "\(found), at byte \(position) of it")
  }
}
