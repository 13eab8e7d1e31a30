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
      if pending.count.isMultiple(of: batchCount) { try flush() }
    }

    /// Writes what waits as one batch.
    func flush() throws {
      guard !pending.isEmpty else { return }
      let writer = try self.writer ?? beginFile()
      // After an error the file is left alone, and the next batch begins another one.
      self.writer = nil
      try writer.append(contentsOf: pending)
      self.writer = writer
      count += pending.count
      pending.removeAll(keepingCapacity: true)
      if count >= fileCount { try close() }
    }

    /// Ends the file; the next batch begins another one.
    func close() throws {
      try flush()
      try writer?.close()
      writer = nil
    }

    private func beginFile() throws -> ColumnArchiveWriter<Session> {
      count = 0
      let time = Date().ISO8601Format().filter { $0 != ":" }
      let name = "\(time)-\(UUID().uuidString.prefix(8)).column"
      return try ColumnArchiveWriter<Session>(appendingTo: folder.appendingPathComponent(name))
    }
  }
  // END

  /// What is printed on writing, and by the queries.
  static func writeAndQuery() async throws -> (written: [String], queried: [String]) {
    var printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // LOGGING write
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)

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

    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    print(try files.map { try ColumnArchive(contentsOf: $0).count })
    // END
    defer { try? FileManager.default.removeItem(at: folder) }
    let written = printed.lines
    printed = PrintedLines()
    // LOGGING query
    let archive = try ColumnArchive(contentsOf: files[0])
    print(archive.count, archive.batchCount)

    let failed = try archive.elements(where: Session.path.status >= 500)
    print(failed.count, failed[0].status)

    let newest = try archive.positions(sortedBy: Session.path.start, order: .reverse).prefix(2)
    print(newest, try archive.elements(of: Session.self, at: newest).map(\.status))

    let names = try archive.values(at: Session.path.events.name)
    print(names.count, Set(names).sorted())

    var opened = 0
    try archive.forEachBatch(of: Session.self) { sessions in
      opened += sessions.filter { $0.events.contains { $0.name == "open" } }.count
    }
    print(opened)
    // END
    return (written, printed.lines)
  }

  static func recover(_ folder: URL) throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // LOGGING recover
    let url = folder.appendingPathComponent("torn.column")
    let sessions = (0..<10).map { Session(start: Date(), user: "user \($0)") }
    let writer = try ColumnArchiveWriter<Session>(appendingTo: url)
    try writer.append(contentsOf: sessions)
    try writer.append(contentsOf: sessions)
    try writer.close()

    // What a program leaves that was stopped while it wrote the second batch.
    let whole = try Data(contentsOf: url)
    try whole.prefix(whole.count - 60).write(to: url)
    do {
      _ = try ColumnArchive(contentsOf: url)
    } catch let error as ArchiveError {
      print(error.code)
    }

    let repaired = try ColumnArchiveWriter<Session>(appendingTo: url, discardsIncompleteBatch: true)
    try repaired.append(sessions[0])
    try repaired.close()
    print(try ColumnArchive(contentsOf: url).count)
    // END
    return printed.lines
  }

  // LOGGING evolve
  @Archivable(className: "LogSession")
  struct NewSession: Equatable {
    var start: Date
    @Stored(formerly: "user") var account: String
    var status = 200
    var host = "unknown"
    var events: [Event] = []
  }
  // END

  static func evolve(_ folder: URL) throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // LOGGING evolve
    let oldFile = folder.appendingPathComponent("old.column")
    try ColumnArchive.encode([Session(start: Date(), user: "ann")]).write(to: oldFile, options: .atomic)

    let old = try ColumnArchive(contentsOf: oldFile)
    let read = try old.elements(of: NewSession.self)
    print(read[0].account, read[0].host)
    print(try old.values(at: NewSession.path.account))
    do {
      _ = try old.values(at: NewSession.path.host)
    } catch let error as ArchiveError {
      print(error.code)
    }
    do {
      _ = try ColumnArchiveWriter<NewSession>(appendingTo: oldFile)
    } catch {
      print(error)
    }
    // END
    return printed.lines
  }

  static func limits() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // LOGGING limits
    let upload = try ColumnArchive.encode((0..<1_000).map { Session(start: Date(), user: "user \($0)") })

    let limits = ArchiveLimits(maximumDepth: 16, maximumDecodedSize: 10_000)
    do {
      _ = try ColumnArchive.decode([Session].self, from: upload, options: .init(limits: limits))
    } catch let error as ArchiveError {
      print(error.code)
    }
    // END
    return printed.lines
  }
}
