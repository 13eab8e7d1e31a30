public import ColumnArchives
public import Foundation

/// The folder of a log, without the types of its elements.
public struct ArchiveLogFolder: Sendable {
  public let url: URL
  public let options: ColumnArchive.DecodingOptions

  public init(_ url: URL, options: ColumnArchive.DecodingOptions = ColumnArchive.DecodingOptions()) {
    self.url = url
    self.options = options
  }
}
