import ArgumentParser
import Foundation
import StructCoding

/// The limits on reading.
struct LimitOptions: ParsableArguments {
  @Flag(
    name: .long,
    help: ArgumentHelp(
      "Read archives that expand to far more than their size.",
      discussion:
        "By default, the expanded size of an archive is limited, so a small hostile file cannot use up all memory."
    ))
  var trusted = false

  @Option(help: "The number of levels that values may nest.")
  var maxDepth = ArchiveLimits().maximumDepth

  var limits: ArchiveLimits {
    ArchiveLimits(maximumDepth: maxDepth, maximumDecodedSize: trusted ? .max : nil)
  }

  /// The options for opening a keyed archive, by whatever program.
  var keyed: KeyedArchive.DecodingOptions { .init(archivers: nil, limits: limits) }

  func validate() throws {
    guard (1...Self.deepest).contains(maxDepth) else {
      throw ValidationError("--max-depth takes a number from 1 to \(grouped(Self.deepest)), not \(maxDepth).")
    }
  }

  private static let deepest = 20_000

  /// Runs `body` with a stack that holds values as deep as the options allow.
  func withStack<Result>(_ body: @escaping () throws -> Result) throws -> Result {
    guard maxDepth > ArchiveLimits().maximumDepth else { return try body() }
    let work = DeepWork(body)
    let thread = Thread { work.run() }
    // Pages of the stack that are not used take no memory.
    thread.stackSize = (64 << 20) + maxDepth * Self.levelSize
    thread.start()
    return try work.result()
  }

  /// More stack than any command needs for a level, in debug builds as well.
  private static let levelSize = 32 << 10
}

/// Work that another thread does while this one waits.
private final class DeepWork<Result>: @unchecked Sendable {
  private let isDone = DispatchSemaphore(value: 0)
  private let body: () throws -> Result
  private var outcome: Swift.Result<Result, any Error>?

  init(_ body: @escaping () throws -> Result) { self.body = body }

  func run() {
    outcome = Swift.Result { try body() }
    isDone.signal()
  }

  func result() throws -> Result {
    isDone.wait()
    guard let outcome else { preconditionFailure("work that is done has an outcome") }
    return try outcome.get()
  }
}

/// Whether progress is shown.
struct ProgressOptions: ParsableArguments {
  @Flag(
    name: .long,
    help: "Report the progress of long work on the standard error, even if it is not a terminal.")
  var progress = false

  var shown: Progress { Progress(isWanted: progress) }
}
