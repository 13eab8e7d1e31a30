import ColumnArchives
import Foundation
import SessionModels
import StructCoding

/// Further features of column archives: reading a part without the rest, and appending.
enum Columns {
  /// Reads parts of an archive. Decodes only the requested columns.
  static func parts(of sessions: [Session]) throws -> [String] {
    let archive = try ColumnArchive(ColumnArchive.encode(sessions))
    let tags = try archive.values(at: Session.path.events.eventTag)
    let starts = try archive.values(of: Date.self, at: "startTime")
    let last = try archive.elements(of: Session.self, in: (archive.count - 1)..<archive.count)
    return [
      "at Session.path.events.eventTag: \(tags.joined(separator: ", "))",
      "at “startTime”: \(starts.map { $0.formatted(.iso8601) }.joined(separator: ", "))",
      "the last of \(archive.count): \(last[0].events.count) events",
    ]
  }

  /// Appends the sessions to a file one by one, then reads the file batch by batch.
  static func lines(appending sessions: [Session], to url: URL) throws -> [String] {
    let writer = try ColumnArchiveWriter<Session>(appendingTo: url)
    for session in sessions { try writer.append(session) }
    try writer.close()

    let archive = try ColumnArchive(contentsOf: url)
    var lines = ["\(archive.count) in \(archive.batchCount) batches"]
    try archive.forEachBatch(of: Session.self) { batch in
      lines += batch.map { "  \($0.startTime.formatted(.iso8601)), \($0.events.count) events" }
    }
    return lines
  }

  /// Does the same with a new file, and removes it afterwards.
  static func linesOfNewFile(with sessions: [Session]) throws -> [String] {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: url) }
    return try lines(appending: sessions, to: url)
  }
}
