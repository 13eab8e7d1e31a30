import ArchiveTestSupport
import StructCoding
import XCTest

/// What a thread leaves behind. It is read after the thread has ended.
private final class ThreadResult<Value>: @unchecked Sendable {
  var result: Value?
}

/// Nesting that the depth limit allows and the stack of a thread may not.
final class SmallStackTests: XCTestCase {
  /// Runs `body` on a thread with a stack of so many bytes.
  private func run<Result: Sendable>(stackSize: Int, _ body: @escaping @Sendable () -> Result) -> Result? {
    let (box, done) = (ThreadResult<Result>(), DispatchSemaphore(value: 0))
    let thread = Thread {
      box.result = body()
      done.signal()
    }
    thread.stackSize = stackSize
    thread.start()
    done.wait()
    return box.result
  }

  private static func chain(_ length: Int) -> Node {
    (0..<length).reduce(Node(name: "end", children: [])) { inner, _ in Node(name: "link", children: [inner]) }
  }

  /// A thread of half a megabyte, as on Apple platforms: an error or the value, where a crash would be.
  func testDeepValuesOnSmallStacks() throws {
    let deep = Self.chain(254)
    let data = try XCTUnwrap(run(stackSize: 16 << 20) { Result { try KeyedArchive.encode(deep) } }).get()
    XCTAssertEqual(run(stackSize: 16 << 20) { try? KeyedArchive.decode(Node.self, from: data) }, deep)
    for size in [192 << 10, 256 << 10, 512 << 10, 1 << 20] {
      let read = run(stackSize: size) { Result { try KeyedArchive.decode(Node.self, from: data) } }
      check(try XCTUnwrap(read), is: deep)
      let written = run(stackSize: size) { Result { try KeyedArchive.encode(deep) } }
      check(try XCTUnwrap(written), is: data)
    }
  }

  private func check<Value: Equatable>(_ result: Result<Value, any Error>, is expected: Value) {
    switch result {
    case .success(let value): XCTAssertEqual(value, expected)
    case .failure(let error):
      XCTAssertEqual((error as? ArchiveError)?.code, .limitExceeded)
      XCTAssert("\(error)".contains("stack"), "\(error)")
    }
  }

  /// What is not deep needs no large stack.
  func testShallowValuesOnTheSmallestStack() throws {
    let shallow = Self.chain(5)
    let data = try KeyedArchive.encode(shallow)
    XCTAssertEqual(run(stackSize: 192 << 10) { try? KeyedArchive.decode(Node.self, from: data) }, shallow)
  }

  /// A value that is too deep leaves the reader as it was, for whoever tries another type.
  func testRefusedDepthDoesNotAddUp() throws {
    let archive = try KeyedArchive.encode([Self.chain(3), Self.chain(1)])
    let limits = ArchiveLimits(maximumDepth: 5)
    let read = try KeyedArchive.decode([Shallow].self, from: archive, options: .init(limits: limits))
    XCTAssertEqual(read, [Shallow(node: nil), Shallow(node: Self.chain(1))])
    let many = try KeyedArchive.encode(Array(repeating: Self.chain(3), count: 20) + [Self.chain(1)])
    let last = try KeyedArchive.decode([Shallow].self, from: many, options: .init(limits: limits)).last
    XCTAssertEqual(last, Shallow(node: Self.chain(1)))
  }
}

/// A node, or nothing where it is too deep.
private struct Shallow: ArchiveValue, Equatable {
  var node: Node?

  func encodeValue(to encoder: inout some KeyedEncoder) throws { try node.encodeValue(to: &encoder) }

  static func decodeValue(from decoder: inout some KeyedDecoder) throws -> Shallow {
    Shallow(node: try? Node.decodeValue(from: &decoder))
  }
}
