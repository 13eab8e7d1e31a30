import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

final class StructTests: XCTestCase {
  private let start = Date(timeIntervalSinceReferenceDate: 1000)

  func testSessions() throws {
    let event = Event(timeStamp: start, eventTag: "tap")
    try assertColumns(event)
    try assertColumns([event])
    try assertColumns([event, event] as [Event?])
    let session = Session(
      startTime: start, endTime: nil, events: [event, Event(timeStamp: .distantPast, eventTag: "")])
    try assertColumns(session)
    try assertColumns([session, Session(startTime: start, endTime: start, events: [])])
    try assertColumns(["a": session])
    try assertColumns([[session], [], [session, session]])
  }

  func testWithoutFields() throws {
    try assertColumns(Empty())
    for count in [0, 1, 2, 5000] { try assertColumns([Empty](repeating: Empty(), count: count)) }
    try assertColumns([[Empty(), Empty()], [], [Empty()]])
    try assertColumns([nil, Empty()])
    try assertColumns(Both(first: Empty(), second: [Empty()]))
    try assertColumns([0: Empty()])
  }

  func testPrivateFields() throws {
    try assertColumns(Account(secret: "hidden", balance: 10, owner: "me"))
    var random = SeededGenerator()
    try assertColumns((0..<30).map { _ in Account.arbitrary(&random) }, "seed \(random.seed)")
  }

  /// Observers do not run, wrappers take what they get, and what is not stored is made anew.
  func testPropertiesWithoutAnAddress() throws {
    var values = (0..<1100).map { Observed(plain: "\($0)", watched: $0, limited: $0 % 12) }
    values[3].watched = 5
    values[3].watched = 6
    try assertColumns(values[3])
    try assertColumns(values)
    var back = try decoded(values)
    XCTAssertEqual(back[3].changes, 2)
    XCTAssertEqual(back[3].version, 3)
    XCTAssertEqual(back[11].limited, 10)
    XCTAssertEqual(back[3].text, "3 6")
  }

  func testGenerics() throws {
    try assertColumns(Box(content: 1))
    try assertColumns(Box(content: Box(content: ["a"])))
    try assertColumns([Both(first: 1, second: "a"), Both(first: 2, second: "b")])
    try assertColumns([Both(first: Box(content: Shape.empty), second: 0.5 as Double?)])
    let data = try ColumnArchive.encode(Box(content: 1))
    assertThrows(.classMismatch, at: "the root", saying: "Box_Int_Coding", "Box_Array_String_Coding") {
      try ColumnArchive.decode(Box<[String]>.self, from: data)
    }
  }

  func testRecursive() throws {
    try assertColumns(
      Node(name: "root", children: [Node(name: "a"), Node(name: "b", children: [Node(name: "c")])]))
    try assertColumns([Node(), Node(name: "x", children: [Node()])])
    let friend = Person(name: "a", friends: nil, relatives: [:])
    try assertColumns(Person(name: "b", friends: [friend, friend], relatives: ["c": friend]))
    // The entry of the dictionary is met again inside of itself.
    try assertColumns(["f": Person(name: "g", friends: nil, relatives: ["c": friend])])
    try assertColumns([friend, Person(name: "d", friends: [], relatives: ["e": friend, "f": friend])])
    var random = SeededGenerator()
    for _ in 0..<20 {
      try assertColumns([Node].arbitrary(&random), "seed \(random.seed)")
      try assertColumns([Person].arbitrary(&random), "seed \(random.seed)")
    }
  }

  func testDeepValues() throws {
    var node = Node(name: "leaf")
    for level in 0..<120 { node = Node(name: "\(level)", children: [node, Node(name: "side")]) }
    XCTAssertEqual(try decoded(node), node)
    var sum = Expression.number(0)
    for level in 1...120 { sum = .sum(.number(Double(level)), .negated(sum)) }
    XCTAssertEqual(try decoded(sum), sum)
  }

  /// Types of every kind of memory, made at once by many threads that have not met them before.
  func testManyThreads() throws {
    struct Failure: Error {}
    let failures = Failures()
    DispatchQueue.concurrentPerform(iterations: 16) { number in
      do {
        let value = (0..<50).map { Both(first: [Triple(a: $0, b: "\($0)", c: [$0])], second: Int8(number)) }
        if try decoded(value) != value { throw Failure() }
        if try decoded(["a": value]) != ["a": value] { throw Failure() }
      } catch {
        failures.add("\(error)")
      }
    }
    XCTAssertEqual(failures.all, [])
  }
}

/// A type that no other test uses.
@Archivable(className: "Column_Triple")
struct Triple: Hashable {
  var a: Int
  var b: String
  var c: [Int]
}

/// What threads report.
final class Failures: @unchecked Sendable {
  // Sendable: only used under the lock.
  private let lock = NSLock()
  private var texts: [String] = []
  func add(_ text: String) { lock.withLock { texts.append(text) } }
  var all: [String] { lock.withLock { texts } }
}
