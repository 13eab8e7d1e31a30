import ArchiveLogs
import ArgumentParser
import Foundation
import StructCoding

/// `archive log …`: what is done with the folder of a log, without the types of its elements.
struct Log: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists, checks, repairs and shows the log in a folder.",
    discussion: """
      A log is a folder of segments, which are column archives, written by ArchiveLog. Without a subcommand, lists them.

      Examples:
        archive log /var/log/sessions
        archive log verify /var/log/sessions
        archive log repair /var/log/sessions
        archive log tail -f -n 100 /var/log/sessions
      """,
    subcommands: [LogList.self, LogVerify.self, LogRepair.self, LogTail.self],
    defaultSubcommand: LogList.self)
}

/// The folder of a log.
struct LogInput {
  /// The name of the folder in messages.
  let name: String
  let folder: ArchiveLogFolder

  init(_ path: String, _ limits: ArchiveLimits = ArchiveLimits()) throws {
    name = path.isEmpty ? "the folder without a name" : printable(path)
    let manager = FileManager.default
    var isFolder: ObjCBool = false
    guard manager.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Failure.trouble("\(name): there is no such folder.")
    }
    guard isFolder.boolValue else {
      throw Failure.trouble("\(name): this is a file. The log is the folder around its segments.")
    }
    let url = URL(fileURLWithPath: path, isDirectory: true)
    folder = ArchiveLogFolder(url, options: .init(limits: limits))
    // A log to which nothing was ever appended has only its lock.
    guard
      try reading({
        try !folder.segments.isEmpty || manager.fileExists(atPath: url.appendingPathComponent("lock").path)
      })
    else { throw Failure.trouble("\(name): there is no log in this folder.") }
  }

  /// Runs `body`, and reports its errors as errors of the folder: of the file system, or of what is in the files.
  func reading<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as ArchiveError {
      let isTrouble = [.fileSystem, .inUse].contains(error.code)
      throw Failure(
        message: "\(name): \(printable("\(error)"))",
        code: isTrouble ? Failure.trouble : Failure.unreadable)
    }
  }
}

extension ArchiveLogDamage {
  /// The damage as one line: the file, the bytes, the elements, and what was expected.
  var line: String {
    let place = bytes.isEmpty ? "" : " bytes \(bytes.lowerBound) to \(bytes.upperBound - 1),"
    let elements =
      switch next {
      case first: " no elements"
      case let next?: " elements \(first) to \(next - 1)"
      case nil: " elements from \(first)"
      }
    let cause = [error.expected.map { "expected \($0)" }, error.found.map { "found \($0)" }]
      .compactMap { $0 }.joined(separator: ", ")
    return printable("\(segment.lastPathComponent):\(place)\(elements): \(cause)")
  }
}

/// Returns a number with its noun.
func counted(_ number: Int, _ noun: String) -> String {
  if number == 1 { return "1 \(noun)" }
  return "\(grouped(number)) \(noun == "batch" ? "batches" : noun + "s")"
}
