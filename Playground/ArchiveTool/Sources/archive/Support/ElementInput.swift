import ArchiveDocuments
import Foundation
import StructCoding

/// An input file whose elements are read a few at a time: a column archive.
struct ElementInput {
  private let file: InputFile
  private let inspection: ArchiveInspection
  /// The number of elements.
  let count: Int

  /// - Returns: `nil` if the file has no elements that can be read one without another.
  init?(_ file: InputFile, _ limits: LimitOptions) throws {
    // Opening a file of another format may be as much work as reading it.
    let isOfColumns = try file.reading { try ArchiveFormat.columnArchive.recognizes(file.data) }
    guard isOfColumns else { return nil }
    inspection = try file.inspection(limits)
    guard let elements = inspection.elements() else { return nil }
    (self.file, count) = (file, elements.count)
  }

  /// The name of the file in messages.
  var name: String { file.name }

  var format: ArchiveFormat { inspection.format }

  /// Calls `body` with the elements, and releases the parts of the file that were read.
  func forEachPiece(_ shown: Progress, _ body: ([ArchiveNode]) throws -> Void) throws {
    try file.reading { try inspection.elements(passing(shown))?.forEachPiece(body) }
  }

  /// Checks that all elements can be read.
  func verify(_ shown: Progress) throws { try file.reading { try inspection.verify(passing(shown)) } }

  private func passing(_ shown: Progress) -> (Int) -> Void {
    { count in
      file.pass(count)
      shown.update(Double(count) / Double(inspection.byteCount))
    }
  }
}
