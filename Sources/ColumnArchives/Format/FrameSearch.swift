package import Foundation

/// Finds batches among other bytes.
package enum FrameSearch {
  /// Returns the first complete batch.
  ///
  /// - Parameters:
  ///   - salt: The salt of the batch; `nil` for any.
  ///   - number: The minimum number of its first element.
  ///   - budget: The number of bytes of bodies that may still be checked.
  static func first(
    in content: ByteCursor, salt: UInt32?, from number: Int = 0, _ budget: inout Int
  ) -> BatchFrame? {
    var rest = content
    while rest.remaining >= BatchFrame.byteCount, budget > 0 {
      defer { rest = rest.dropping(1) }
      guard rest.begins(with: BatchFrame.mark) else { continue }
      var body = rest
      guard let frame = try? BatchFrame(&body, salt: salt, verifies: true), frame.first >= number,
        frame.body.count <= body.remaining
      else { continue }
      budget -= frame.body.count
      if (try? BatchBody(body.prefix(frame.body.count), verifies: true)) != nil { return frame }
    }
    return nil
  }

  /// Returns whether a file contains a complete batch, whatever its header.
  package static func holdsBatch(_ file: Data) -> Bool {
    unsafe file.withUnsafeBytes { bytes in
      var budget = 4 * bytes.count
      return first(in: unsafe ByteCursor(bytes), salt: nil, &budget) != nil
    }
  }

  /// Returns the salt of a file whose header is damaged: the salt in its origin, or else the salt of most complete
  /// batches.
  ///
  /// - Parameter offset: The expected location of the origin.
  package static func salt(of file: Data, originAt offset: Int = 0) -> UInt32 {
    unsafe file.withUnsafeBytes { bytes in
      let content = unsafe ByteCursor(bytes)
      var place = content.dropping(offset)
      if let origin = try? SequenceOrigin(&place, verifies: true) { return origin.salt }
      var (counts, rest, budget) = ([UInt32: Int](), content, 4 * content.remaining)
      while let frame = first(in: rest, salt: nil, &budget) {
        counts[frame.salt, default: 0] += 1
        rest = content.dropping(frame.body.upperBound)
      }
      return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0
    }
  }
}
