internal import ArchiveBytes
package import Foundation

// What the repair of a sequence needs: some of its batches as a sequence of their own.

extension SequenceFormat {
  /// Returns consecutive batches of a file as a file of their own, with a footer. Their bodies stay as they are; the
  /// numbers in their heads begin at 0.
  ///
  /// - Parameters:
  ///   - frames: Complete batches of the file.
  ///   - header: The header of the new file.
  ///   - salt: The salt of the new file.
  package static func sequence(
    of frames: some Collection<FrameScan.Frame>, in file: Data, header: Data, salt: UInt32
  ) throws -> Data {
    let start = frames.first?.first ?? 0
    return try ColumnWriter.data(ArchiveLimits()) { writer in
      let output = writer.output
      output.append(Array(header))
      var batches: [ArchiveLayout.Batch] = []
      for frame in frames {
        let head = BatchFrame.begin(output)
        let body = output.count
        unsafe file.withUnsafeBytes { bytes in
          // The range was found in this file, and slicing checks it again.
          unsafe output.append(UnsafeRawBufferPointer(rebasing: bytes[frame.body]))
        }
        BatchFrame.finish(at: head, first: frame.first - start, count: frame.count, salt: salt, output)
        batches.append(
          ArchiveLayout.Batch(start: frame.first - start, count: frame.count, body: body..<output.count))
      }
      SequenceFooter.write(
        count: batches.last.map { $0.start + $0.count } ?? 0, batches,
        runs: BatchRuns(of: frames, in: file, header: header), needsTable: true, to: output)
    }
  }

  /// Returns the number of elements in the footer of a file, or `nil` if it has no undamaged one.
  ///
  /// - Parameter header: The number of bytes of the header.
  package static func elementCount(inFooterOf file: Data, header: Int) -> Int? {
    unsafe file.withUnsafeBytes { bytes in
      let content = unsafe ByteCursor(bytes).dropping(header)
      return (try? SequenceFooter(content, verifies: true))?.count
    }
  }
}
