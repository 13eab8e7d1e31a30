internal import ArchiveBytes
internal import Foundation

/// A file that is written beside its name, and gets the name when it is complete.
final class OutputFile {
  private let url: URL
  private let temporary: URL
  private let file: FileHandle
  /// The number of bytes written so far.
  private(set) var byteCount = 0
  private var isFinished = false

  init(_ url: URL) throws {
    self.url = url
    temporary = url.deletingLastPathComponent().appendingPathComponent(
      ".\(url.lastPathComponent).\(UUID().uuidString).part")
    try Data().write(to: temporary)
    do {
      file = try FileHandle(forWritingTo: temporary)
    } catch {
      try? FileManager.default.removeItem(at: temporary)
      throw error
    }
  }

  deinit { discard() }

  func write(_ bytes: [UInt8]) throws {
    try file.write(contentsOf: Data(bytes))
    byteCount += bytes.count
  }

  /// Waits until everything is on disk, and gives the file its name.
  func finish() throws {
    try file.synchronize()
    try file.close()
    guard rename(temporary.path, url.path) == 0 else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path])
    }
    isFinished = true
  }

  /// Removes the file if it is not complete.
  func discard() {
    guard !isFinished else { return }
    isFinished = true
    try? file.close()
    try? FileManager.default.removeItem(at: temporary)
  }
}
