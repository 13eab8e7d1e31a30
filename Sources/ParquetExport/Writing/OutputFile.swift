internal import ArchiveBytes
internal import ArchiveFiles
internal import ColumnArchives
internal import Foundation

/// A file that is written under a temporary name beside its own, and renamed when it is complete.
final class OutputFile {
  private let path: String
  private let temporary: String
  private let calls: any FileCalls
  private let unfinished: UnfinishedFiles
  /// The open file; `nil` when it is complete or given up.
  private var file: OpenFile?
  private var hasName = false
  /// The number of bytes written so far.
  private(set) var byteCount = 0
  /// The checksum of these bytes.
  private(set) var checksum: UInt32 = 0

  /// - Parameter calls: The system calls, which tests replace.
  init(_ url: URL, _ calls: any FileCalls, _ unfinished: UnfinishedFiles = .shared) throws {
    (path, self.calls, self.unfinished) = (url.path, calls, unfinished)
    let temporary =
      url.deletingLastPathComponent()
      .appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString).part").path
    self.temporary = temporary
    file = try unfinished.create(temporary) { try OpenFile(temporary, .create, calls) }
  }

  deinit { discard() }

  func write(_ bytes: [UInt8]) throws {
    guard let file else { throw stopped }
    let data = Data(bytes)
    try file.write(data, at: byteCount)
    byteCount += data.count
    checksum = CRC32C.checksum(of: data, continuing: checksum)
  }

  /// Waits until everything is on the disk, gives the file its name, and waits until the name is on the disk.
  func finish() throws {
    guard file != nil else { throw stopped }
    try file?.sync()
    file = nil
    try calls.completing(path) { () throws(FileCallFailure) in try calls.rename(temporary, to: path) }
    unfinished.remove(temporary)
    hasName = true
    try calls.syncName(of: path)
  }

  private var stopped: ArchiveError {
    ArchiveError(.stopped, expected: "an open file", found: "one that was given up").in(path)
  }

  /// Removes the file if it does not have its name yet.
  func discard() {
    file = nil
    guard !hasName else { return }
    try? calls.remove(temporary)
    unfinished.remove(temporary)
  }
}
