import ArchiveLogs
import ColumnArchives
import Foundation
import StructCoding
import XCTest

/// A record whose content follows from its task and its number. So whatever a log has can be checked.
@Archivable(className: "ProofRecord")
struct ProofRecord: Equatable, Sendable {
  var task: Int
  var number: Int
  var payload: Data
}

extension ProofRecord {
  init(_ number: Int, of task: Int = 0) {
    self.init(
      task: task, number: number, payload: ProofPayload.all[(number &* 7 &+ task) % ProofPayload.all.count])
  }
}

enum ProofPayload {
  /// Content that a scan could take for something else: nothing, texts, zeros over sectors, marks of batches, an
  /// archive with more batches than the log has, and bytes without order.
  static let all: [Data] = {
    let marks = Data((0..<60).flatMap { _ in [0xC3, 0x42, 0x41, 0x54] })
    let bytes = Data((0..<700).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31 &+ $0 >> 3 | 1) })
    let few = [Data(), Data("a text".utf8), Data(), Data([0])]
    return few + [
      Data(count: 1_700), Data([1]) + Data(count: 515), few[1], marks, nestedArchive, bytes, few[0],
    ]
  }()

  /// An archive of many batches of one record.
  static let nestedArchive: Data = {
    let records = (0..<60).map { ProofRecord(task: 0, number: $0, payload: Data("nested".utf8)) }
    guard let data = try? ColumnArchive.encode(records, options: .init(batchSize: 1)) else { return Data() }
    return data
  }()
}

/// What a log on a simulated disk has, and what is wrong with it.
enum ProofFault: Error, CustomStringConvertible {
  case cannotOpen(any Error)
  case cannotRead(String, any Error)
  case cannotAppend(any Error)
  case notInOrder(ProofRecord)
  case changed(ProofRecord)
  case missing(task: Int, Int, of: Int)
  case invented(task: Int, Int, of: Int)
  case otherCount(Int, of: Int)

  var description: String {
    switch self {
    case .cannotOpen(let error): "opening failed: \(error)"
    case .cannotRead(let path, let error): "\(path): \(error)"
    case .cannotAppend(let error): "appending failed: \(error)"
    case .notInOrder(let record): "record \(record.number) of task \(record.task) is not in order"
    case .changed(let record): "record \(record.number) of task \(record.task) has changed"
    case .missing(let task, let count, let least): "task \(task) has \(count) records, promised were \(least)"
    case .invented(let task, let count, let most): "task \(task) has \(count) records, appended were \(most)"
    case .otherCount(let count, let other): "the log says that it has \(count) records, and has \(other)"
    }
  }
}

extension DiskImage {
  static let log = URL(fileURLWithPath: "/logs/events", isDirectory: true)

  /// Returns the records of a segment, which must be complete. If its header is damaged, the catalog has it.
  private static func records(of data: Data) throws -> [ProofRecord] {
    if (try? SequenceHeader(of: data))?.origin != nil {
      return try ColumnArchive(data).elements(of: ProofRecord.self)
    }
    let header = try SequenceFormat(of: ProofRecord.self).header
    let parts = try SequenceParts(
      FrameSequence(
        data, from: header.count + SequenceOrigin.byteCount,
        salt: FrameSearch.salt(of: data, originAt: header.count), .complete(count: nil)))
    guard parts.footer != nil else { throw ArchiveError(.truncated, expected: "a footer") }
    if let damage = parts.damage.first { throw damage.error() }
    return try parts.frames.flatMap { frame in
      try ColumnArchive(header: header, body: Data(data[frame.body]), count: frame.count, options: .init())
        .elements(of: ProofRecord.self)
    }
  }

  /// Checks the records of all segments, which must be complete archives, and returns how many each task has.
  func records() throws -> ProofCounts {
    var counts: ProofCounts = [:]
    for (path, data) in contents(".column") {
      let records: [ProofRecord]
      do {
        records = try Self.records(of: data)
      } catch {
        throw ProofFault.cannotRead(path, error)
      }
      for record in records {
        guard record.number == counts[record.task, default: 0] else { throw ProofFault.notInOrder(record) }
        guard record == ProofRecord(record.number, of: record.task) else { throw ProofFault.changed(record) }
        counts[record.task, default: 0] += 1
      }
    }
    return counts
  }
}

extension ProofPromise {
  /// Checks what a log has.
  func check(_ counts: ProofCounts) throws {
    for (task, least) in certain where counts[task, default: 0] < least {
      throw ProofFault.missing(task: task, counts[task, default: 0], of: least)
    }
    for (task, count) in counts where count > possible[task, default: 0] {
      throw ProofFault.invented(task: task, count, of: possible[task, default: 0])
    }
  }
}
