internal import ArchiveBytes
internal import ArchiveFiles
internal import Foundation

/// The folder of a log: its segments, and the lock of its writer.
struct LogFolder: Sendable {
  let path: String
  let calls: any FileCalls

  init(_ url: URL, _ calls: any FileCalls) {
    path = url.path
    self.calls = calls
  }

  func path(of name: String) -> String { "\(path)/\(name)" }

  /// The names of the segments, in order.
  var segments: [SegmentName] { get throws { try fileNames.compactMap { SegmentName($0) }.sorted() } }

  /// The names of all files.
  var fileNames: [String] {
    get throws { try calls.completing(path) { () throws(FileCallFailure) in try calls.names(in: path) } }
  }

  private static let lockName = "lock"

  /// Takes the lock of the folder, until the file that is returned is deallocated.
  ///
  /// - Throws: ``ArchiveError/Code/inUse`` with the process that has it.
  func lock() throws -> OpenFile {
    let file = try OpenFile(path(of: Self.lockName), .updateOrCreate, calls)
    guard try file.lock() else {
      let owner = String(decoding: try file.read(20, at: 0), as: UTF8.self)
      throw ArchiveError(
        .inUse, expected: "a log without a writer",
        found: owner.isEmpty ? "one that is being opened" : "one that process \(owner) writes",
        advice: "Only one writer may have a log open. Readers need no lock."
      ).in(path)
    }
    try file.truncate(to: 0)
    try file.write(Data("\(ProcessInfo.processInfo.processIdentifier)".utf8), at: 0)
    return file
  }

  /// Removes a file, and waits until its name is gone from the disk.
  func remove(_ name: String) throws {
    let path = path(of: name)
    try calls.completing(path) { () throws(FileCallFailure) in try calls.remove(path) }
    try calls.syncFolder(self.path)
  }

  /// Renames a file, and waits until its new name is on the disk.
  func rename(_ name: String, to path: String) throws {
    try calls.completing(path) { () throws(FileCallFailure) in
      try calls.rename(self.path(of: name), to: path)
    }
    try calls.syncFolder(self.path)
  }

  /// Writes a file, in the place of one with this name, and waits until it is on the disk.
  func write(_ data: Data, to path: String) throws {
    let file = try OpenFile(path, .updateOrCreate, calls)
    try file.truncate(to: 0)
    try file.write(data, at: 0)
    try file.sync()
    try calls.syncFolder(self.path)
  }
}
