import ArchiveBytes
import LiveValues
import Observation
import StructCoding
import XCTest

/// A live reference used by many threads.
final class LiveThreadTests: XCTestCase {
  struct Counters: Sendable, Equatable {
    var first = 0
    var second = 0
    var list: [Int] = []
    var sum: Int { first + second }
  }

  private let live = LiveValue(Counters())

  func testNoWriteIsLost() {
    let live = live
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 0..<500 {
        live.first += 1
        live.update {
          $0.second += 1
          $0.first += 1
        }
        if number % 50 == 0 { live.list.append(thread) }
        live.value.second += 1
      }
    }
    XCTAssertEqual(live.first, 8000)
    XCTAssertEqual(live.second, 8000)
    XCTAssertEqual(live.list.count, 80)
  }

  /// What is read is always the result of whole writes, and never goes back.
  func testReadersSeeWholeWrites() {
    let (live, broken) = (live, Log())
    DispatchQueue.concurrentPerform(iterations: 6) { thread in
      var last = 0
      for _ in 0..<1000 {
        if thread < 3 {
          live.update {
            $0.first += 1
            $0.second -= 1
          }
        }
        let value = live.value
        if value.sum != 0 { broken.add("half a write: \(value)") }
        if value.first < last { broken.add("back from \(last) to \(value.first)") }
        last = value.first
      }
      if live.sum != 0 { broken.add("sum") }
    }
    XCTAssertEqual(broken.lines, [])
    XCTAssertEqual(live.first, 3000)
  }

  /// Every change is told once, and the changes make a chain from the first value to the last.
  func testEveryChangeIsTold() {
    let live = live
    let changes = Locked<[Int: Int]>([:])
    let token = live.observe(\.first) { old, new in changes.withLock { $0[old] = new } }
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<300 { live.first += 1 }
    }
    XCTAssertEqual(changes.withLock { $0.count }, 2400)
    for number in 0..<2400 { XCTAssertEqual(changes.withLock { $0[number] }, number + 1) }
    withExtendedLifetime(token) {}
  }

  /// Observers come and go, write themselves, and wait for other threads that write, while all threads write.
  func testObserversThatWrite() {
    let (live, told) = (live, Log())
    let token = live.observe(\.first) { _, new in
      if new % 100 == 0 {
        live.second += 1
        // A lock held while observers are told would never be given back here.
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          live.list.append(new)
          done.signal()
        }
        if done.wait(timeout: .now() + 60) == .timedOut { told.add("another thread was kept waiting") }
      }
    }
    DispatchQueue.concurrentPerform(iterations: 6) { _ in
      for _ in 0..<200 {
        let passing = live.observe(\.sum) { _, _ in }
        withObservationTracking({ _ = live.first }, onChange: { _ = live.sum })
        live.first += 1
        passing.invalidate()
      }
    }
    XCTAssertEqual(told.lines, [])
    XCTAssertEqual(live.first, 1200)
    XCTAssertEqual(live.second, 12)
    XCTAssertEqual(live.list.sorted(), (1...12).map { $0 * 100 })
    withExtendedLifetime(token) {}
  }

  /// Those who are told of a change read again at once, while others write and read: none is forgotten.
  func testTrackingIsNotLost() {
    let (live, told) = (live, Locked(0))
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for _ in 0..<300 {
        if thread < 2 { live.first += 1 } else { _ = live.first }
        withObservationTracking({ _ = live.second }, onChange: { told.withLock { $0 += 1 } })
        if thread == 0 { live.second += 1 }
      }
    }
    told.withLock { $0 = 0 }
    for thread in 0..<4 {
      withObservationTracking({ _ = (live.first, live.second) }, onChange: { told.withLock { $0 += 1 } })
      if thread == 1 { live.first += 1 }
    }
    live.second += 1
    XCTAssertGreaterThanOrEqual(told.withLock { $0 }, 4)
  }

  func testTasks() async {
    let live = live
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask {
          for _ in 0..<40 {
            live.first += 1
            await Task.yield()
            live.update { $0.second += 1 }
          }
        }
      }
    }
    XCTAssertEqual(live.first, 2000)
    XCTAssertEqual(live.second, 2000)
  }

  /// An access that lasts across an `await` may end on another thread.
  func testAccessAcrossAwait() async {
    let live = live
    func increase(_ number: inout Int) async {
      for _ in 0..<20 { await Task.yield() }
      number += 1
    }
    await increase(&live.first)
    await increase(&live.first)
    live.first += 1
    XCTAssertEqual(live.first, 3)
  }

  @MainActor func testOnTheMainActor() {
    let live = LiveValue(Counters())
    let log = Log()
    let token = live.observe(\.sum) { _, new in
      MainActor.assumeIsolated { log.add("\(new)") }
    }
    live.first = 2
    XCTAssertEqual(log.lines, ["2"])
    withExtendedLifetime(token) {}
  }
}
