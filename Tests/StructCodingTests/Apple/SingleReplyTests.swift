import ArchiveTestSupport
import Foundation
import XCTest

@testable import StructCoding

private struct Lost: Error {}

/// The value, the code of an error of the library, or the type of another error.
private func outcome(_ body: @Sendable () async throws -> Int) async -> String {
  do { return "\(try await body())" } catch let error as ArchiveError { return "\(error.code)" } catch {
    return "\(type(of: error))"
  }
}

/// The wait for the answer to one message, which calls over XPC are made of.
final class SingleReplyTests: XCTestCase {
  /// At once, or from another thread, and only the first counts.
  func testFirstAnswerCounts() async {
    var answer = await outcome { try await SingleReply.value { $0.finish(.success(1)) } }
    XCTAssertEqual(answer, "1")
    answer = await outcome {
      try await SingleReply.value { reply in
        reply.finish(.failure(Lost()))
        reply.finish(.success(1))
      }
    }
    XCTAssertEqual(answer, "Lost")
    for _ in 0..<200 {
      let value = try? await SingleReply<Int>.value { reply in
        for number in 1...4 { Thread.detachNewThread { reply.finish(.success(number)) } }
      }
      XCTAssertTrue((1...4).contains(value ?? 0))
    }
  }

  func testNoAnswer() async {
    var answer = await outcome { try await SingleReply.value { _ in } }
    XCTAssertEqual(answer, "unsupported", "nobody holds the reply")
    answer = await outcome {
      try await SingleReply.value { reply in
        Thread.detachNewThread {
          Thread.sleep(forTimeInterval: 0.01)
          withExtendedLifetime(reply) {}
        }
      }
    }
    XCTAssertEqual(answer, "unsupported", "let go later")
    answer = await outcome { try await SingleReply.value { _ in throw Lost() } }
    XCTAssertEqual(answer, "Lost")
  }

  /// The wait ends, though the answer never comes. A cancelled task sends nothing.
  func testCancellation() async {
    let (sent, sending) = AsyncStream.makeStream(of: SingleReply<Int>.self)
    let task = Task { await outcome { try await SingleReply.value { _ = sending.yield($0) } } }
    for await reply in sent {
      task.cancel()
      let answer = await task.value
      XCTAssertEqual(answer, "CancellationError")
      reply.finish(.success(1))
      break
    }
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await outcome { try await SingleReply.value { _ in XCTFail("sent") } }
    }
    let answer = await late.value
    XCTAssertEqual(answer, "CancellationError")
  }
}
