import Foundation
import StructCoding

/// What column archives can do besides: give a part without the rest, and grow.
enum Columns {
  /// Reads parts of an archive. Only the columns that are asked for are decoded.
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

  /// Appends each session to a file, as if they came one by one, and reads what the file holds batch by batch.
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

  /// The same with a file that is new, and removed afterwards.
  static func linesOfNewFile(with sessions: [Session]) throws -> [String] {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: url) }
    return try lines(appending: sessions, to: url)
  }
}
