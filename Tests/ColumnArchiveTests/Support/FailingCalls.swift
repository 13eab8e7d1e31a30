import ArchiveFiles
import Foundation

/// System calls that are counted by their names, and that fail when a test wants it.
final class FailingCalls: FileCalls {
  private let system = SystemFileCalls()
  private let lock = NSLock()
  private nonisolated(unsafe) var counts: [String: Int] = [:]
  private nonisolated(unsafe) var failing: Set<String> = []

  /// The number of calls of a name so far.
  subscript(name: String) -> Int { lock.withLock { counts[name] ?? 0 } }

  /// Lets the calls of some names fail, and all others succeed.
  func fail(_ names: String...) { lock.withLock { failing = Set(names) } }

  private func check(_ name: String) throws(FileCallFailure) {
    let fails = lock.withLock {
      counts[name, default: 0] += 1
      return failing.contains(name)
    }
    if fails { throw FileCallFailure(name, code: EIO) }
  }

  func open(_ path: String, _ mode: FileMode) throws(FileCallFailure) -> Int32 {
    try check("open")
    return try system.open(path, mode)
  }

  func close(_ descriptor: Int32) { system.close(descriptor) }
  func size(of descriptor: Int32) throws(FileCallFailure) -> Int { try system.size(of: descriptor) }

  func read(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer, at offset: Int)
    throws(FileCallFailure) -> Int
  { try system.read(descriptor, into: memory, at: offset) }

  func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileCallFailure)
    -> Int
  {
    try check("write")
    return try system.write(descriptor, bytes, at: offset)
  }

  func truncate(_ descriptor: Int32, to size: Int) throws(FileCallFailure) {
    try check("truncate")
    try system.truncate(descriptor, to: size)
  }

  func sync(_ descriptor: Int32) throws(FileCallFailure) { try check("sync") }
  func syncFolder(_ descriptor: Int32) throws(FileCallFailure) { try check("syncFolder") }
  func lock(_ descriptor: Int32) throws(FileCallFailure) -> Bool { try system.lock(descriptor) }
  func makeFolder(_ path: String) throws(FileCallFailure) { try system.makeFolder(path) }
  func remove(_ path: String) throws(FileCallFailure) { try system.remove(path) }
  func rename(_ path: String, to other: String) throws(FileCallFailure) {
    try system.rename(path, to: other)
  }
  func names(in folder: String) throws(FileCallFailure) -> [String] { try system.names(in: folder) }
}
