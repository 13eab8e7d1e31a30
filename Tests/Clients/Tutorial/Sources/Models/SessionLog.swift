import ColumnArchives
import Foundation
import StructCoding

/// A file of sessions, which grows at its end.
public struct SessionLog {
  public let url: URL

  public init(url: URL) { self.url = url }

  /// Adds sessions. What a program that was stopped has left unfinished at the end is cut off first.
  public func append(_ sessions: [Session]) throws {
    let writer = try ColumnArchiveWriter<Session>(appendingTo: url, discardsIncompleteBatch: true)
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

  /// The names of all events, read from their column alone.
  public func eventNames() throws -> [String] {
    try ColumnArchive(contentsOf: url).values(at: Session.path.events.name)
  }

  /// The sessions that have not ended: one column is looked at, and these sessions are decoded.
  public func unfinished() throws -> [Session] {
    try ColumnArchive(contentsOf: url).elements(where: Session.path.duration) { $0 == nil }
  }
}
