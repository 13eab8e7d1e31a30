internal import ArchiveBytes
package import ArchiveValues
package import Foundation

/// The format of a sequence that is a file of its own from the first batch on, such as a segment of a log: a header,
/// a frame for each batch, and a footer once it is complete.
package struct SequenceFormat: Sendable {
  private let root: RootType

  init(_ root: RootType) { self.root = root }

  /// Creates the format of files that contain elements of a type.
  ///
  /// - Throws: ``ArchiveError`` if the type cannot be archived.
  package init<Element: ArchiveValue>(of type: Element.Type) throws {
    self.init(try RootTable.shared.root([Element].self))
  }

  /// The bytes before the first frame.
  package var header: Data { Data(root.header) }

  /// Checks that elements of a file can be read as the type's own.
  ///
  /// - Parameters:
  ///   - header: The header of the file.
  ///   - batch: The body of a batch of the file and the number of its elements, if the file has a batch.
  /// - Throws: ``ArchiveError`` if they are of another type. A type that has changed by the rules of versions is not
  ///   another type.
  package func check<Element: ArchiveValue>(
    _ type: Element.Type, header: Data, batch: (body: Data, count: Int)?
  ) throws {
    guard header != self.header else { return }
    let name = try SequenceHeader(of: header).className
    guard name.isEmpty || root.accepts(className: name) else {
      throw ArchiveError(
        .classMismatch, expected: "elements of \(root.nameForErrors)", found: "elements of class \(name)",
        advice: .addFormerName(name)
      )
    }
    guard let batch else { return }
    do {
      let archive = ColumnArchive(header: header, body: batch.body, count: batch.count, options: .init())
      _ = try archive.elements(of: type, in: 0..<1)
    } catch let error as ArchiveError
      where [.typeMismatch, .classMismatch, .missingField].contains(error.code)
    {
      throw ArchiveError(
        .typeMismatch, expected: "elements of \(root.nameForErrors)",
        found: name.isEmpty ? "elements of another type" : "elements of class \(name) that have other fields",
        underlying: error)
    }
  }

  /// Returns frames with elements, numbered from 0.
  ///
  /// - Throws: ``ArchiveError`` if an element cannot be archived.
  package func frames<Element: ArchiveValue>(
    of elements: [Element], _ options: ColumnArchive.EncodingOptions
  ) throws -> SequenceFrames {
    var batches: [WrittenBatch] = []
    let data = try ColumnWriter.data(options.limits) { writer in
      try unsafe elements.withUnsafeBytes { buffer in
        // Zero-sized elements have no address. Any address will do, because nothing is read there.
        let base = unsafe buffer.baseAddress ?? UnsafeRawPointer(bitPattern: 16)!
        batches = try unsafe root.writeBatches(base, count: elements.count, with: writer, options)
      }
    }
    return SequenceFrames(data: data, batches: batches)
  }
}

/// The bytes of one or more batches.
package struct SequenceFrames: Sendable {
  package private(set) var data: Data
  package let batches: [WrittenBatch]
  /// The number of elements.
  package var count: Int { batches.reduce(0) { $0 + $1.count } }

  fileprivate init(data: Data, batches: [WrittenBatch]) { (self.data, self.batches) = (data, batches) }

  /// Creates frames of a batch that was written before, to be numbered again.
  package init(_ body: Data, _ batch: WrittenBatch) {
    self.init(data: Data(count: BatchFrame.byteCount) + body, batches: [batch])
  }

  /// Numbers the elements, once the elements before them are known. Batches are encoded without these numbers.
  ///
  /// - Parameters:
  ///   - first: The number of elements in earlier frames.
  ///   - synced: The number of elements that are known to be on the disk.
  ///   - salt: The salt of the file.
  package mutating func number(from first: Int, synced: Int, salt: UInt32) {
    var (head, first) = (data.startIndex, first)
    for batch in batches {
      let frame = BatchFrame(
        first: first, count: batch.count, synced: synced, body: 0..<batch.byteCount, salt: salt)
      data.replaceSubrange(head..<head + BatchFrame.byteCount, with: frame.bytes)
      head += BatchFrame.byteCount + batch.byteCount
      first += batch.count
    }
  }
}
