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
  private var state: State
  /// The number of bytes written so far.
  private(set) var byteCount = 0
  /// The checksum of these bytes.
  private(set) var checksum: UInt32 = 0

  private enum State {
    case open(OpenFile)
    case closed, placed, discarded
  }

  /// - Parameter calls: The system calls, which tests replace.
  init(_ url: URL, _ calls: any FileCalls, _ unfinished: UnfinishedFiles = .shared) throws {
    (path, self.calls, self.unfinished) = (url.path, calls, unfinished)
    let temporary =
      url.deletingLastPathComponent()
      .appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString).part").path
    self.temporary = temporary
    state = .open(try unfinished.create(temporary) { try OpenFile(temporary, .create, calls) })
  }

  deinit { discard() }

  func write(_ bytes: [UInt8]) throws {
    guard case .open(let file) = state else { throw stopped }
    try file.write(Data(bytes), at: byteCount)
    byteCount += bytes.count
    checksum = unsafe bytes.withUnsafeBytes { unsafe CRC32C.checksum(of: $0, continuing: checksum) }
  }

  /// Waits until everything is on the disk, gives the file its name, and waits until the name is on the disk.
  func finish() throws {
    try close()
    try calls.completing(path) { () throws(FileCallFailure) in try calls.rename(temporary, to: path) }
    unfinished.remove(temporary)
    state = .placed
    try calls.syncName(of: path)
  }

  private func close() throws {
    guard case .open(let file) = state else { throw stopped }
    try file.sync()
    state = .closed
  }

  private var stopped: ArchiveError {
    ArchiveError(.stopped, expected: "an open file", found: "one that was given up").in(path)
  }

  /// Removes the file if it does not have its name yet.
  func discard() {
    switch state {
    case .placed, .discarded: return
    case .open, .closed:
      state = .discarded
      try? calls.remove(temporary)
      unfinished.remove(temporary)
    }
  }
}
