import ArchiveTestSupport
import Foundation

/// What goes wrong with the system calls of a session: nothing, some of them, all from one on, or all for a while.
final class SimulatedFaults: @unchecked Sendable {
  private let lock = NSLock()
  private var random: SeededGenerator
  /// One of so many calls fails; 0 for none.
  private let rate: Int
  /// The call before which the program is stopped.
  private let end: Int
  /// The disk is full during these calls.
  private let full: Range<Int>
  private var happened = false
  private var isEnded = false
  private var isOver = false

  init(_ random: inout SeededGenerator) {
    let kind = random.below(6)
    rate = kind == 0 ? 8 + random.below(300) : 0
    end = kind < 4 ? random.below(random.oneIn(4) ? 60 : 2_000) : .max
    let start = random.below(600)
    full = kind == 4 ? start..<start + random.below(60) : 0..<0
    self.random = SeededGenerator(seed: random.next())
  }

  /// Whether a call has failed.
  var haveHappened: Bool { lock.withLock { happened } }
  /// Whether all further calls will.
  var areEndless: Bool { lock.withLock { isEnded } }

  /// From now on nothing goes wrong, but the end.
  func endAll() { lock.withLock { isOver = true } }

  /// - Parameter ignored: The name of a call that does nothing.
  func fault(of call: SimulatedDisk.Call, ignored: String?) -> SimulatedDisk.Fault? {
    lock.withLock {
      if call.name == ignored { return .isIgnored }
      if call.number >= end {
        (happened, isEnded) = (true, true)
        return .fails(ESRCH)
      }
      if isOver { return nil }
      if full.contains(call.number), ["pwrite", "open", "mkdir"].contains(call.name) {
        happened = true
        return .fails(ENOSPC)
      }
      guard rate > 0, random.oneIn(rate) else { return nil }
      switch random.below(6) {
      case 0: return .fails(EINTR)
      case 1 where call.count > 1: return .short(1 + random.below(call.count))
      default:
        happened = true
        return .fails([EIO, ENOSPC, EMFILE].randomElement(using: &random)!)
      }
    }
  }
}
