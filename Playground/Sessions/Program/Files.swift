import Foundation
import SessionModels
import StructCoding

/// Sessions in files.
enum Files {
  /// An error about a file, with its name.
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  /// Writes a keyed archive, reads it, and reports it. The file is either the old one or the new one, never half of
  /// it.
  static func row(writing sessions: [Session], to path: String) throws -> String {
    let data = try KeyedArchive.encode(sessions)
    try naming(path) { try data.write(to: URL(fileURLWithPath: path), options: .atomic) }
    guard try read(path) == sessions else { throw Difference(writer: path) }
    return "\(data.count) bytes to \(path), read back equal"
  }

  /// Appends to a column archive, which may already exist, and reads it batch by batch.
  static func lines(appending sessions: [Session], to path: String) throws -> [String] {
    try naming(path) { try Columns.lines(appending: sessions, to: URL(fileURLWithPath: path)) }
  }

  /// Reads a keyed archive, binary or XML, whose sessions are its root or are stored as `sessions`.
  static func read(_ path: String) throws -> [Session] {
    try naming(path) {
      let archive = try KeyedArchive(Data(contentsOf: URL(fileURLWithPath: path)))
      return try archive.decode(
        [Session].self, forKey: archive.keys.contains("sessions") ? "sessions" : "root")
    }
  }

  private static func naming<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw Problem(description: "\(path): \(error.localizedDescription)")
    }
  }
}
