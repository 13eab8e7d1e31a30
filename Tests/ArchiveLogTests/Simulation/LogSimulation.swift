import ArchiveFiles
import ArchiveLogs
import ArchiveTestSupport
import Foundation

/// Runs the writer, the recovery and the readers of a log on a simulated disk, through sessions that end in any way.
///
/// What happens follows from the seed alone: one task makes one call after another. A session opens the log and makes random
/// calls; any system call of it may fail, be interrupted, or do only a part, the disk may be full for a while, and the clock
/// may jump. It ends by closing the log, by a kill before some system call, or by a power cut, after which any part of what
/// was not synced has arrived, in sectors, in any order, and sectors that were never written may have the content of other
/// files. Between two sessions, the end of the log may be cut off by mistake, and is then repaired, as often as it takes.
///
/// Another program follows the log until the power fails.
///
/// Complete segments are not mapped, as there are no files: they are read as those that are still being written.
struct LogSimulation {
  private var random: SeededGenerator
  /// The name of a system call that says it has done its work, and has not.
  private let ignored: String?
  private var image = DiskImage()
  private var model = LogModel()
  private var follower: SimulatedFollower?
  private(set) var stepCount = 0
  private(set) var sessionCount = 0
  /// How often each thing has happened.
  private(set) var counts: [String: Int] = [:]

  /// - Parameter seed: What follows from it alone.
  init(seed: UInt64, ignoring call: String? = nil) { (random, ignored) = (SeededGenerator(seed: seed), call) }

  /// Runs sessions until so many system calls were made.
  ///
  /// - Throws: What is wrong with the log.
  mutating func run(steps: Int) async throws {
    while stepCount < steps {
      let disk = SimulatedDisk(image)
      disk.setClock(clock())
      let faults = SimulatedFaults(&random)
      disk.setFault { [ignored] in faults.fault(of: $0, ignored: ignored) }
      try await runSession(disk, faults)
      stepCount += disk.numberOfCalls
      sessionCount += 1
    }
  }

  /// What has happened last.
  private(set) var trace: [String] = []

  private mutating func count(_ event: String, _ detail: String = "") {
    counts[event, default: 0] += 1
    if trace.count >= 64 { trace.removeFirst(32) }
    trace.append("\(event) \(detail)")
  }

  /// Any time: near the last, years before or after, or one that no clock should show.
  private mutating func clock() -> Date {
    let year: TimeInterval = 365.25 * 86_400
    let seconds =
      switch random.below(8) {
      case 0: -TimeInterval(random.below(4_000)) * year
      case 1: TimeInterval(random.below(40_000)) * year
      case 2: [0, -1, 253_402_300_799.9, 253_402_300_800, 1e18, -1e18].randomElement(using: &random)!
      default: 56 * year + TimeInterval(sessionCount + random.below(100))
      }
    return Date(timeIntervalSince1970: seconds)
  }

  // MARK: Sessions

  private mutating func runSession(_ disk: SimulatedDisk, _ faults: SimulatedFaults) async throws {
    // After a power cut, a writer first says what is there.
    if follower != nil { try follow(disk) }
    do {
      var log = try open(disk, faults)
      for _ in 0..<random.below(60) {
        guard let current = log else { break }
        log = try await step(current, disk, faults)
      }
      if let log, random.oneIn(3) { try await close(log, faults) }
    } catch SimulatedStop.stopped {
      count("stopped", "before call \(disk.numberOfCalls)")
    }
    let isCut = random.oneIn(2)
    model.stop(losesPower: isCut)
    if isCut {
      count("power cut")
      follower = nil
      var cut = PowerCut(image)
      cut.leavesStale = random.oneIn(2)
      for event in disk.recording { cut.play(event) }
      image = cut.image(&random)
    } else {
      image = disk.image
    }
    if random.oneIn(8) { try loseEnd() }
  }

  /// Lets the follower read, or begins to follow.
  private mutating func follow(_ disk: SimulatedDisk) throws {
    if follower == nil { follower = try SimulatedFollower(disk.image) }
    try follower?.follow(disk.image)
  }

  // MARK: Repair

