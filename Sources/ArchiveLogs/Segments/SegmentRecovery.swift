internal import ArchiveBytes
internal import ArchiveFiles
internal import ColumnArchives
public import Foundation

/// What opening a log found at its end, and cut off: what a program left that was stopped while it was writing, or what
/// had not reached the disk when the power failed. Nothing of it was acknowledged as synced.
public struct ArchiveLogRecovery: Sendable {
  /// The file that was incomplete.
  public let segment: URL
  /// The number after that of the last element that is there.
  public let nextElement: Int
  /// The number of bytes that were cut off.
  public let removedByteCount: Int
  /// The file in which these bytes are kept, if there are complete batches among them. They were written after others
  /// that are missing, so they are not part of the log.
  public let removedBytes: URL?
}

/// Completes the last segment of a log, if its writer did not.
struct SegmentRecovery {
  private let folder: LogFolder
  private let name: SegmentName
  private let file: OpenFile

  /// The number of the next element of the log.
  private(set) var next: Int
  /// What was incomplete, if something was.
  private(set) var report: ArchiveLogRecovery?

  /// Completes a segment: cuts off what is incomplete at its end, and writes the footer.
  ///
  /// - Throws: ``ArchiveError/Code/damaged`` with the place if bytes were changed after they were written; nothing is
  ///   cut off then.
  init(_ name: SegmentName, in folder: LogFolder) throws {
    self.folder = folder
    self.name = name
    file = try OpenFile(folder.path(of: name.text), .update, folder.calls)
    next = name.first
    let data = try file.read(try file.size, at: 0)
    guard let header = try headerByteCount(data) else {
      try discard(data)
      return
    }
    let scan = FrameScan(data, header: header)
    if let damage = scan.damage.first { throw damage.error.in(file.path, advice: Self.repairAdvice) }
    next += scan.frames.last?.next ?? 0
    if let footer = scan.footer {
      // It may be the footer whose sync failed, and the system no longer writes the bytes that it could not write.
      try SegmentWriter.seal(file, at: footer.lowerBound, scan.bodies)
    } else if scan.frames.isEmpty {
      try discard(data, from: header, holdsBatches: scan.tornHoldsBatches)
    } else {
      try cutOff(scan, data)
      try SegmentWriter.seal(file, at: scan.torn.lowerBound, scan.bodies)
    }
  }

  private static let repairAdvice =
    "Nothing was cut off. `archive log repair` sets the damaged batches aside, and keeps all others."

  /// Returns the number of bytes of the header, or `nil` if the header was not completely on the disk, and so no batch
  /// was written.
  private func headerByteCount(_ data: Data) throws -> Int? {
    do {
      return try FrameScan.headerByteCount(of: data)
    } catch let error as ArchiveError {
      guard FrameScan.isTornHeader(data) else { throw error.in(file.path, advice: Self.repairAdvice) }
      return nil
    }
  }

  /// Removes a segment without elements. If its content is more than a header or zeros, it is renamed.
  private mutating func discard(_ data: Data, from start: Int = 0, holdsBatches: Bool = true) throws {
    let removed = data.dropFirst(start)
    var kept: URL?
    if holdsBatches, removed.contains(where: { $0 != 0 }) {
      let path = folder.path(of: Self.removedName(name, at: 0))
      try folder.rename(name.text, to: path)
      kept = URL(fileURLWithPath: path)
    } else {
      try folder.remove(name.text)
    }
    report(removed.count, kept)
  }

  private mutating func report(_ removedByteCount: Int, _ kept: URL?) {
    guard removedByteCount > 0 else { return }
    report = ArchiveLogRecovery(
      segment: URL(fileURLWithPath: file.path), nextElement: next, removedByteCount: removedByteCount,
      removedBytes: kept)
  }

  private static func removedName(_ name: SegmentName, at offset: Int) -> String {
    "\(name.text).removed-\(offset)"
  }

  /// Cuts off what is incomplete, and brings the rest to the disk.
  private mutating func cutOff(_ scan: FrameScan, _ data: Data) throws {
    let torn = data[data.startIndex + scan.torn.lowerBound..<data.startIndex + scan.torn.upperBound]
    var kept: URL?
    if scan.tornHoldsBatches {
      let path = folder.path(of: Self.removedName(name, at: scan.torn.lowerBound))
      try folder.write(torn, to: path)
      kept = URL(fileURLWithPath: path)
    }
    // An earlier sync may have failed, and the system then no longer writes the bytes that it could not write. So the
    // bytes that are not known to be on the disk are written again.
    let synced = scan.frames.map(\.synced).max() ?? 0
    if let first = scan.frames.first(where: { $0.next > synced })?.range.lowerBound {
      try file.write(data[data.startIndex + first..<torn.startIndex], at: first)
    }
    try file.truncate(to: scan.torn.lowerBound)
    try file.sync()
    report(torn.count, kept)
  }
}
