import ArchiveFiles
import Foundation

/// System calls that can fail at one of them, and do not wait for the disk.
final class StoppingCalls: FileCalls {
  enum End: CaseIterable {
    /// The call fails, and those after it do not.
    case failure
    /// No call after it does anything, and of a write only a part is done, as when the process is killed.
    case kill
  }

  private let system = SystemFileCalls()
  private let end: End
  private let lock = NSLock()
  /// The number of the call that fails.
  private let last: Int
  private nonisolated(unsafe) var done = 0

  init(after last: Int = .max, _ end: End = .failure) {
    self.last = last
    self.end = end
  }

  /// The number of calls so far.
  var count: Int { lock.withLock { done } }

  private func check() throws(FileCallFailure) {
    let number = lock.withLock {
      done += 1
      return done - 1
    }
    guard number < last || number > last && end == .failure else { throw FileCallFailure("call", code: EIO) }
  }

  func open(_ path: String, _ mode: FileMode) throws(FileCallFailure) -> Int32 {
    try check()
    return try system.open(path, mode)
  }

  func close(_ descriptor: Int32) { system.close(descriptor) }

  func size(of descriptor: Int32) throws(FileCallFailure) -> Int {
    try check()
    return try system.size(of: descriptor)
  }

  func read(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer, at offset: Int)
    throws(FileCallFailure) -> Int
  {
    try check()
    return try system.read(descriptor, into: memory, at: offset)
  }

  func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileCallFailure)
    -> Int
  {
    do throws(FileCallFailure) {
      try check()
    } catch {
      if count == last + 1 {
        _ = try system.write(
          descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(bytes.count / 2)), at: offset)
      }
      throw error
    }
    return try system.write(descriptor, bytes, at: offset)
  }

  func truncate(_ descriptor: Int32, to size: Int) throws(FileCallFailure) {
    try check()
    try system.truncate(descriptor, to: size)
  }

  func sync(_ descriptor: Int32) throws(FileCallFailure) { try check() }
  func syncFolder(_ descriptor: Int32) throws(FileCallFailure) { try check() }

  func lock(_ descriptor: Int32) throws(FileCallFailure) -> Bool {
    try check()
    return try system.lock(descriptor)
  }

  func makeFolder(_ path: String) throws(FileCallFailure) {
    try check()
    try system.makeFolder(path)
  }

  func remove(_ path: String) throws(FileCallFailure) {
    try check()
    try system.remove(path)
  }

  func rename(_ path: String, to other: String) throws(FileCallFailure) {
    try check()
    try system.rename(path, to: other)
  }

  func names(in folder: String) throws(FileCallFailure) -> [String] {
    try check()
    return try system.names(in: folder)
  }
}
