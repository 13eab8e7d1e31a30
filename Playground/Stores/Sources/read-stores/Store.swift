import CSQLite
import Foundation

/// A store that is only read, with the system's SQLite.
final class Store {
  private var database: OpaquePointer?

  init(_ url: URL) throws {
    // A store that its owner closed is one file; SQLite would otherwise make others beside it.
    let address = "file:\(url.path)?immutable=1"
    try check(sqlite3_open_v2(address, &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nil))
  }

  deinit { sqlite3_close(database) }

  private func check(_ result: Int32) throws {
    guard result != SQLITE_OK && result != SQLITE_ROW && result != SQLITE_DONE else { return }
    throw StoreError(message: String(cString: sqlite3_errmsg(database)))
  }

  struct StoreError: Error {
    let message: String
  }

  /// The values of one row, by column.
  struct Row {
    let statement: OpaquePointer

    func text(_ column: Int32) -> String? {
      sqlite3_column_text(statement, column).map { String(cString: $0) }
    }

    func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }

    func data(_ column: Int32) -> Data? {
      guard sqlite3_column_type(statement, column) == SQLITE_BLOB,
        let bytes = sqlite3_column_blob(statement, column)
      else { return nil }
      return Data(bytes: bytes, count: Int(sqlite3_column_bytes(statement, column)))
    }
  }

  /// Returns what `read` makes of each row of a query.
  func rows<Value>(of query: String, _ read: (Row) throws -> Value) throws -> [Value] {
    var prepared: OpaquePointer?
    try check(sqlite3_prepare_v2(database, query, -1, &prepared, nil))
    guard let statement = prepared else { return [] }
    defer { sqlite3_finalize(statement) }
    var values: [Value] = []
    while true {
      let result = sqlite3_step(statement)
      try check(result)
      guard result == SQLITE_ROW else { return values }
      values.append(try read(Row(statement: statement)))
    }
  }

  /// The names of the tables.
  func tables() throws -> [String] {
    try rows(of: "SELECT name FROM sqlite_master WHERE type = 'table'") { $0.text(0) ?? "" }
  }

  /// The cells of a table that begin as a binary property list, with the name of the column.
  func lists(in table: String) throws -> [(column: String, data: Data)] {
    let columns = try rows(of: "PRAGMA table_info(\(quoted(table)))") { $0.text(1) ?? "" }
    return try columns.flatMap { column in
      try rows(of: "SELECT \(quoted(column)) FROM \(quoted(table))") { $0.data(0) }.compactMap { $0 }
        .filter { $0.starts(with: Data("bplist".utf8)) }.map { (column, $0) }
    }
  }

  private func quoted(_ name: String) -> String {
    "\"" + name.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }
}
