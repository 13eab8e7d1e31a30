internal import ArchiveBytes
package import ArchiveValues
package import Foundation

/// How a sequence is written that is a file of its own from the first batch on, such as a segment of a log: a header, a
/// frame for each batch, and a footer once it is complete.
package struct SequenceFormat: Sendable {
  private let root: RootType

  init(_ root: RootType) { self.root = root }

  /// Creates the format of files of elements of a type.
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
  ///   - batch: The body of a batch of the file and the number of its elements, if it has one.
  /// - Throws: ``ArchiveError`` if they are of another type. One that has changed by the rules of versions is not.
  package func check<Element: ArchiveValue>(
    _ type: Element.Type, header: Data, batch: (body: Data, count: Int)?
  ) throws {
    guard header != self.header else { return }
    let name = try FrameScan.className(of: header)
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
    var (batches, runs) = ([ArchiveLayout.Batch](), BatchRuns?.none)
    let data = try ColumnWriter.data(options.limits) { writer in
      // Each batch is a run of its own until it is known how many there are.
      runs = try writer.gathering(root.columnsOfRuns, into: BatchRuns(greatestCount: .max)) {
        try unsafe elements.withUnsafeBytes { buffer in
          // Zero-sized elements have no address. Any address will do, as nothing is read there.
          let base = unsafe buffer.baseAddress ?? UnsafeRawPointer(bitPattern: 16)!
          batches = try unsafe root.writeBatches(base, count: elements.count, with: writer, options)
        }
      }
    }
    return SequenceFrames(
      data: data, bodies: batches.map { SequenceFrames.Body($0.body.count, $0.count) }, runs: runs)
  }

  /// Returns the footer of a sequence with these frames, and what runs of them say before it.
  package static func footer(of bodies: [SequenceFrames.Body], runs: BatchRuns? = nil) throws -> Data {
    var (batches, start) = ([ArchiveLayout.Batch](), 0)
    for body in bodies {
      batches.append(ArchiveLayout.Batch(start: start, count: body.count, body: 0..<body.byteCount))
      start += body.count
    }
    return try ColumnWriter.data(ArchiveLimits()) {
      SequenceFooter.write(count: start, batches, runs: runs, needsTable: true, to: $0.output)
    }
  }

  /// Returns whether bytes are the footer of these batches, but for some that were changed. Zeros are what a disk has not
  /// written.
  ///
  /// - Parameter offset: Where the bytes are in the file.
  package static func isDamagedFooter(_ found: Data, of bodies: [SequenceFrames.Body], at offset: Int) -> Bool
  {
    guard let footer = try? footer(of: bodies) else { return false }
    guard found.count == footer.count || bodies.count >= BatchRuns.leastCount else { return false }
    let known = SequenceFooter.expected(in: found.count, footer)
    let equal = zip(found, known).count { $0 == $1 }
    return equal > known.count { $0 != nil } / 2
      && !isTorn(found, of: known, at: offset, isWhole: found.count == footer.count)
  }

  /// Returns whether bytes are the same as others, as far as those are known, but for sectors of zeros that a disk has not
  /// yet replaced.
  ///
  /// - Parameter isWhole: Whether all bytes are known.
  private static func isTorn(_ found: Data, of known: [UInt8?], at offset: Int, isWhole: Bool) -> Bool {
    var (rest, known, offset, lacksSectors) = (found, known[...], offset, false)
    while !rest.isEmpty {
      let count = min(rest.count, FrameScan.sectorByteCount - offset % FrameScan.sectorByteCount)
      let (sector, expected) = (rest.prefix(count), known.prefix(count))
      if sector.allSatisfy({ $0 == 0 }) {
        lacksSectors = true
      } else if !zip(sector, expected).allSatisfy({ $1 == nil || $0 == $1 }) {
        return false
      }
      (rest, known, offset) = (rest.dropFirst(count), known.dropFirst(count), offset + count)
    }
    return lacksSectors || isWhole
  }
}

extension SequenceFooter {
  /// Returns the bytes that a footer and the statistics before it should have, as far as they are known.
  ///
  /// - Parameters:
  ///   - count: The number of bytes.
  ///   - footer: A footer of the same batches without statistics.
  fileprivate static func expected(in count: Int, _ footer: Data) -> [UInt8?] {
    let bytes = footer.map { Optional($0) }
    // What runs say is not known any more, but how many elements there are is before it too.
    let sizes = [UInt8?](repeating: nil, count: 2 * sizeByteCount)
    let end = bytes.suffix(endByteCount + sizeByteCount)
    let flag: [UInt8?] = [2] + [UInt8?](repeating: nil, count: endByteCount - 1)
    let last = bytes.dropLast(end.count) + sizes + end.prefix(sizeByteCount) + flag
    let first = bytes.prefix(8)
    if count == bytes.count { return bytes }
    guard count > first.count + last.count else { return [] }
    return first + [UInt8?](repeating: nil, count: count - first.count - last.count) + last
  }
}

/// The bytes of one or more batches.
package struct SequenceFrames: Sendable {
  package private(set) var data: Data
  package let bodies: [Body]
  /// What the batches say of their columns.
  package let runs: BatchRuns?
  /// The number of elements.
  package var count: Int { bodies.reduce(0) { $0 + $1.count } }

  fileprivate init(data: Data, bodies: [Body], runs: BatchRuns?) {
    (self.data, self.bodies, self.runs) = (data, bodies, runs)
  }

  /// Numbers the elements, when it is known what is before them. Batches are encoded without that.
  ///
  /// - Parameters:
  ///   - first: The number of elements in earlier frames.
  ///   - synced: The number of elements that are known to be on the disk.
  ///   - salt: The salt of the file.
  package mutating func number(from first: Int, synced: Int, salt: UInt32) {
    var (head, first) = (data.startIndex, first)
    for body in bodies {
      let frame = BatchFrame(
        first: first, count: body.count, unsynced: first - synced, bodyByteCount: body.byteCount, salt: salt)
      data.replaceSubrange(head..<head + BatchFrame.byteCount, with: frame.bytes)
      head += BatchFrame.byteCount + body.byteCount
      first += body.count
    }
  }

  /// What the footer says of a batch.
  package struct Body: Sendable {
    package let byteCount: Int
    /// The number of elements.
    package let count: Int

    package init(_ byteCount: Int, _ count: Int) { (self.byteCount, self.count) = (byteCount, count) }
  }
}
