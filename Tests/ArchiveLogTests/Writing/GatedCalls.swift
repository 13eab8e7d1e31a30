import ArchiveFiles
import Foundation

/// The calls of the system, which can be made to wait at a gate, or to fail.
final class GatedCalls: FileCalls, @unchecked Sendable {
  private let system = SystemFileCalls()
  private let condition = NSCondition()
  // Only while the condition is locked.
  private var isShut = false
  private var waiting = 0
  private var failure: (call: String, code: Int32)?
  private var syncs = 0

  /// Lets writes and syncs of files wait, until the gate is opened.
  func shut() { condition.withLock { isShut = true } }

  func open() {
    condition.withLock {
      isShut = false
      condition.broadcast()
    }
  }

  /// Lets a call fail from now on; `nil` for none.
  func fail(_ call: String?, code: Int32 = EIO) { condition.withLock { failure = call.map { ($0, code) } } }

  /// Whether a call waits at the gate.
  var isReached: Bool { condition.withLock { waiting > 0 } }
  /// How often files were synced.
  var syncCount: Int { condition.withLock { syncs } }

  private func pass(_ call: String) throws(FileCallFailure) {
    condition.lock()
    defer { condition.unlock() }
    waiting += 1
    while isShut { condition.wait() }
    waiting -= 1
    if call == "fdatasync" { syncs += 1 }
    if let failure, failure.call == call { throw FileCallFailure(call, code: failure.code) }
  }

  func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileCallFailure)
    -> Int
  {
    try pass("pwrite")
    return try system.write(descriptor, bytes, at: offset)
  }

  func sync(_ descriptor: Int32) throws(FileCallFailure) {
    try pass("fdatasync")
    try system.sync(descriptor)
  }

  func open(_ path: String, _ mode: FileMode) throws(FileCallFailure) -> Int32 { try system.open(path, mode) }
  func close(_ descriptor: Int32) { system.close(descriptor) }
  func size(of descriptor: Int32) throws(FileCallFailure) -> Int { try system.size(of: descriptor) }
  func read(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer, at offset: Int)
    throws(FileCallFailure) -> Int
  {
    try system.read(descriptor, into: memory, at: offset)
  }
  func truncate(_ descriptor: Int32, to size: Int) throws(FileCallFailure) {
    try system.truncate(descriptor, to: size)
  }
  func syncFolder(_ descriptor: Int32) throws(FileCallFailure) { try system.syncFolder(descriptor) }
  func lock(_ descriptor: Int32) throws(FileCallFailure) -> Bool { try system.lock(descriptor) }
  func makeFolder(_ path: String) throws(FileCallFailure) { try system.makeFolder(path) }
  func remove(_ path: String) throws(FileCallFailure) { try system.remove(path) }
  func rename(_ path: String, to other: String) throws(FileCallFailure) { try system.rename(path, to: other) }
  func names(in folder: String) throws(FileCallFailure) -> [String] { try system.names(in: folder) }
}

/// Waits until something is true, however long that takes.
func waitUntil(_ condition: () async throws -> Bool) async throws {
  while try await !condition() { try await Task.sleep(for: .milliseconds(1)) }
}
