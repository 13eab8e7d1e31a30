import CSQLite
import Foundation

/// A table of the system's SQLite with a write-ahead log, and one prepared statement. Each step is a transaction.
///
/// With `synchronous=FULL` each transaction waits for the disk; with `NORMAL` only checkpoints do.
final class SQLite: Contestant, @unchecked Sendable {
  static let name = "SQLite"
  private var database: OpaquePointer?
  private var insertion: OpaquePointer?
  /// A database has one writer at a time.
  private let lock = NSLock()

  init(in folder: URL, isSynced: Bool) throws {
    try check(sqlite3_open(Self.url(in: folder).path, &database))
    try run("PRAGMA journal_mode=WAL")
    try run("PRAGMA synchronous=\(isSynced ? "FULL" : "NORMAL")")
    try run(
      """
      CREATE TABLE events (number INTEGER PRIMARY KEY, time REAL, name TEXT, host TEXT, path TEXT, client TEXT, user INTEGER,
        status INTEGER, byteCount INTEGER, duration REAL)
      """)
    insertion = try prepare(
      """
      INSERT INTO events (time, name, host, path, client, user, status, byteCount, duration)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
  }

  private static func url(in folder: URL) -> URL { folder.appendingPathComponent("events.sqlite") }

  private func check(_ result: Int32) throws {
    guard result == SQLITE_OK || result == SQLITE_DONE || result == SQLITE_ROW else {
      throw Failure("SQLite: \(String(cString: sqlite3_errmsg(database)))")
    }
  }

  private func run(_ statement: String) throws {
    try check(sqlite3_exec(database, statement, nil, nil, nil))
  }

  private func prepare(_ statement: String) throws -> OpaquePointer? {
    var prepared: OpaquePointer?
    try check(sqlite3_prepare_v2(database, statement, -1, &prepared, nil))
    return prepared
  }

  func append(_ events: [Event]) async throws { try lock.withLock { try write(events) } }

  private func write(_ events: [Event]) throws {
    // A statement alone is a transaction.
    if events.count == 1 { return try insert(events[0]) }
    try run("BEGIN")
    for event in events { try insert(event) }
    try run("COMMIT")
  }

  private func insert(_ event: Event) throws {
    // The texts are bound where they are, without copies.
    var (name, host, path, client) = (event.name, event.host, event.path, event.client)
    try name.withUTF8 { name in
      try host.withUTF8 { host in
        try path.withUTF8 { path in
          try client.withUTF8 { client in
            sqlite3_bind_double(insertion, 1, event.time.timeIntervalSinceReferenceDate)
            bind(name, at: 2)
            bind(host, at: 3)
            bind(path, at: 4)
            bind(client, at: 5)
            sqlite3_bind_int64(insertion, 6, Int64(event.user))
            sqlite3_bind_int64(insertion, 7, Int64(event.status))
            sqlite3_bind_int64(insertion, 8, Int64(event.byteCount))
            sqlite3_bind_double(insertion, 9, event.duration)
            try check(sqlite3_step(insertion))
            try check(sqlite3_reset(insertion))
          }
        }
      }
    }
  }

  private func bind(_ text: UnsafeBufferPointer<UInt8>, at index: Int32) {
    text.withMemoryRebound(to: CChar.self) {
      _ = sqlite3_bind_text(insertion, index, $0.baseAddress, Int32($0.count), nil)
    }
  }

  func close() throws {
    try check(sqlite3_finalize(insertion))
    try check(sqlite3_close(database))
  }

  static func events(in folder: URL) throws -> [Event] {
    var database: OpaquePointer?
    var rows: OpaquePointer?
    guard sqlite3_open(url(in: folder).path, &database) == SQLITE_OK,
      sqlite3_prepare_v2(database, "SELECT * FROM events ORDER BY number", -1, &rows, nil) == SQLITE_OK
    else { throw Failure("SQLite: the file cannot be read") }
    defer {
      sqlite3_finalize(rows)
      sqlite3_close(database)
    }
    var events: [Event] = []
    while sqlite3_step(rows) == SQLITE_ROW {
      events.append(
        Event(
          time: Date(timeIntervalSinceReferenceDate: sqlite3_column_double(rows, 1)),
          name: String(cString: sqlite3_column_text(rows, 2)),
          host: String(cString: sqlite3_column_text(rows, 3)),
          path: String(cString: sqlite3_column_text(rows, 4)),
          client: String(cString: sqlite3_column_text(rows, 5)),
          user: Int(sqlite3_column_int64(rows, 6)), status: Int(sqlite3_column_int64(rows, 7)),
          byteCount: Int(sqlite3_column_int64(rows, 8)), duration: sqlite3_column_double(rows, 9)))
    }
    return events
  }
}
