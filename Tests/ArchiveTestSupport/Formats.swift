import ArchiveDocuments
import FastCoding

extension [ArchiveFormat] {
  /// Every format of the package.
  public static let all = ArchiveFormat.standard + [.fastCoding]
}
