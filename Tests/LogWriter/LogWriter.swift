import ArchiveLogs
import Foundation

/// Appends to a log until it is killed: `log-writer FOLDER SEED NEXT…`, with the next number of each task.
///
/// Each time elements are acknowledged, it prints a line with the task and its next number. The lines are written by
/// one call each, and so are there when the program is killed.
@main
struct LogWriter {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let folder = arguments.first, let seed = arguments.dropFirst().first.flatMap({ UInt64($0) }) else {
      fatalError("usage: log-writer FOLDER SEED NEXT…")
    }
    var options = ArchiveLogOptions()
    (options.batchSize, options.maximumPending, options.segmentSize) = (64, 256, 20_000)
    options.maximumDelay = .milliseconds(2)
    let log = try ArchiveLog<Step>(in: URL(fileURLWithPath: folder), options: options)
    FileHandle.standardOutput.write(Data("opened\n".utf8))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (task, next) in arguments.dropFirst(2).enumerated() {
        var appender = Appender(log: log, task: task, next: Int(next) ?? 0, random: seed &+ UInt64(task))
        group.addTask { try await appender.run() }
      }
      try await group.waitForAll()
    }
  }
}

/// One task, which appends in all the ways there are.
private struct Appender {
  let log: ArchiveLog<Step>
  let task: Int
  var next: Int
  var random: UInt64

  private mutating func below(_ limit: UInt64) -> Int {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((random >> 33) % limit)
  }

  mutating func run() async throws {
    while true {
      let durability = below(2) == 0 ? ArchiveLogDurability.written : .synced
      switch below(12) {
      case 0...6:
        try await log.append(Step(task: task, number: next), until: durability)
        next += 1
      case 7...9:
        try await append(1 + below(5), until: durability)
      case 10:
        // More than a page of the system's memory, so that the program can be killed in the middle of a write.
        try await append(400, until: durability)
      default:
        for _ in 0..<1 + below(20) {
          try await log.append(Step(task: task, number: next), until: .buffered)
          next += 1
        }
        try await log.flush(until: durability)
      }
      FileHandle.standardOutput.write(Data("\(task) \(next)\n".utf8))
    }
  }

  private mutating func append(_ count: Int, until durability: ArchiveLogDurability) async throws {
    let (task, first) = (task, next)
    try await log.append(
      contentsOf: (first..<first + count).map { Step(task: task, number: $0) }, until: durability)
    next += count
  }
}
