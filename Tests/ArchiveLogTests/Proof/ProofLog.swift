import ArchiveLogs
import ArchiveTestSupport
import Foundation
import StructCoding

/// A log on a simulated disk, whose promises are noted in the recording of the disk.
final class ProofLog: Sendable {
  let disk: SimulatedDisk
  let log: ArchiveLog<ProofRecord>
  /// How many records each task had when the log was opened.
  let counts: ProofCounts

  /// Opens the log, and checks what it has.
  ///
  /// - Parameter promise: What it must have, if that is known.
  init(_ disk: SimulatedDisk, _ options: ArchiveLogOptions, expecting promise: ProofPromise? = nil) throws {
    self.disk = disk
    do {
      log = try ArchiveLog(in: DiskImage.log, options: options, calls: disk.process)
    } catch {
      throw ProofFault.cannotOpen(error)
    }
    counts = try disk.image.records()
    try promise?.check(counts)
    let count = counts.values.reduce(0, +)
    guard count == log.countWhenOpened else { throw ProofFault.otherCount(log.countWhenOpened, of: count) }
    disk.note(.opened(counts))
  }

  static func options(segmentSize: Int = 64 << 20, batchSize: Int = 4_096) -> ArchiveLogOptions {
    var options = ArchiveLogOptions()
    (options.segmentSize, options.batchSize) = (segmentSize, batchSize)
    options.maximumDelay = .seconds(60)
    return options
  }

  /// Appends records of a task.
  func append(_ range: Range<Int>, of task: Int = 0, until durability: ArchiveLogDurability) async throws {
    disk.note(.began([task: range.upperBound]))
    try await log.append(contentsOf: range.map { ProofRecord($0, of: task) }, until: durability)
    if durability == .synced { disk.note(.promised([task: range.upperBound])) }
  }

  func flush(_ appended: ProofCounts) async throws {
    try await log.flush()
    disk.note(.promised(appended))
  }

  func close(_ appended: ProofCounts) async throws {
    try await log.close()
    disk.note(.promised(appended))
  }
}

/// What a program does with a log: it appends, flushes, stops, is killed, and begins again.
struct ProofProgram {
  var random: SeededGenerator
  let disk: SimulatedDisk
  /// How many tasks append at once.
  var taskCount = 1
  var sessionCount = 3
  var stepCount = 8
  /// `nil` for any.
  var durability: ArchiveLogDurability?

  mutating func run() async throws {
    for _ in 0..<sessionCount { try await runSession() }
  }

  private mutating func runSession() async throws {
    let options = ProofLog.options(
      segmentSize: [1, 3_000, 9_000, 64 << 20].randomElement(using: &random)!,
      batchSize: [2, 5, 4_096].randomElement(using: &random)!)
    let log = try ProofLog(disk, options)
    var next = log.counts
    for _ in 0..<stepCount {
      if random.oneIn(8) {
        try await log.flush(next)
      } else if taskCount == 1 {
        let range = self.range(of: 0, &next)
        try await log.append(range, until: durability(&random))
      } else {
        let steps = (0..<taskCount).map { task in
          (task, (0..<2).map { _ in (range(of: task, &next), durability(&random)) })
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
          for (task, parts) in steps {
            group.addTask {
              for (range, durability) in parts { try await log.append(range, of: task, until: durability) }
            }
          }
          try await group.waitForAll()
        }
      }
    }
    if random.oneIn(2) { try await log.close(next) } else { disk.kill() }
  }

  private mutating func range(of task: Int, _ next: inout ProofCounts) -> Range<Int> {
    let first = next[task, default: 0]
    let count = random.oneIn(6) ? 12 : 1 + random.below(3)
    next[task] = first + count
    return first..<first + count
  }

  private func durability(_ random: inout SeededGenerator) -> ArchiveLogDurability {
    durability ?? [.written, .synced, .synced, .buffered].randomElement(using: &random)!
  }
}
