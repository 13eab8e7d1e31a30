import ArchiveLogs
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

  /// What each block prints, in the order of the page.
  static func run() async throws -> [[String]] {
    var printed = PrintedLines()
    var blocks: [[String]] = []
    func print(_ items: Any...) { printed.printAll(items) }
    func endBlock() {
      blocks.append(printed.lines)
      printed = PrintedLines()
    }
    // LOGGING write
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    let sessions = (0..<600).map { number in
      let time = start + Double(number)
      return Session(
        start: time, user: "user \(number % 7)", status: number % 50 == 0 ? 500 : 200,
        events: [Event(time: time + 1, name: "open"), Event(time: time + 2, name: "close")])
    }

    var options = ArchiveLogOptions()
    options.segmentSize = 4_000
    let log = try ArchiveLog<Session>(in: folder, options: options)
    for session in sessions[..<100] { try await log.append(session, until: .buffered) }
    try await log.append(contentsOf: sessions[100..<500])
    try await log.append(contentsOf: sessions[500...], until: .synced)
    try await log.close()

    var found: [Session] = []
    try ArchiveLogReader<Session>(in: folder).forEachBatch { found += try $0.elements() }
    print(found == sessions)
    // END
    defer { try? FileManager.default.removeItem(at: folder) }
    endBlock()
    // LOGGING lock
    let writer = try ArchiveLog<Session>(in: folder)
    do {
      _ = try ArchiveLog<Session>(in: folder)
    } catch let error as ArchiveError {
      print(error.code)
    }
    try await writer.close()
    // END
    endBlock()
    // LOGGING read
    let reader = ArchiveLogReader<Session>(in: folder)

    // Everything from an element on; keep the number, and go on from there tomorrow.
    var next = 450
    try reader.forEachBatch(from: next) { batch in
      next = batch.first + batch.count
    }
    print(next)

    // Batches in which no element can match are not read: each says what its least and greatest values are.
    var failed: [Session] = []
    try reader.forEachBatch(where: Session.path.status >= 500) { failed += try $0.elements() }
    print(failed.count, failed[0].status)

    // From the first batch that may have elements of the last minute.
    var count = 0
    try reader.forEachBatch(since: Session.path.start >= start + 540) { count += try $0.elements().count }
    print(count >= 60, count < 600)
    // END
    endBlock()
    // LOGGING follow
    var seen = 0
    for try await batch in reader.following() {
      seen += try batch.elements().count
      if seen == 600 { break }
    }
    print(seen)
    // END
    endBlock()
    // LOGGING segments
    let segments = try ArchiveLogFolder(folder).segments
    let archive = try ColumnArchive(contentsOf: segments[0].url)
    print(archive.count)

    let newest = try archive.positions(sortedBy: Session.path.start, order: .reverse).prefix(2)
    print(newest, try archive.elements(of: Session.self, at: newest).map(\.status))

    let names = try archive.values(at: Session.path.events.name)
    print(names.count, Set(names).sorted())
    // END
    endBlock()
    try readDespiteDamage(reader)
    // LOGGING evolve
    let newLog = try ArchiveLog<NewSession>(in: folder)
    try await newLog.append(NewSession(start: start + 600, account: "ann", host: "eu-1"))
    try await newLog.close()

    let newReader = ArchiveLogReader<NewSession>(in: folder)
    try newReader.forEachBatch(from: 599) { batch in
      for session in try batch.elements() { print(session.account, session.host) }
    }

    // A condition on a field that older segments lack compares its default.
    var known = 0
    try newReader.forEachBatch(where: NewSession.path.host != "unknown") { known += try $0.elements().count }
    print(known)
    // END
    endBlock()
    // LOGGING recover
    let url = folder.appendingPathComponent("export.column")
    let export = try ColumnArchiveWriter<Session>(appendingTo: url)
    try export.append(contentsOf: Array(sessions[..<10]))
    try export.flush()
    try export.append(contentsOf: Array(sessions[10..<20]))
    try export.close()

    // What a program leaves that was stopped while it wrote the second batch.
    let whole = try Data(contentsOf: url)
    try whole.prefix(whole.count - 60).write(to: url)
    do {
      _ = try ColumnArchive(contentsOf: url)
    } catch let error as ArchiveError {
      print(error.code)
    }

    let repaired = try ColumnArchiveWriter<Session>(appendingTo: url, discardsIncompleteBatch: true)
    try repaired.append(sessions[10])
    try repaired.close()
    print(try ColumnArchive(contentsOf: url).count)
    // END
    endBlock()
    return blocks
  }

  private static func readDespiteDamage(_ reader: ArchiveLogReader<Session>) throws {
    var found: [Session] = []
    // LOGGING damage
    let report: @Sendable (ArchiveLogDamage) -> Void = { damage in print(damage.error) }
    try reader.forEachBatch(onDamage: report) { batch in
      found += try batch.elements()
    }
    // END
  }

  // LOGGING signal
  /// Closes a log when the process is asked to end.
  func closeOnTermination(_ log: ArchiveLog<Session>, _ end: @escaping @Sendable () -> Void)
    -> any DispatchSourceSignal
  {
    signal(SIGTERM, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGTERM)
    source.setEventHandler { @Sendable in
      Task {
        try? await log.close()
        end()
      }
    }
    source.resume()
    return source
  }
  // END

  // LOGGING changed
  @Archivable(className: "LogSession")
  struct NewSession: Equatable {
    var start: Date
    @Stored(formerly: "user") var account: String
    var status = 200
    var host = "unknown"
    var events: [Event] = []
  }
  // END

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
