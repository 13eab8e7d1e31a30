internal import ArchiveBytes
package import Foundation

/// The first bytes of a sequence: the type of its elements, and its place among several files.
package struct SequenceHeader: Sendable {
  /// The number of bytes before the first batch.
  package let byteCount: Int
  package let className: String
  package let origin: SequenceOrigin?

  /// - Throws: ``ArchiveError`` if it is not the header of a sequence, is damaged, or is cut off.
  package init(of file: Data) throws {
    (byteCount, className, origin) = try unsafe file.withUnsafeBytes { bytes in
      let layout = try unsafe ArchiveLayout(ByteCursor(bytes), verifies: true)
      guard layout.isSequence else {
        throw ArchiveError(.unsupported, expected: "a sequence of values", found: "one value", offset: 5)
      }
      return (layout.content.offset, layout.className, layout.origin)
    }
  }

  /// Returns whether a header, which is undamaged, is of a version of the format that this program reads.
  package static func isOfThisVersion(_ header: Data) -> Bool {
    header.dropFirst(ColumnFormat.magic.count).first == ColumnFormat.version
  }
}
