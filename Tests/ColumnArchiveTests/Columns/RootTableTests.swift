import ArchiveTestSupport
import Foundation
import StructCoding
import XCTest

@testable import ColumnArchives

/// The table of codecs, and the code of users that runs while one is made.
final class RootTableTests: XCTestCase {
  /// A type may wait, in the description of its column, for a thread that archives other types.
  func testADescriptionWaitsForAnotherThread() throws {
    let values = [Waiting(archiveForm: 1), Waiting(archiveForm: 2)]
    let data = try ColumnArchive.encode(values)
    XCTAssertEqual(Waiting.outcome.value, .success)
    XCTAssertEqual(try ColumnArchive.decode([Waiting].self, from: data), values)
    XCTAssertEqual(try ColumnArchive.decode([Int].self, from: data), [1, 2])
  }

  /// A codec that is made by several threads at once reads and writes the same.
  func testManyThreadsMakeACodec() throws {
    let archives = Locked<Set<Data>>([])
    DispatchQueue.concurrentPerform(iterations: 16) { _ in
      guard let data = try? ColumnArchive.encode([Many(number: 7, others: [Many(number: 8, others: [])])])
      else {
        return
      }
      archives.withLock { _ = $0.insert(data) }
    }
    let all = archives.withLock { $0 }
    XCTAssertEqual(all.count, 1)
    XCTAssertEqual(
      try all.map { try ColumnArchive.decode([Many].self, from: $0) }.first?.first?.others.count, 1)
  }
}

/// A type whose description waits until another thread has archived a type that was never used before.
private struct Waiting: ArchiveRepresentable, ColumnValue, Equatable {
  let number: Int
  init(archiveForm: Int) { number = archiveForm }
  var archiveForm: Int { number }

  static let outcome = Outcome()

  static var archiveColumn: ArchiveColumn {
    if outcome.value == nil {
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        _ = try? ColumnArchive.encode([Other(archiveForm: "new")])
        done.signal()
      }
      outcome.value = done.wait(timeout: .now() + 60)
    }
    return .stored(as: Int.self) { (value: Waiting) in
      value.number
    } decode: {
      Waiting(archiveForm: $0)
    }
  }
}

private struct Other: ArchiveRepresentable {
  let text: String
  init(archiveForm: String) { text = archiveForm }
  var archiveForm: String { text }
}

@Archivable
private struct Many: Equatable {
  var number: Int
  var others: [Many]
}

/// Set by the one thread that makes the codec.
private final class Outcome: @unchecked Sendable {
  var value: DispatchTimeoutResult?
}
