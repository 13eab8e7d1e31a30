import Foundation

/// A line of JSON for each event, written with one call for each step.
final class JSONLines: Contestant, @unchecked Sendable {
  static let name = "JSON lines"
  private let file: FileHandle
  private let isSynced: Bool
  private let encoder = JSONEncoder()
  private let lock = NSLock()

  init(in folder: URL, isSynced: Bool) throws {
    let url = Self.url(in: folder)
    try Data().write(to: url)
    file = try FileHandle(forWritingTo: url)
    self.isSynced = isSynced
  }

  private static func url(in folder: URL) -> URL { folder.appendingPathComponent("events.jsonl") }

  func append(_ events: [Event]) async throws { try lock.withLock { try write(events) } }

  private func write(_ events: [Event]) throws {
    var lines = Data()
    for event in events {
      lines += try encoder.encode(event)
      lines.append(UInt8(ascii: "\n"))
    }
    try file.write(contentsOf: lines)
    guard isSynced else { return }
    #if canImport(Darwin)
      let result = fcntl(file.fileDescriptor, F_FULLFSYNC)
    #else
      let result = fdatasync(file.fileDescriptor)
    #endif
    guard result == 0 else { throw Failure("the file cannot be synced") }
  }

  func close() throws { try file.close() }

  static func events(in folder: URL) throws -> [Event] {
    let decoder = JSONDecoder()
    return try Data(contentsOf: url(in: folder)).split(separator: UInt8(ascii: "\n"))
      .map { try decoder.decode(Event.self, from: $0) }
  }
}
