internal import ArchiveBytes
package import ArchiveValues
package import Foundation

/// How a sequence is written that is a file of its own from the first batch on, such as a segment of a log: a header, a
/// frame for each batch, and a footer once it is complete.
package struct SequenceFormat: Sendable {
  private let root: RootType

  /// - Throws: ``ArchiveError`` if the type cannot be archived.
  package init<Element: ArchiveValue>(of type: Element.Type) throws {
    root = try CodecTable.shared.root([Element].self)
  }

  /// The bytes before the first frame.
  package var header: Data { Data(root.header) }

  /// Returns frames with elements.
  ///
  /// - Parameters:
  ///   - first: The number of elements in earlier frames.
  ///   - synced: The number of elements that are known to be on the disk.
  /// - Throws: ``ArchiveError`` if an element cannot be archived.
  package func frames<Element: ArchiveValue>(
    of elements: [Element], from first: Int, synced: Int, _ options: ColumnArchive.EncodingOptions
  ) throws -> SequenceFrames {
    var batches: [ArchiveLayout.Batch] = []
    let data = try ColumnWriter.data(options.limits) { writer in
      try unsafe elements.withUnsafeBytes { buffer in
        // Zero-sized elements have no address. Any address will do, as nothing is read there.
        let base = unsafe buffer.baseAddress ?? UnsafeRawPointer(bitPattern: 16)!
        batches = try unsafe root.writeBatches(
          base, count: elements.count, after: first, unsynced: first - synced, with: writer, options)
      }
    }
    return SequenceFrames(data: data, bodies: batches.map { SequenceFrames.Body($0.body.count, $0.count) })
  }

  /// Returns the footer of a sequence with these frames.
  package static func footer(of bodies: [SequenceFrames.Body]) throws -> Data {
    var (batches, start) = ([ArchiveLayout.Batch](), 0)
    for body in bodies {
      batches.append(ArchiveLayout.Batch(start: start, count: body.count, body: 0..<body.byteCount))
      start += body.count
    }
    return try ColumnWriter.data(ArchiveLimits()) {
      SequenceFooter.write(count: start, batches, needsTable: true, to: $0.output)
    }
  }
}

/// The bytes of one or more batches.
package struct SequenceFrames: Sendable {
  package let data: Data
  package let bodies: [Body]
  /// The number of elements.
  package var count: Int { bodies.reduce(0) { $0 + $1.count } }

  /// What the footer says of a batch.
  package struct Body: Sendable {
    package let byteCount: Int
    /// The number of elements.
    package let count: Int

    package init(_ byteCount: Int, _ count: Int) {
      self.byteCount = byteCount
      self.count = count
    }
  }
}
