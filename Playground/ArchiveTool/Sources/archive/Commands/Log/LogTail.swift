import ArchiveDocuments
import ArchiveLogs
import ArgumentParser
import Foundation
import StructCoding

/// `archive log tail`: prints the last elements of a log, and those that are appended.
struct LogTail: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tail",
    abstract: "Prints the last elements of a log as lines of JSON.",
    discussion: """
      Prints one line for each element, as archive convert writes JSON: with keywords such as $class and $date for what \
      JSON cannot represent. -f goes on with what is appended, until it is interrupted. Damage is reported, and passed \
      over; the exit code is then 1.

      Examples:
        archive log tail /var/log/sessions
        archive log tail -n 1000 /var/log/sessions | jq .user
        archive log tail -f -n 0 /var/log/sessions
      """)

  @Argument(help: "The folder.", completion: .directory)
  var folder: String

  @Option(name: .customShort("n"), help: ArgumentHelp("The number of elements.", valueName: "count"))
  var count = 10

  @Flag(name: [.customShort("f"), .long], help: "Go on with elements that are appended.")
  var follow = false

  @OptionGroup var limits: LimitOptions

  func validate() throws {
    guard (0...1_000_000_000).contains(count) else {
      throw ValidationError("-n takes a number from 0 to 1,000,000,000, not \(count).")
    }
  }

  func run() throws {
    let input = try LogInput(folder, limits.limits)
    let last = try input.reading { try input.folder.segments.last }
    let end = last.map { $0.first + $0.count } ?? 0
    let first = max(end - count, 0)
    let damage = DamageReports()
    if follow {
      try Outcome.waiting {
        for try await batch in input.folder.following(from: first, onDamage: damage.report) {
          try input.reading { try write(batch) }
        }
      }
    } else {
      try input.reading {
        try input.folder.forEachBatch(from: first, onDamage: damage.report) { try write($0) }
      }
    }
    if damage.count > 0 { throw ExitCode(Failure.unreadable) }
  }

  private func write(_ batch: ArchiveLogFolder.Batch) throws {
    var text = Data()
    for element in try batch.archive.node().elementNodes[batch.positions] {
      text += try element.jsonData(isPretty: false, limits: limits.limits)
      if text.last != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
    }
    try FileHandle.standardOutput.write(contentsOf: text)
  }
}

extension ArchiveNode {
  /// The elements of a sequence; each has the objects that it refers to.
  fileprivate var elementNodes: [ArchiveNode] {
    switch self {
    case .array(let elements): elements
    case .graph(let graph):
      if case .array(let elements) = graph.root {
        elements.map { .graph(ArchiveGraph(root: $0, objects: graph.objects)) }
      } else {
        [self]
      }
    default: [self]
    }
  }
}

/// Reports damage, and counts it.
private final class DamageReports: @unchecked Sendable {
  private let lock = NSLock()
  private var reports = 0

  var count: Int { lock.withLock { reports } }

  func report(_ damage: ArchiveLogDamage) {
    lock.withLock { reports += 1 }
    Terminal.report(damage.line)
  }
}

/// What came out of work in a task.
private final class Outcome: @unchecked Sendable {
  private let isDone = DispatchSemaphore(value: 0)
  private var error: (any Error)?

  /// Runs `body` in a task, and waits for its end.
  static func waiting(_ body: @escaping @Sendable () async throws -> Void) throws {
    let outcome = Outcome()
    Task {
      do {
        try await body()
      } catch {
        outcome.error = error
      }
      outcome.isDone.signal()
    }
    outcome.isDone.wait()
    if let error = outcome.error { throw error }
  }
}
