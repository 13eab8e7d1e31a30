import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Small archives, with each byte changed to others, in a thorough run to every other one, and cut at each place.
final class FlippedByteTests: XCTestCase {
  private let date = Date(timeIntervalSinceReferenceDate: 1)

  private func flipEveryByte(of target: HostileTarget, file: StaticString = #filePath, line: UInt = #line) {
    let (data, work) = (target.data, WorkGuard())
    XCTAssertLessThan(data.count, 700, "\(target.name) is not small", file: file, line: line)
    XCTAssertGreaterThan(target.read(data) { "as it is" }, 0, file: file, line: line)
    var (values, errors) = (0, 0)
    for position in data.indices {
      var changed = data
      for byte in Thoroughness.some(of: 0...255 as ClosedRange<UInt8>, oneIn: 79, first: position)
      where byte != data[position] {
        changed[position] = byte
        let count = target.read(changed) { "\(target.name), byte \(position) set to \(byte)" }
        values += count
        if count == 0 { errors += 1 }
      }
    }
    // Some changes make another value, most an error; neither is all there is.
    XCTAssertGreaterThan(values, 0, target.name, file: file, line: line)
    XCTAssertGreaterThan(
      errors, Thoroughness.isFull ? data.count : data.count / 2, target.name, file: file, line: line)
    for length in Thoroughness.some(of: data.indices, oneIn: 3) {
      _ = target.read(data.prefix(length)) { "\(target.name), cut to \(length)" }
    }
    work.assertAtMost(archives: 3_000, target.name, file: file, line: line)
  }

  private var events: [Event] {
    [
      Event(timeStamp: date, eventTag: "tap é"),
      Event(timeStamp: .distantPast, eventTag: "a longer tag, by far"),
    ]
  }

  func testSessions() throws {
    let session = Session(startTime: date, endTime: nil, events: events)
    flipEveryByte(of: try HostileTarget(session, as: OtherSession.self, at: "events.eventTag"))
    let other = Session(startTime: date, endTime: date, events: [])
    flipEveryByte(
      of: try HostileTarget(
        elements: [session, other], as: OtherSession.self, at: "events.eventTag", batchCount: 1))
  }

  func testNumbers() throws {
    flipEveryByte(of: try HostileTarget(elements: [1, 300, -5, 70_000], as: Int8.self, at: ""))
    flipEveryByte(of: try HostileTarget(elements: [true, false, true, nil], as: Float?.self))
    flipEveryByte(of: try HostileTarget(elements: [0.5, 1, 2], as: Int.self))
    flipEveryByte(of: try HostileTarget(300, as: UInt8.self))
    flipEveryByte(of: try HostileTarget(UInt64.max as UInt64???, as: Double.self))
  }

  func testStrings() throws {
    flipEveryByte(
      of: try HostileTarget(elements: ["", "a", "é", "sixteen bytes and"], as: Character.self, at: ""))
    let repeated = (0..<20).map { ["tag", "é", "a tag that is long"][$0 % 3] }
    flipEveryByte(of: try HostileTarget(elements: repeated, as: String?.self, at: ""))
    flipEveryByte(of: try HostileTarget(elements: [Data([1, 2]), Data(), Data([3])], as: Data?.self))
  }

  func testRawRecords() throws {
    let vertices = [Vertex(x: 1, y: 2, z: 3), Vertex(x: 0, y: 0, z: 300)]
    flipEveryByte(of: try HostileTarget(elements: vertices, as: OtherPoint.self, at: "x"))
    let color = Color(red: 1, green: 2, blue: 3, alpha: 4)
    flipEveryByte(
      of: try HostileTarget([nil, color, nil, color] as [Color?]?, as: [OtherPoint?].self, at: "red"))
    flipEveryByte(of: try HostileTarget(color, as: OtherPoint.self, at: "red"))
  }

  func testEnumerations() throws {
    let shapes: [Shape] = [
      .empty, .circle(radius: 1), .polygon([Point(x: 1, y: 2)]), .label("x", at: nil),
      .label("y", at: Point(x: 300, y: 2)),
    ]
    flipEveryByte(of: try HostileTarget(elements: shapes, as: OtherShape.self, at: "radius"))
    flipEveryByte(of: try HostileTarget(elements: shapes.prefix(3) + [], as: OtherDirection.self))
    flipEveryByte(of: try HostileTarget(elements: Direction.allCases, as: OtherDirection.self))
  }

  func testRecursiveValues() throws {
    let sum = Expression.sum(.number(1), .negated(.number(2)))
    flipEveryByte(of: try HostileTarget(sum, as: OtherExpression.self))
    let node = Node(name: "a", children: [Node(name: "b"), Node(name: "c", children: [Node(name: "d")])])
    flipEveryByte(
      of: try HostileTarget(node, as: OtherNode.self, at: "children.name", "children.children.name"))
    let person = Person(
      name: "p", friends: nil, relatives: ["q": Person(name: "q", friends: [], relatives: [:])])
    flipEveryByte(of: try HostileTarget(elements: [person], as: OtherNode.self, at: "relatives.key"))
  }

  func testCollections() throws {
    flipEveryByte(of: try HostileTarget(["a": [1, 2], "b": []], as: [String: Set<Int8>].self, at: "key"))
    flipEveryByte(of: try HostileTarget(elements: [Set(["x", "y"]), []], as: [Character].self, at: ""))
    flipEveryByte(of: try HostileTarget([0..<5, 2..<9] as [Range<Int>]?, as: [ClosedRange<UInt8>]?.self))
    flipEveryByte(of: try HostileTarget([[[1, 2], []], [[3]]], as: [[[Bool?]]].self))
  }

  func testTrees() throws {
    let remark = Remark(text: "why", stars: 2, shapes: ["a": .circle(radius: 1)], answers: [Remark(text: "")])
    flipEveryByte(of: try HostileTarget(elements: [remark], as: Signal.self, at: ""))
    flipEveryByte(
      of: try HostileTarget(elements: [Celsius(degrees: 1), Celsius(degrees: 2)], as: Celsius?.self))
    flipEveryByte(of: try HostileTarget(URL(string: "https://example.com")!, as: URL?.self))
  }

  func testMadeByInitializers() throws {
    let values = [Observed(plain: "a", watched: 1, limited: 2), Observed(plain: "b", watched: 3, limited: 4)]
    flipEveryByte(of: try HostileTarget(elements: values, as: Observed?.self, at: "plain"))
    flipEveryByte(
      of: try HostileTarget(elements: [Kelvin(degrees: 1), Kelvin(degrees: 2)], as: Kelvin?.self))
  }
}