  /// Somebody cuts off the last segment. Repairs are killed before some call, until one is not. The elements are then lost,
  /// and their numbers are not given again.
  private mutating func loseEnd() throws {
    guard let path = image.contents(".column").last?.path, let file = image.names[path] else { return }
    let (before, size) = (image, image.files[file]?.count ?? 0)
    image.files[file]?.setCount(random.oneIn(3) ? random.below(size + 1) : max(size - random.below(2_000), 0))
    trace.append("cut off \(path) from \(size) to \(image.files[file]?.count ?? 0)")
    // It has read what is lost.
    follower = nil
    var isRepaired = false
    while !isRepaired {
      let disk = SimulatedDisk(image)
      let end = random.oneIn(2) ? random.below(60) : Int.max
      disk.setFault { $0.number >= end ? .fails(ESRCH) : nil }
      do {
        let repair = try ArchiveLogFolder(DiskImage.log).repair(disk.process)
        // Nobody knows the header of a segment that nobody has named yet.
        guard repair.remaining.isEmpty else {
          image = before
          return
        }
        isRepaired = true
        trace.append(
          "repaired, lost \(try ArchiveLogFolder(DiskImage.log).verify(disk.process).gaps.map(\.elements))")
      } catch {
        trace.append("repair killed before call \(end)")
        if disk.numberOfCalls <= end { throw error }
      }
      stepCount += disk.numberOfCalls
      image = disk.image
    }
    let disk = SimulatedDisk(image)
    let log = try ArchiveLog<ProofRecord>(in: DiskImage.log, options: ProofLog.options(), calls: disk.process)
    let (found, first) = try elements(disk)
    let lost = log.countWhenOpened - (first ?? model.first) - found.count
    model.settle(found + Array(repeating: LogModel.lost, count: lost), from: first ?? model.first)
    disk.kill()
    image = disk.image
    count("repaired")
  }

  private enum SimulatedStop: Error { case stopped }

  /// Ends the session if an error is one that was made, and throws it if not.
  private func expect(_ error: any Error, _ faults: SimulatedFaults) throws {
    if !faults.haveHappened { throw error }
    if faults.areEndless { throw SimulatedStop.stopped }
  }

  /// Opens the log, and checks what it has.
  ///
  /// - Returns: `nil` if it cannot be opened, since a call has failed.
  private mutating func open(_ disk: SimulatedDisk, _ faults: SimulatedFaults) throws
    -> ArchiveLog<ProofRecord>?
  {
    let log: ArchiveLog<ProofRecord>
    do {
      let options = ProofLog.options(
        segmentSize: [1, 2_000, 6_000, 64 << 20].randomElement(using: &random)!,
        batchSize: [2, 5, 4_096].randomElement(using: &random)!)
      log = try ArchiveLog(in: DiskImage.log, options: options, calls: disk.process)
      count(log.recovery == nil ? "opened" : "recovered")
    } catch {
      try expect(error, faults)
      count("not opened", "\(error)")
      return nil
    }
    guard let (found, first) = try read(disk, faults) else { return nil }
    model.settle(found, from: first)
    guard log.countWhenOpened == first + found.count else {
      throw ProofFault.otherCount(log.countWhenOpened, of: first + found.count)
    }
    return log
  }

  /// Reads the log, and checks it.
  ///
  /// - Returns: `nil` if a call has failed.
  private mutating func read(_ disk: SimulatedDisk, _ faults: SimulatedFaults) throws -> (
    elements: [Int], first: Int
  )? {
    var (found, first): ([Int], Int?)
    do {
      (found, first) = try elements(disk)
    } catch {
      try expect(error, faults)
      count("not read")
      return nil
    }
    found = model.withLostEnd(found, from: first)
    try model.check(found, from: first ?? model.first)
    try follow(disk)
    try follower?.check(found, from: first ?? model.first)
    count("read", "\(found.first ?? -1)…\(found.last ?? -1) from \(first ?? -1)")
    return (found, first ?? model.first)
  }

