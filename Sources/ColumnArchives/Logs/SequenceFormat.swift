internal import ArchiveBytes
package import ArchiveValues
package import Foundation

/// How a sequence is written that is a file of its own from the first batch on, such as a segment of a log: a header, a
/// frame for each batch, and a footer once it is complete.
package struct SequenceFormat: Sendable {
  private let root: RootType
  private let rootHeader: RootHeader
  /// The columns of which batches say something for runs; `nil` if they do not.
  private let columns: [ColumnDirectory.Entry]?

  /// Creates the format of a file without runs.
  init(_ root: RootType, _ header: RootHeader) { (self.root, rootHeader, columns) = (root, header, nil) }

  /// Creates the format of a file that may have runs.
  ///
  /// - Parameter compression: What compresses the elements.
  /// - Throws: ``ArchiveError`` if the type cannot be archived.
  package init<Element: ArchiveValue>(
    of type: Element.Type, _ compression: ColumnArchive.Compression = .none
  ) throws {
    root = try RootTable.shared.root([Element].self)
    rootHeader = root.header(for: compression)
    columns = ColumnDirectory(allOf: rootHeader.schema)?.entries
  }

  /// The bytes before the first frame.
  package var header: Data { Data(rootHeader.bytes) }

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
        advice: "If it is the same type under an older name, list that: @Archivable(formerly: [\"\(name)\"])."
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
    var (batches, statistics) = ([ArchiveLayout.Batch](), [[RunStatistics]]())
    let data = try ColumnWriter.data(options.limits) { writer in
      writer.columnsOfRuns = columns.map { ColumnDirectory(entries: $0) }
      defer { (writer.columnsOfRuns, writer.batchStatistics) = (nil, []) }
      try unsafe elements.withUnsafeBytes { buffer in
        // Zero-sized elements have no address. Any address will do, as nothing is read there.
        let base = unsafe buffer.baseAddress ?? UnsafeRawPointer(bitPattern: 16)!
        batches = try unsafe root.writeBatches(
          base, count: elements.count, rootHeader, with: writer, options)
        statistics = writer.batchStatistics
      }
    }
    let bodies = batches.indices.map {
      SequenceFrames.Body(batches[$0].body.count, batches[$0].count, columns == nil ? nil : statistics[$0])
    }
    return SequenceFrames(data: data, bodies: bodies)
  }

  /// Returns the footer of a sequence with these frames.
  ///
  /// - Parameter runs: What runs of batches say of their columns. It is left out if there is one run.
  package static func footer(of bodies: [SequenceFrames.Body], runs: RunTree? = nil) throws -> Data {
    var (batches, start) = ([ArchiveLayout.Batch](), 0)
    for body in bodies {
      batches.append(ArchiveLayout.Batch(start: start, count: body.count, body: 0..<body.byteCount))
      start += body.count
    }
    let runs = runs.flatMap { $0.batchCount == bodies.count && $0.batchCount > RunTree.fanOut ? $0 : nil }
    return try ColumnWriter.data(ArchiveLimits()) { writer in
      SequenceFooter.write(
        count: start, batches, needsTable: true, runs: runs.map { runs in { runs.write(to: $0) } },
        to: writer.output)
    }
  }

  /// Returns whether bytes are the footer of these batches, but for some that were changed. Zeros are what a disk has not
  /// written.
  ///
  /// - Parameter offset: Where the bytes are in the file.
  package static func isDamagedFooter(_ found: Data, of bodies: [SequenceFrames.Body], at offset: Int) -> Bool
  {
    guard let footer = try? footer(of: bodies) else { return false }
    var whole = footer
    if found.count != footer.count {
      // What runs say is not known any more.
      let sizes = SequenceFooter.sizeByteCount + SequenceFooter.endByteCount
      guard bodies.count > RunTree.fanOut, found.count > footer.count + SequenceFooter.sizeByteCount else {
        return false
      }
      whole = footer.dropLast(sizes)
    }
    let equal = zip(found, whole).count { $0 == $1 }
    return equal > whole.count / 2 && !isTorn(found, of: whole, at: offset)
  }

  /// Returns whether bytes are the same as others, as far as those are known, but for sectors of zeros that a disk has not
  /// yet replaced.
  private static func isTorn(_ found: Data, of whole: Data, at offset: Int) -> Bool {
    var (rest, known, offset, lacksSectors) = (found, whole, offset, false)
    while !rest.isEmpty {
      let count = min(rest.count, FrameScan.sectorByteCount - offset % FrameScan.sectorByteCount)
      let (sector, expected) = (rest.prefix(count), known.prefix(count))
      if sector.allSatisfy({ $0 == 0 }) {
        lacksSectors = true
      } else if !sector.prefix(expected.count).elementsEqual(expected) {
        return false
      }
      (rest, known, offset) = (rest.dropFirst(count), known.dropFirst(count), offset + count)
    }
    return lacksSectors || found.count == whole.count
  }
}

/// The bytes of one or more batches.
package struct SequenceFrames: Sendable {
  package private(set) var data: Data
  package let bodies: [Body]
  /// The number of elements.
  package var count: Int { bodies.reduce(0) { $0 + $1.count } }

  fileprivate init(data: Data, bodies: [Body]) { (self.data, self.bodies) = (data, bodies) }

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
    /// What the batch says of its columns, if it was just written.
    let statistics: [RunStatistics]?

    package init(_ byteCount: Int, _ count: Int) { self.init(byteCount, count, nil) }

    init(_ byteCount: Int, _ count: Int, _ statistics: [RunStatistics]?) {
      (self.byteCount, self.count, self.statistics) = (byteCount, count, statistics)
    }

    /// The same without the statistics, which take memory.
    package var withoutStatistics: Body { Body(byteCount, count) }
  }
}
