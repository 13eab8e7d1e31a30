import ArchiveDocuments
import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// Chains of instances that hold each other. Swift lets go of them from inside of each other, so a long one ends the stack;
/// no file may bring that about.
final class ReferenceDepthTests: XCTestCase {
  /// Chores that hold each other, the first one first, and all of them in an order of the root.
  private func plan(_ count: Int, _ make: ([Step]) -> [Step]) -> Plan {
    let steps = (0..<count).map { Step("\($0)") }
    for (first, second) in zip(steps, steps.dropFirst()) { first.steps = [second] }
    return Plan(steps: make(steps))
  }

  private func takeApart(_ plan: Plan) {
    var rest = plan.steps
    while let step = rest.popLast() {
      rest += step.steps
      step.steps = []
      step.next = nil
    }
  }

  private func archives(_ plan: Plan) throws -> [Data] {
    defer { takeApart(plan) }
    return [try KeyedArchive.encode(plan), try ColumnArchive.encode(plan)]
  }

  private func read(_ data: Data, _ limits: ArchiveLimits = ArchiveLimits()) throws -> Plan {
    data.first == 0xC3
      ? try ColumnArchive.decode(Plan.self, from: data, options: .init(limits: limits))
      : try KeyedArchive.decode(Plan.self, from: data, options: .init(limits: limits))
  }

  private func check(_ data: Data, stackSize: Int, file: StaticString = #filePath, line: UInt = #line) throws
  {
    // What is read is let go of on the same thread.
    do {
      let count = try onThread(stackSize: stackSize) { try self.read(data).steps.count }
      XCTFail("\(count) were read", file: file, line: line)
    } catch let error as ArchiveError {
      XCTAssertEqual(error.code, .limitExceeded, "\(error)", file: file, line: line)
      XCTAssert("\(error)".contains("maximumReferenceDepth"), "\(error)", file: file, line: line)
    }
    do {
      _ = try onThread(stackSize: stackSize) { () -> Int in
        let node = try data.first == 0xC3 ? ColumnArchive(data).node() : KeyedArchive(data).node()
        return try node.decode(Plan.self).steps.count
      }
      XCTFail("a node was read", file: file, line: line)
    } catch let error as ArchiveError {
      XCTAssertEqual(error.code, .limitExceeded, "\(error)", file: file, line: line)
    }
  }

  /// Longer than the stack of half a megabyte takes, or that of two, which the system may give instead.
  private let long = Thoroughness.isFull ? 20_000 : 6_000

  func testLongChains() throws {
    try concurrently(archives(plan(long) { [$0[0]] })) { try check($0, stackSize: 1 << 19) }
    // The system may give a thread the stack of one that has ended, of up to four times the size. What the stack takes
    // is worked out in one place for both formats, so one of them shows that it is more here, and not too much.
    let (count, stackSize) = Thoroughness.isFull ? (70_000, 8 << 20) : (17_000, 2 << 20)
    for data in Thoroughness.some(of: try archives(plan(count) { [$0[0]] }), oneIn: 2, first: 1) {
      try check(data, stackSize: stackSize)
    }
  }

  /// The last one is met first, so that each is found by the root, and none by the one before it.
  func testChainsThatAreMetFromTheirEnd() throws {
    try concurrently(archives(plan(long) { $0.reversed() })) { try check($0, stackSize: 1 << 19) }
  }

  /// As long as the stack takes: these are read, and let go of.
  func testShortChains() throws {
    for count in [10, 500] {
      for order in [false, true] {
        for data in try archives(plan(count, { order ? $0.reversed() : [$0[0]] })) {
          let found = try onThread(stackSize: 1 << 19) { try self.read(data).steps.count }
          XCTAssertEqual(found, order ? count : 1)
        }
      }
    }
  }

  /// Many instances are no chain; and references that do not hold are no links.
  func testWideGraphs() throws {
    let root = Step("root")
    let width = Thoroughness.isFull ? 50_000 : 8_000
    root.steps = (0..<width).map { Step("\($0)") }
    for (step, next) in zip(root.steps, root.steps.dropFirst()) {
      step.parent = next
      step.neighbour = root
    }
    let plan = Plan(steps: [root])
    for data in [try KeyedArchive.encode(plan), try ColumnArchive.encode(plan)] {
      let count = try onThread(stackSize: 1 << 19) {
        let steps = try self.read(data).steps[0].steps
        XCTAssert(steps[0].parent === steps[1])
        return steps.count
      }
      XCTAssertEqual(count, width)
    }
  }

  /// References that do not hold are no links, however long the chain is along which they lead.
  func testChainsThatDoNotHold() throws {
    let root = Step("root")
    root.steps = (0..<100).map { Step("\($0)") }
    for (step, next) in zip(root.steps, root.steps.dropFirst()) {
      (step.parent, step.neighbour) = (next, next)
    }
    let plan = Plan(steps: [root])
    for data in [try KeyedArchive.encode(plan), try ColumnArchive.encode(plan)] {
      let steps = try read(data, ArchiveLimits(maximumReferenceDepth: 3)).steps[0].steps
      XCTAssertEqual(steps.map(\.title), root.steps.map(\.title))
      XCTAssert(steps[98].parent === steps[99] && steps[98].neighbour === steps[99])
    }
  }

  func testLimits() throws {
    for data in try archives(plan(100) { [$0[0]] }) {
      XCTAssertEqual(try read(data, ArchiveLimits(maximumReferenceDepth: 100)).steps.count, 1)
      assertThrows(.limitExceeded, saying: "99 instances", "maximumReferenceDepth") {
        try read(data, ArchiveLimits(maximumReferenceDepth: 99))
      }
    }
    // With circles, which keep themselves: as far as the chain goes until it comes back.
    let steps = (0..<100).map { Step("\($0)") }
    for (index, step) in steps.enumerated() { step.steps = [steps[(index + 1) % 100]] }
    for data in try archives(Plan(steps: [steps[0]])) {
      assertThrows(.limitExceeded) { try read(data, ArchiveLimits(maximumReferenceDepth: 99)) }
      takeApart(try read(data, ArchiveLimits(maximumReferenceDepth: 100)))
    }
  }

  /// An archive that is found to be damaged when a long chain of it is made already.
  func testErrorsBehindLongChains() throws {
    let plan = plan(long) { [$0[0]] }
    var step = plan.steps[0]
    while let next = step.steps.first { step = next }
    step.title = "bad"
    for data in try archives(plan) {
      XCTAssertThrowsError(
        try onThread(stackSize: 1 << 19) {
          if data.first == 0xC3 {
            try ColumnArchive.decode(StrictPlan.self, from: data).steps.count
          } else {
            try KeyedArchive.decode(StrictPlan.self, from: data).steps.count
          }
        }
      ) { XCTAssertEqual(($0 as? ArchiveError)?.code, .custom, "\($0)") }
    }
  }
}

@Archivable(className: "Test_Plan")
private struct Plan { var steps: [Step] }

@ArchivableObject(className: "Test_Step")
private final class Step {
  var title: String
  var steps: [Step] = []
  var next: Step?
  weak var parent: Step?
  unowned var neighbour: Step?

  init(_ title: String) { self.title = title }
}

@Archivable(className: "Test_Plan")
private struct StrictPlan { var steps: [StrictStep] }

@ArchivableObject(className: "Test_Step")
private final class StrictStep: AwakesAfterDecoding {
  var title: String
  var steps: [StrictStep] = []

  init(_ title: String) { self.title = title }

  func awakeAfterDecoding() throws {
    struct Bad: Error {}
    if title == "bad" { throw Bad() }
  }
}
