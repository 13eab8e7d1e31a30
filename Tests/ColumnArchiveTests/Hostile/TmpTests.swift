import ArchiveTestSupport
import StructCoding
import XCTest
final class TmpTests: XCTestCase {
  private static func node(_ levels: Int) -> Node {
    (1..<levels).reduce(Node(name: "end")) { inner, _ in Node(name: "link", children: [inner]) }
  }
  private static func sum(_ levels: Int) -> Expression {
    (1..<levels).reduce(.number(0)) { inner, _ in .negated(inner) }
  }
  func testA() throws { assertThrows(.limitExceeded, saying: "512 levels") { try ColumnArchive.encode(Self.node(2000)) } }
  func testB() throws { assertThrows(.limitExceeded, saying: "512 levels") { try ColumnArchive.encode([Self.sum(2000)]) } }
  func testC() throws { 
    let limits = ArchiveLimits(maximumDepth: 1000)
    let deep = Self.node(700)
    let data = try ColumnArchive.encode(deep, options: .init(limits: limits))
    let back = try ColumnArchive.decode(Node.self, from: data, options: .init(limits: limits))
    XCTAssertTrue(back == deep)
    }
  func testD() throws { 
    let limits = ArchiveLimits(maximumDepth: 1000)
    let deep = Self.node(700)
    let data = try ColumnArchive.encode(deep, options: .init(limits: limits))
    assertThrows(.limitExceeded, saying: "512 levels") { try ColumnArchive.decode(Node.self, from: data) }
    }
  func testE() throws { 
    let limits = ArchiveLimits(maximumDepth: 1000)
    let deep = Self.node(700)
    let data = try ColumnArchive.encode(deep, options: .init(limits: limits))
    XCTAssertEqual(
      try ColumnArchive(data, options: .init(limits: limits)).values(of: String.self, at: "children.name"), ["link"])
    }
}
