import ArchiveLogs
import ColumnArchives
import Foundation
import StructCoding

final class LogContestant: Contestant {
  static let name = "ArchiveLog"
  private let log: ArchiveLog<Event>

  init(in folder: URL, isSynced: Bool) throws {
    log = try ArchiveLog(in: folder, options: ArchiveLogOptions(durability: isSynced ? .synced : .written))
  }

  func append(_ events: [Event]) async throws {
    if events.count == 1 { try await log.append(events[0]) } else { try await log.append(contentsOf: events) }
  }
  func close() async throws { try await log.close() }

  static func events(in folder: URL) throws -> [Event] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".column") }
      .sorted()
      .flatMap { name in
        try ColumnArchive(contentsOf: folder.appendingPathComponent(name)).elements(of: Event.self)
      }
  }
}