  /// Reads the elements of the log, and the number of the first. What a repair has noted as lost is ``LogModel/lost``.
  private func elements(_ disk: SimulatedDisk) throws -> (elements: [Int], first: Int?) {
    var (found, first) = ([Int](), Int?.none)
    let reader = ArchiveLogReader<ProofRecord>(in: DiskImage.log, calls: disk.process)
    try reader.forEachBatch { batch in
      let start = first ?? batch.first
      first = start
      let next = start + found.count
      guard batch.first >= next, batch.first == next || batch.first - next < 1_000 else {
        throw ProofFault.otherCount(batch.first, of: next)
      }
      found += Array(repeating: LogModel.lost, count: batch.first - next)
      for record in try batch.elements() {
        guard record == ProofRecord(record.number) else { throw ProofFault.changed(record) }
        found.append(record.number)
      }
      guard start + found.count == batch.first + batch.count else {
        throw ProofFault.otherCount(batch.first + batch.count, of: start + found.count)
      }
    }
    return (found, first)
  }

  /// - Returns: The log that is then open, if one is.
  private mutating func step(
    _ log: ArchiveLog<ProofRecord>, _ disk: SimulatedDisk, _ faults: SimulatedFaults
  ) async throws -> ArchiveLog<ProofRecord>? {
    do {
      switch random.below(20) {
      case 0:
        try await log.flush()
        model.tellAll(.synced)
      case 1: _ = try read(disk, faults)
      case 2, 3: try delete(disk, faults)
      case 4: disk.setClock(clock())
      default: try await append(to: log)
      }
      return log
    } catch let fault as LogModel.Fault {
      throw fault
    } catch {
      try expect(error, faults)
      count("failed", "\(error)")
      return try await reopen(log, disk, faults)
    }
  }

  private mutating func append(to log: ArchiveLog<ProofRecord>) async throws {
    let state = [LogModel.State.buffered, .written, .synced, .synced].randomElement(using: &random)!
    // One buffered element at a time fills no batch, which would be written while the next call is made.
    let waiting = await log.waitingCounts.elements
    let isBuffered = state == .buffered && waiting == 0
    let elements = model.begin(isBuffered ? 1 : random.oneIn(6) ? 12 : 1 + random.below(3))
    let durability: ArchiveLogDurability = isBuffered ? .buffered : state == .synced ? .synced : .written
    try await log.append(contentsOf: elements.map { ProofRecord($0) }, until: durability)
    // What was buffered before is written first.
    if !isBuffered { model.tellAll(durability == .synced ? .synced : .written) }
    model.tell(elements, isBuffered ? .buffered : durability == .synced ? .synced : .written)
    count("append", "\(elements), \(durability)")
  }

  /// Opens a log again that has stopped.
  private mutating func reopen(
    _ log: ArchiveLog<ProofRecord>, _ disk: SimulatedDisk, _ faults: SimulatedFaults
  ) async throws -> ArchiveLog<ProofRecord>? {
    if random.oneIn(2) { faults.endAll() }
    model.stop(losesPower: false)
    do {
      try await log.reopen()
    } catch {
      try expect(error, faults)
      return nil
    }
    count("reopened")
    guard let (found, first) = try read(disk, faults) else { return nil }
    model.settle(found, from: first)
    return log
  }

  /// Deletes old segments, from the oldest on.
  private mutating func delete(_ disk: SimulatedDisk, _ faults: SimulatedFaults) throws {
    let names = disk.image.contents(".column").map(\.path)
    guard names.count > 1, let (found, first) = try read(disk, faults) else { return }
    for index in 0..<random.below(names.count) {
      // A segment without elements may be the last.
      let next = Int(names[index + 1].split(separator: "-").last!.prefix(16))!
      guard found.indices.contains(next - first) else { break }
      do {
        let calls = disk.process
        try calls.completing(names[index]) { () throws(FileCallFailure) in try calls.remove(names[index]) }
        model.delete(before: found[next - first], at: next)
        try calls.syncFolder(DiskImage.log.path)
        model.confirmDeletion()
      } catch {
        try expect(error, faults)
        return
      }
      count("deleted", "before \(next)")
    }
  }

  private mutating func close(_ log: ArchiveLog<ProofRecord>, _ faults: SimulatedFaults) async throws {
    do {
      try await log.close()
      model.tellAll(.synced)
      count("closed")
    } catch {
      try expect(error, faults)
    }
  }
}
