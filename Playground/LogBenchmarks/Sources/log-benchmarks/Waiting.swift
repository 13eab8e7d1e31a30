import ArchiveLogs
import Foundation

/// How many events a second some tasks bring to the disk, each of which waits for every event of its own.
struct Waiting {
  let taskCount: Int
  let eventsPerTask: Int
  private(set) var rates: [Double] = []
  var best: Double { rates.max() ?? 0 }

  init(taskCount: Int, eventsPerTask: Int) {
    (self.taskCount, self.eventsPerTask) = (taskCount, eventsPerTask)
  }

  mutating func round(_ events: [Event], in parent: URL) async throws {
    let (taskCount, eventsPerTask) = (taskCount, eventsPerTask)
    let rate = try await withFolder(in: parent) { folder in
      let log = try ArchiveLog<Event>(in: folder, options: ArchiveLogOptions(durability: .synced))
      let time = try await seconds {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for task in 0..<taskCount {
            group.addTask {
              for number in 0..<eventsPerTask { try await log.append(events[task * eventsPerTask + number]) }
            }
          }
          try await group.waitForAll()
        }
      }
      try await log.close()
      let found = try LogContestant.events(in: folder).map(\.time)
      guard found.sorted() == events.prefix(taskCount * eventsPerTask).map(\.time) else {
        throw Failure("the log has lost events")
      }
      return Double(taskCount * eventsPerTask) / time
    }
    rates.append(rate)
  }
}

/// The nanoseconds of the processor that appending one buffered event takes, without the writing of batches.
func bufferedAppend(_ events: [Event], in parent: URL) async throws -> Double {
  try await withFolder(in: parent) { folder in
    var options = ArchiveLogOptions(durability: .buffered)
    (options.batchSize, options.maximumPending) = (events.count + 1, events.count + 1)
    options.maximumDelay = .seconds(1_000)
    let log = try ArchiveLog<Event>(in: folder, options: options)
    let time = try await processorSeconds { for event in events { try await log.append(event) } }
    try await log.close()
    guard try LogContestant.events(in: folder) == events else { throw Failure("the log has lost events") }
    return time / Double(events.count) * 1e9
  }
}
