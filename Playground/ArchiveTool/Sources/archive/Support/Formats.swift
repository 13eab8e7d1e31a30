import ArchiveDocuments
import FastCoding

extension [ArchiveFormat] {
  /// The formats of the files that the tool reads.
  static let all = ArchiveFormat.standard + [.fastCoding]
}
