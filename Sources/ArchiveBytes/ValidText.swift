internal import Foundation

/// Strings from text of a file, which may be invalid.
///
/// `String(validating:as:)` does the same, but needs newer Apple systems than this package, and is slower for all but
/// long texts beyond ASCII.
extension String {
  /// Creates a string from UTF-8; `nil` if the bytes are invalid.
  @usableFromInline
  package init?(validUTF8 bytes: UnsafeRawBufferPointer) {
    let text = unsafe String(decoding: bytes, as: UTF8.self)
    // Decoding replaces invalid bytes, so the bytes are valid exactly if the string has the same ones.
    let isSame = unsafe text.utf8.withContiguousStorageIfAvailable { decoded in
      guard decoded.count == bytes.count else { return false }
      guard let first = decoded.baseAddress, let second = bytes.baseAddress else { return true }
      // SAFETY: both buffers have the same count.
      return unsafe memcmp(first, second, decoded.count) == 0
    }
    guard unsafe isSame ?? text.utf8.elementsEqual(bytes) else { return nil }
    self = text
  }

  /// Creates a string from UTF-8; `nil` if the bytes are invalid.
  @inlinable
  package init?(validUTF8 bytes: some Collection<UInt8>) {
    let text = bytes.withContiguousStorageIfAvailable {
      unsafe String(validUTF8: UnsafeRawBufferPointer($0))
    }
    guard let text = text ?? String(validUTF8: Array(bytes)) else { return nil }
    self = text
  }

  /// Creates a string from UTF-16; `nil` if a surrogate has no partner.
  package init?(validUTF16 units: [UInt16]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(3 * units.count)
    let isInvalid = transcode(units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: true) {
      bytes.append($0)
    }
    if isInvalid { return nil }
    self.init(decoding: bytes, as: UTF8.self)
  }
}
