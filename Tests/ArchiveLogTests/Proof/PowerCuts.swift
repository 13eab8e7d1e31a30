import ArchiveLogs
import ArchiveTestSupport
import Foundation

/// Cuts the power at every moment of a recording, and checks what the log then has.
struct PowerCuts {
  private let base: DiskImage
  private let recording: [DiskEvent]
  private var random: SeededGenerator
  /// How many disks are made for each moment.
  var imageCount = Thoroughness.isFull ? 3 : 1
  /// How often the power is cut again while the log is opened after a cut.
  var depth = 1
  /// Whether sectors that were never written may have the content of other files.
  var leavesStale = false
  /// Whether to stop at the first fault.
  var stopsAtFault = false

  private(set) var stateCount = 0
  private(set) var faults: [String] = []

  init(_ recording: [DiskEvent], on base: DiskImage = DiskImage(), _ random: SeededGenerator) {
    (self.base, self.recording, self.random) = (base, recording, random)
  }

  /// A moment at which the power is cut, and what decides what is then on the disk.
  private struct Moment {
    let cut: PowerCut
    let place: String
    let seed: UInt64
  }

  mutating func checkAll() async throws {
    var cut = PowerCut(base)
    cut.leavesStale = leavesStale
    var moments: [Moment] = []
    for (index, event) in recording.enumerated() {
      cut.play(event)
      guard event.isWork || index == recording.count - 1 else { continue }
      moments += (0..<imageCount).map { _ in
        let seed = random.next()
        return Moment(
          cut: cut, place: "after \(index + 1) of \(recording.count) events, seed \(seed)", seed: seed)
      }
    }
    let countAtOnce = 8
    for start in stride(from: 0, to: moments.count, by: countAtOnce) {
      let few = Array(moments[start..<min(start + countAtOnce, moments.count)])
      let found = try await concurrently(few) { [depth] in
        await Self.check($0.cut, $0.place, $0.seed, depth)
      }
      stateCount += found.joined().count
      faults += found.joined().compactMap { $0 }
      if stopsAtFault, !faults.isEmpty { return }
    }
  }

  /// Checks one state, and then some in which the power was cut while the log was opened and continued.
  ///
  /// - Returns: What is wrong with each of them, `nil` if nothing.
  private static func check(
    _ cut: PowerCut, _ place: String, _ seed: UInt64, _ depth: Int
  ) async -> [String?] {
    var random = SeededGenerator(seed: seed)
    let image = cut.image(&random)
    let disk = SimulatedDisk(image)
    do {
      let log = try ProofLog(disk, ProofLog.options(segmentSize: 2_000), expecting: cut.promise)
      do {
        var next = log.counts
        for step in 0..<2 {
          let (task, count) = (step, 1 + random.below(3))
          let first = next[task, default: 0]
          next[task] = first + count
          try await log.append(first..<first + count, of: task, until: .synced)
        }
        if random.oneIn(2) { try await log.close(next) } else { disk.kill() }
        let again = try ProofLog(
          disk, ProofLog.options(), expecting: ProofPromise(certain: next, possible: next))
        try await again.close(next)
      } catch let fault as ProofFault {
        throw fault
      } catch {
        throw ProofFault.cannotAppend(error)
      }
    } catch {
      return ["\(place): \(error)"]
    }
    guard depth > 0 else { return [nil] }
    var second = PowerCut(image)
    (second.promise, second.leavesStale) = (cut.promise, cut.leavesStale)
    let recording = disk.recording
    for event in recording.prefix(random.below(recording.count) + 1) { second.play(event) }
    return [nil] + (await check(second, "\(place), and again", random.next(), depth - 1))
  }
}
