package import ArchiveBytes
package import Foundation

extension FrameSequence {
  /// The number of bytes of the head of a batch.
  package static var headByteCount: Int { BatchFrame.byteCount }

  /// Returns the head of a batch, or `nil` if it is incomplete or damaged.
  ///
  /// - Parameters:
  ///   - data: The head.
  ///   - offset: Where it is in the file.
  ///   - salt: The salt of the file.
  package static func head(_ data: Data, at offset: Int, salt: UInt32) -> Frame? {
    unsafe data.withUnsafeBytes { bytes in
      var cursor = unsafe ByteCursor(bytes)
      guard let head = try? BatchFrame(&cursor, salt: salt, verifies: true) else { return nil }
      return Frame(head, at: offset)
    }
  }
}

extension FrameSequence.Frame {
  /// - Parameter offset: Where the head is; `nil` if the batch would end too far after it.
  fileprivate init?(_ head: BatchFrame, at offset: Int) {
    guard head.bodyByteCount <= Int.max >> 8 else { return nil }
    let start = offset + BatchFrame.byteCount
    self.init(
      first: head.first, count: head.count, synced: head.first - head.unsynced,
      body: start..<start + head.bodyByteCount)
  }

  /// Returns whether bytes are the body of the batch, as it was written.
  package func isBody(_ bytes: Data) -> Bool {
    guard bytes.count == body.count else { return false }
    return unsafe bytes.withUnsafeBytes { bytes in
      (try? BatchBody(unsafe ByteCursor(bytes), verifies: true)) != nil
    }
  }

  /// The error if they are not any more.
  ///
  /// - Parameter start: The number of the first element of the file.
  package func changed(from start: Int = 0) -> ArchiveError {
    ArchiveError(
      .damaged, expected: "the batch of elements \(start + first) to \(start + next - 1)",
      found: "other bytes than before", offset: range.lowerBound)
  }
}

extension FrameSequence {
  /// The footer at the end of a file.
  struct Footer: Sendable {
    let range: Range<Int>
    /// The number of elements.
    let count: Int
    /// The batches, if the footer lists them.
    private let batches: [ArchiveLayout.Batch]

    /// - Parameter file: Where the batches and the footer are.
    /// - Returns: `nil` if there is no footer, or it does not list the batches as they could be.
    init?(_ file: Range<Int>, _ salt: UInt32, _ read: Read) throws {
      func readLast(_ count: Int) throws -> Data {
        try read(max(file.upperBound - count, file.lowerBound)..<file.upperBound)
      }
      let end = unsafe try readLast(SequenceFooter.endByteCount).withUnsafeBytes {
        SequenceFooter.End(unsafe ByteCursor($0), salt: salt)
      }
      guard let end, end.isUndamaged, end.byteCount <= file.count else { return nil }
      range = file.upperBound - end.byteCount..<file.upperBound
      let bytes = try readLast(end.byteCount)
      do {
        (count, batches) = try unsafe bytes.withUnsafeBytes { [range] bytes in
          let bytes = unsafe ByteCursor(bytes)
          let footer = try SequenceFooter(bytes, salt: salt, verifies: true)
          try footer.zones?.check(in: bytes)
          return (footer.count, try footer.batches(in: file.lowerBound..<range.lowerBound, salt: salt) ?? [])
        }
      } catch is ArchiveError {
        return nil
      }
    }

    /// The number of batches. A single one is not listed.
    var batchCount: Int { batches.isEmpty ? min(count, 1) : batches.count }

    /// Returns the batch that begins at an offset, if the footer says so.
    func batch(at offset: Int) -> ArchiveLayout.Batch? {
      let body = offset + BatchFrame.byteCount
      let index = batches.indices.partitioningIndex { batches[$0].body.lowerBound >= body }
      guard index < batches.count, batches[index].body.lowerBound == body else { return nil }
      return batches[index]
    }
  }
}

/// Finds batches among bytes that are none.
package enum FrameSearch {
  /// Returns the first complete batch, and its salt.
  ///
  /// - Parameters:
  ///   - salt: The salt of the batch; `nil` for any.
  ///   - number: The least number of its first element.
  ///   - budget: The number of bytes of bodies that may still be checked.
  static func first(
    in content: ByteCursor, salt: UInt32?, from number: Int = 0, _ budget: inout Int
  ) -> (frame: FrameSequence.Frame, salt: UInt32)? {
    var rest = content
    while rest.remaining >= BatchFrame.byteCount, budget > 0 {
      defer { rest = rest.dropping(1) }
      guard rest.begins(with: BatchFrame.mark) else { continue }
      var body = rest
      guard let head = try? BatchFrame(&body, salt: salt, verifies: true), head.first >= number,
        head.bodyByteCount <= body.remaining
      else { continue }
      budget -= head.bodyByteCount
      if (try? BatchBody(body.prefix(head.bodyByteCount), verifies: true)) != nil,
        let frame = FrameSequence.Frame(head, at: rest.origin + rest.offset)
      {
        return (frame, head.salt)
      }
    }
    return nil
  }

  /// Returns whether a complete batch is in a file, whatever its header is.
  package static func holdsBatch(_ file: Data) -> Bool {
    unsafe file.withUnsafeBytes { bytes in
      var budget = 4 * bytes.count
      return first(in: unsafe ByteCursor(bytes), salt: nil, &budget) != nil
    }
  }

  /// Returns the salt of a file whose header is damaged: that of its origin, or else that of most complete batches.
  ///
  /// - Parameter offset: Where the origin should be.
  package static func salt(of file: Data, originAt offset: Int = 0) -> UInt32 {
    unsafe file.withUnsafeBytes { bytes in
      let content = unsafe ByteCursor(bytes)
      var place = content.dropping(offset)
      if let origin = try? SequenceOrigin(&place, verifies: true) { return origin.salt }
      var (counts, rest, budget) = ([UInt32: Int](), content, 4 * content.remaining)
      while let (frame, salt) = first(in: rest, salt: nil, &budget) {
        counts[salt, default: 0] += 1
        rest = content.dropping(frame.body.upperBound)
      }
      return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0
    }
  }
}
