import Foundation
import StructCoding

// The code blocks of the page `LoggingOnAServer.md`. `print` is caught, as for the other pages.

enum Logging {
  // LOGGING types
  @Archivable(className: "LogEvent")
  struct Event: Equatable {
    var time: Date
    var name: String
  }

  @Archivable(className: "LogSession")
  struct Session: Equatable {
    var start: Date
    var user: String
    var status = 200
    var events: [Event] = []
  }
  // END

  // LOGGING actor
  actor SessionLog {
    private let folder: URL
    private let batchCount: Int
    private let fileCount: Int
    private var pending: [Session] = []
    private var writer: ColumnArchiveWriter<Session>?
    private var count = 0

    /// Sessions go to the disk `batchCount` at a time, and `fileCount` of them make a file.
    init(folder: URL, batchCount: Int = 4_096, fileCount: Int = 1_000_000) {
      self.folder = folder
      self.batchCount = batchCount
      self.fileCount = fileCount
    }

    func add(_ session: Session) throws {
      pending.append(session)
      if pending.count >= batchCount { try flush() }
    }

    /// Writes what waits as one batch.
    func flush() throws {
      guard !pending.isEmpty else { return }
      let writer = try self.writer ?? ColumnArchiveWriter<Session>(appendingTo: newFile())
      self.writer = writer
      try writer.append(contentsOf: pending)
      count += pending.count
      pending.removeAll(keepingCapacity: true)
      if count >= fileCount { try close() }
    }

    /// Ends the file; the next batch begins another one.
    func close() throws {
      try flush()
      try writer?.close()
      (writer, count) = (nil, 0)
    }

    private func newFile() -> URL {
      let time = Date().ISO8601Format().filter { $0 != ":" }
      return folder.appendingPathComponent("\(time)-\(UUID().uuidString.prefix(8)).column")
    }
  }
  // END

  static func write(_ folder: URL) async throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.print(items.map { "\($0)" }.joined(separator: " ")) }
    // LOGGING write
    let log = SessionLog(folder: folder, batchCount: 100, fileCount: 250)
    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    for number in 0..<600 {
      let time = start + Double(number)
      try await log.add(
        Session(
          start: time, user: "user \(number % 7)", status: number % 50 == 0 ? 500 : 200,
          events: [Event(time: time + 1, name: "open"), Event(time: time + 2, name: "close")]))
    }
    try await log.close()

    var counts: [Int] = []
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
      counts.append(try ColumnArchive(contentsOf: file).count)
    }
    print(counts.sorted())
    // END
    return printed.lines
  }

  static func query(_ url: URL) throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.print(items.map { "\($0)" }.joined(separator: " ")) }
    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    let writer = try ColumnArchiveWriter<Session>(appendingTo: url)
    for batch in 0..<3 {
      try writer.append(
        contentsOf: (0..<100).map { number in
          let time = start + Double(batch * 100 + number)
          return Session(
            start: time, user: "user \(number % 7)", status: number % 50 == 0 ? 500 : 200,
            events: [Event(time: time + 1, name: "open"), Event(time: time + 2, name: "close")])
        })
    }
    try writer.close()
    // LOGGING query
    let archive = try ColumnArchive(contentsOf: url)
    print(archive.count, archive.batchCount)

    let failed = try archive.elements(where: Session.path.status) { $0 >= 500 }
    print(failed.count, failed[0].user)

    let newest = try archive.positions(sortedBy: Session.path.start, order: .reverse).prefix(2)
    print(newest, try archive.elements(of: Session.self, at: newest).map(\.user))

    let names = try archive.values(at: Session.path.events.name)
    print(names.count, Set(names).sorted())

    var opened = 0
    try archive.forEachBatch(of: Session.self) { sessions in
      opened += sessions.filter { $0.events.contains { $0.name == "open" } }.count
    }
    print(opened)
    // END
    return printed.lines
  }

  static func recover(_ url: URL) throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.print(items.map { "\($0)" }.joined(separator: " ")) }
    let sessions = (0..<20).map {
      Session(start: Date(timeIntervalSinceReferenceDate: Double($0)), user: "user \($0)")
    }
    // LOGGING recover
    let writer = try ColumnArchiveWriter<Session>(appendingTo: url)
    try writer.append(contentsOf: Array(sessions[..<10]))
    try writer.append(contentsOf: Array(sessions[10...]))
    try writer.close()

    // What a program leaves that was stopped while it wrote the second batch.
    let whole = try Data(contentsOf: url)
    try whole.prefix(whole.count - 20).write(to: url)
    do {
      _ = try ColumnArchive(contentsOf: url)
    } catch let error as ArchiveError {
      print(error.code)
    }

    let repaired = try ColumnArchiveWriter<Session>(appendingTo: url, discardsIncompleteBatch: true)
    try repaired.append(contentsOf: Array(sessions[10...]))
    try repaired.close()
    print(try ColumnArchive(contentsOf: url).count)
    // END
    return printed.lines
  }

  // LOGGING new type
  @Archivable(className: "LogSession")
  struct NewSession: Equatable {
    var start: Date
    @Stored(formerly: "user") var account: String
    var status = 200
    var host = "unknown"
    var events: [Event] = []
  }
  // END

  static func evolve(_ url: URL) throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.print(items.map { "\($0)" }.joined(separator: " ")) }
    let old = [Session(start: Date(timeIntervalSinceReferenceDate: 0), user: "ann")]
    // LOGGING evolve
    try ColumnArchive.encode(old).write(to: url, options: .atomic)

    let archive = try ColumnArchive(contentsOf: url)
    let sessions = try archive.elements(of: NewSession.self)
    print(sessions[0].account, sessions[0].host)
    print(try archive.values(at: NewSession.path.account))
    do {
      _ = try archive.values(at: NewSession.path.host)
    } catch let error as ArchiveError {
      print(error.code)
    }
    do {
      _ = try ColumnArchiveWriter<NewSession>(appendingTo: url)
    } catch {
      print(error)
    }
    // END
    return printed.lines
  }

  static func limits(_ url: URL) throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.print(items.map { "\($0)" }.joined(separator: " ")) }
    let sessions = (0..<1_000).map { _ in
      Session(start: Date(timeIntervalSinceReferenceDate: 0), user: "ann")
    }
    try ColumnArchive.encode(sessions).write(to: url)
    // LOGGING limits
    let limits = ArchiveLimits(maximumDepth: 16, maximumDecodedSize: 10_000)
    do {
      let archive = try ColumnArchive(contentsOf: url, options: .init(limits: limits))
      _ = try archive.elements(of: Session.self)
    } catch let error as ArchiveError {
      print(error.code)
    }
    // END
    return printed.lines
  }
}
