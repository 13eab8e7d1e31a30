import ColumnArchives
import Foundation
import StructCoding

/// A file of sessions, which grows at its end.
public struct SessionLog {
  public let url: URL

  public init(url: URL) { self.url = url }

  public func append(_ sessions: [Session]) throws {
    let writer = try ColumnArchiveWriter<Session>(appendingTo: url)
    try writer.append(contentsOf: sessions)
    try writer.close()
  }
}
