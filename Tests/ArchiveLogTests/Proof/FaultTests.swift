import ArchiveLogs
import ArchiveTestSupport
import Foundation
import StructCoding
import XCTest

/// Each call of the system fails once: nothing acknowledged is lost, the caller is told, the log has stopped, and opening
/// it again goes on.
final class FaultTests: XCTestCase {
  func testEachCallFailsOnce() async throws {
    var failures = 0
    var number = 0
    var isReached = true
    while isReached {
      for code in Thoroughness.some(of: [ENOSPC, EIO, EMFILE, EACCES], oneIn: 4, first: number) {
        let (disk, failed, target) = (SimulatedDisk(), Flag(), number)
        disk.setFault { call in
          // The system refuses no call that only tells a size or the names; opening a folder stands for those.
          failed.countsDown(from: target) ? .fails(code) : nil
        }
        let told = await run(on: disk)
        isReached = failed.isReached
        guard isReached else { break }
        // A folder around the log that may not be read was not made by the log.
        if code != EACCES { XCTAssertEqual(told, 1, "call \(number), error \(code)") }
        XCTAssertLessThanOrEqual(told, 1)
        failures += 1
      }
      number += Thoroughness.isFull ? 1 : 5
    }
    print("\(failures) failed calls")
    XCTAssertGreaterThan(failures, Thoroughness.isFull ? 200 : 9)
  }

  func testInterruptedCallsAreMadeAgain() async throws {
    var number = 0
    while true {
      let (disk, failed, target) = (SimulatedDisk(), Flag(), number)
      disk.setFault { _ in failed.countsDown(from: target) ? .fails(EINTR) : nil }
      let told = await run(on: disk)
      XCTAssertEqual(told, 0, "call \(number)")
      guard failed.isReached else { break }
      number += Thoroughness.isFull ? 1 : 9
    }
    XCTAssertGreaterThan(number, 50)
  }

  func testWhatAShortCallLeavesIsDone() async throws {
    var (number, lengths) = (0, 0)
    let (dense, apart) = Thoroughness.isFull ? (50, 37) : (3, 301)
    while true {
      let failed = Flag()
      let target = number
      var length = 1
      var count = 1
      while length <= count {
        let (disk, seen, short) = (SimulatedDisk(), Count(), length)
        let flag = Flag()
        disk.setFault { call in
          guard call.name == "pwrite" || call.name == "pread", flag.countsDown(from: target) else {
            return nil
          }
          _ = failed.countsDown(from: 0)
          seen.value = call.count
          return .short(short)
        }
        let told = await run(on: disk, steps: 3)
        XCTAssertEqual(told, 0, "call \(number), \(length) bytes")
        guard flag.isReached else { break }
        count = seen.value - 1
        lengths += 1
        // The ends, and what is around the marks and heads of batches, and then some.
        length += length < dense || length > count - 12 ? 1 : min(apart, count - 12 - length + 1)
      }
      guard failed.isReached else { break }
      number += Thoroughness.isFull ? 1 : 7
    }
    print("\(lengths) short calls")
    XCTAssertGreaterThan(lengths, Thoroughness.isFull ? 500 : 20)
  }

  func testALogGoesOnAfterAFullDisk() async throws {
    for capacity in stride(from: 0, through: 6_000, by: Thoroughness.isFull ? 23 : 61) {
      let disk = SimulatedDisk()
      disk.setCapacity(capacity)
      var (next, told) = ([0: 0], 0)
      do {
        let log = try ProofLog(disk, ProofLog.options(segmentSize: 1_500))
        for _ in 0..<40 {
          try await log.append(next[0]!..<next[0]! + 2, until: .synced)
          next[0]! += 2
        }
        XCTFail("the disk has \(capacity) bytes")
      } catch {
        told += 1
        XCTAssertEqual(Self.code(of: error), .ENOSPC, "\(error)")
      }
      // There is still no room.
      if let log = try? ProofLog(disk, ProofLog.options()) { try? await log.close(log.counts) }
      disk.setCapacity(.max)
      let promise = ProofPromise(certain: next, possible: [0: next[0]! + 2])
      let again = try ProofLog(disk, ProofLog.options(), expecting: promise)
      let first = again.counts[0] ?? 0
      try await again.append(first..<first + 3, until: .synced)
      try await again.close([:])
      XCTAssertEqual(try disk.image.records(), [0: first + 3])
      XCTAssertEqual(told, 1)
    }
  }

  private static func code(of error: any Error) -> POSIXErrorCode? {
    switch error {
    case ProofFault.cannotOpen(let error): code(of: error)
    case let error as ArchiveError: (error.underlyingError as? POSIXError)?.code
    default: nil
    }
  }

  /// Appends records, and opens the log again after each error.
  ///
  /// - Returns: How many calls threw.
  private func run(on disk: SimulatedDisk, steps: Int = 8) async -> Int {
    var (next, possible, told) = ([0: 0], [0: 0], 0)
    for session in 0..<3 {
      do {
        let log = try ProofLog(
          disk, ProofLog.options(segmentSize: 600), expecting: ProofPromise(certain: next, possible: possible)
        )
        next = [0: log.counts[0] ?? 0]
        do {
          for step in 0..<steps {
            let range = next[0]!..<next[0]! + 1 + step % 2
            possible[0] = max(possible[0]!, range.upperBound)
            try await log.append(range, until: step % 3 == 1 ? .written : .synced)
            next[0] = range.upperBound
          }
          if session == 1 { disk.kill() } else { try await log.close(next) }
        } catch {
          told += 1
          await assertStopped(log)
        }
      } catch ProofFault.cannotOpen {
        told += 1
      } catch {
        XCTFail("\(error)")
      }
    }
    do {
      _ = try ProofLog(disk, ProofLog.options(), expecting: ProofPromise(certain: next, possible: possible))
    } catch ProofFault.cannotOpen {
      told += 1
      do {
        _ = try ProofLog(disk, ProofLog.options(), expecting: ProofPromise(certain: next, possible: possible))
      } catch {
        XCTFail("\(error)")
      }
    } catch {
      XCTFail("\(error)")
    }
    return told
  }

  /// A log that has failed takes nothing more.
  private func assertStopped(_ log: ProofLog) async {
    do {
      try await log.log.append(ProofRecord(0), until: .synced)
      XCTFail("appended")
    } catch {
      XCTAssertEqual((error as? ArchiveError)?.code, .stopped)
    }
  }
}

/// A number that is set while a call is made.
final class Count: @unchecked Sendable {
  private let mutex = NSLock()
  private var number = 0

  var value: Int {
    get { mutex.withLock { number } }
    set { mutex.withLock { number = newValue } }
  }
}
