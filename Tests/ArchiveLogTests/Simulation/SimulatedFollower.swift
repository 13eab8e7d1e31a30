import ArchiveFiles
import ArchiveTestSupport
import Foundation

@testable import ArchiveLogs

/// A program that follows the log of a simulation while its writers come and go. Nothing goes wrong with its own calls.
struct SimulatedFollower {
  private let calls: FollowerCalls
  private var stream: LogStream
  /// The elements that it has seen, by their numbers in the log.
  private var seen: [Int: Int] = [:]
  private var next: Int?

  init(_ image: DiskImage) throws {
    calls = FollowerCalls(image)
    stream = try LogStream(
      ArchiveLogReader<ProofRecord>(in: DiskImage.log, calls: calls).reading(from: 0, nil))
  }

  /// Reads what there is now.
  mutating func follow(_ image: DiskImage) throws {
    calls.show(image)
    while let batch = try stream.next() {
      // Old segments may be deleted before they are read.
      guard batch.first >= next ?? 0 else { throw ProofFault.otherCount(batch.first, of: next ?? 0) }
      for (number, record) in zip(
        batch.first..., try batch.archive.elements(of: ProofRecord.self, in: batch.positions))
      {
        guard record == ProofRecord(record.number) else { throw ProofFault.changed(record) }
        seen[number] = record.number
      }
      next = batch.next
    }
  }

  /// Checks that it has seen elements that are in the log.
  ///
  /// - Parameter first: The number of the first.
  func check(_ elements: [Int], from first: Int) throws {
    for (number, element) in zip(first..., elements) where seen[number] != element && element >= 0 {
      throw LogModel.Fault.notFollowed(number, seen[number], next: next)
    }
  }
}

/// The calls of a program that only reads, on the disk as it was shown last.
private final class FollowerCalls: FileCalls, @unchecked Sendable {
  private let lock = NSLock()
  private var image: DiskImage
  private var open: [Int32: DiskImage.FileID?] = [:]
  private var nextDescriptor: Int32 = 3

  init(_ image: DiskImage) { self.image = image }

  func show(_ image: DiskImage) { lock.withLock { self.image = image } }

  var now: Date { Date(timeIntervalSince1970: 0) }

  private func content(_ descriptor: Int32) throws(FileCallFailure) -> Data {
    let data = lock.withLock { open[descriptor].flatMap { $0 }.flatMap { image.files[$0] } }
    guard let data else { throw FileCallFailure("fstat", code: EBADF) }
    return data
  }

  func open(_ path: String, _ mode: FileMode) throws(FileCallFailure) -> Int32 {
    let descriptor = lock.withLock { () -> Int32? in
      let file = image.names[path]
      guard mode == .read, file != nil || image.folders.contains(path) else { return nil }
      nextDescriptor += 1
      open[nextDescriptor] = file
      return nextDescriptor
    }
    guard let descriptor else { throw FileCallFailure("open", code: ENOENT) }
    return descriptor
  }

  func close(_ descriptor: Int32) { lock.withLock { _ = open.removeValue(forKey: descriptor) } }

  func size(of descriptor: Int32) throws(FileCallFailure) -> Int { try content(descriptor).count }

  func read(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer, at offset: Int)
    throws(FileCallFailure) -> Int
  {
    let data = try content(descriptor)
    guard offset < data.count else { return 0 }
    let count = min(memory.count, data.count - offset)
    data.copyBytes(to: memory, from: offset..<offset + count)
    return count
  }

  func isSame(_ descriptor: Int32, _ path: String) throws(FileCallFailure) -> Bool {
    lock.withLock { image.names[path] != nil && open[descriptor] == image.names[path] }
  }

  func names(in path: String) throws(FileCallFailure) -> [String] {
    lock.withLock {
      image.names.keys.filter { folder(of: $0) == path }.map { String($0.dropFirst(path.count + 1)) }
    }
  }

  func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileCallFailure)
    -> Int
  { throw FileCallFailure("pwrite", code: EROFS) }
  func truncate(_ descriptor: Int32, to size: Int) throws(FileCallFailure) {
    throw FileCallFailure("ftruncate", code: EROFS)
  }
  func sync(_ descriptor: Int32) throws(FileCallFailure) { throw FileCallFailure("fdatasync", code: EROFS) }
  func syncFolder(_ descriptor: Int32) throws(FileCallFailure) { throw FileCallFailure("fsync", code: EROFS) }
  func lock(_ descriptor: Int32) throws(FileCallFailure) -> Bool {
    throw FileCallFailure("flock", code: EROFS)
  }
  func makeFolder(_ path: String) throws(FileCallFailure) { throw FileCallFailure("mkdir", code: EROFS) }
  func remove(_ path: String) throws(FileCallFailure) { throw FileCallFailure("unlink", code: EROFS) }
  func rename(_ path: String, to other: String) throws(FileCallFailure) {
    throw FileCallFailure("rename", code: EROFS)
  }
}
