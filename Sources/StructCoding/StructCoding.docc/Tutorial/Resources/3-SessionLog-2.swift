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

  /// How many sessions there are.
  public func count() throws -> Int { try ColumnArchive(contentsOf: url).count }

  /// The last sessions, without decoding those before them.
  public func last(_ count: Int) throws -> [Session] {
    let archive = try ColumnArchive(contentsOf: url)
    return try archive.elements(of: Session.self, in: max(0, archive.count - count)..<archive.count)
  }
}
