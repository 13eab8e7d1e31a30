internal import ArchiveBytes
internal import ArchiveFiles
internal import ColumnArchives
internal import Foundation

/// The lock of a log. Its writer holds it until the lock is deallocated.
///
/// The file contains the number of the writer's process, and how much of the last segment is on the disk. That mark is
/// written after each sync, but not synced itself: it may be too low, but never too high.
final class LogLock: Sendable {
  private let file: OpenFile

  private static let name = "lock"
  /// The size of the process number in bytes.
  private static let ownerByteCount = 20
  /// The offset of the mark: after the process number, in the same sector.
  private static let markOffset = 64
  private static let markByteCount = 20

  /// The number of a segment's elements that are on the disk.
  struct Mark: Equatable {
    /// The number of the segment.
    let segment: Int
    let count: Int
  }

  /// The last writer's mark.
  let mark: Mark?

  /// Takes the lock of a log.
  ///
  /// - Throws: ``ArchiveError/Code/inUse`` with the process that holds it.
  init(_ folder: LogFolder) throws {
    file = try OpenFile(folder.path(of: Self.name), .updateOrCreate, folder.calls)
    guard try file.lock() else {
      let owner = String(decoding: try file.read(Self.ownerByteCount, at: 0), as: UTF8.self)
        .trimmingCharacters(in: .whitespaces)
      throw ArchiveError(
        .inUse, expected: "a log without a writer",
        found: owner.isEmpty ? "one that is being opened" : "one that process \(owner) writes",
        advice: "Only one writer may have a log open. Readers need no lock."
      ).in(folder.path)
    }
    mark = Mark(try file.read(Self.markByteCount, at: Self.markOffset))
    let owner = "\(ProcessInfo.processInfo.processIdentifier)"
    let padded = owner.padding(toLength: Self.ownerByteCount, withPad: " ", startingAt: 0)
    try file.write(Data(padded.utf8), at: 0)
  }

  /// Throws if the lock's file was deleted or replaced, so that another writer may have opened the log.
  func check() throws {
    guard try !file.isAtPath() else { return }
    throw ArchiveError(
      .inUse, expected: "the lock file that this writer holds", found: "no file, or another one",
      advice: "Another writer may have opened the log since. Nothing more is written; open the log again."
    ).in(file.path)
  }

  /// Notes how many elements of a segment are on the disk.
  func note(_ mark: Mark) throws { try file.write(mark.bytes, at: Self.markOffset) }

  /// Removes the mark of an earlier segment with the same number. That segment is gone: a repair has accepted the loss,
  /// or the log was deleted except for the lock.
  func forget(_ segment: Int) throws {
    guard let mark, mark.segment == segment, mark.count > 0 else { return }
    try note(Mark(segment: segment, count: 0))
    try file.sync()
  }
}

extension LogLock.Mark {
  fileprivate init?(_ bytes: Data) {
    guard bytes.count == 20 else { return nil }
    func number(_ range: Range<Int>) -> UInt64 {
      bytes.dropFirst(range.lowerBound).prefix(range.count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    guard number(16..<20) == UInt64(CRC32C.checksum(of: bytes.prefix(16))),
      let segment = Int(exactly: number(0..<8)), let count = Int(exactly: number(8..<16)),
      SequenceOrigin.numbers.contains(segment), SequenceOrigin.numbers.contains(count)
    else { return nil }
    (self.segment, self.count) = (segment, count)
  }

  fileprivate var bytes: Data {
    var bytes = Data()
    for number in [segment, count] {
      bytes.append(contentsOf: (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
    }
    let checksum = CRC32C.checksum(of: bytes)
    return bytes + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> ($0 * 8)) }
  }
}
