import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Values that nest deeper than limits or stacks allow.
final class DepthTests: XCTestCase {
  private static func node(_ levels: Int) -> Node {
    (1..<levels).reduce(Node(name: "end")) { inner, _ in Node(name: "link", children: [inner]) }
  }

  private static func sum(_ levels: Int) -> Expression {
    (1..<levels).reduce(.number(0)) { inner, _ in .negated(inner) }
  }

  /// What is written can be read: both keep to the same limit.
  private func checkLimit<Value: ArchiveValue & Equatable>(
    _ make: (Int) -> Value, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let limits = ArchiveLimits(maximumDepth: 40)
    var refused: [Int] = []
    for levels in 20..<60 {
      let value = make(levels)
      let data: Data
      do {
        data = try ColumnArchive.encode(value, options: .init(limits: limits))
        XCTAssertEqual(data, try ColumnArchive.encode(value), file: file, line: line)
      } catch let error as ArchiveError {
        XCTAssertEqual(error.code, .limitExceeded, file: file, line: line)
        XCTAssert("\(error)".contains("40 levels"), "\(error)", file: file, line: line)
        refused.append(levels)
        let deeper = try ColumnArchive.encode(value)
        assertThrows(.limitExceeded, saying: "40 levels", "maximumDepth", file: file, line: line) {
          try ColumnArchive.decode(Value.self, from: deeper, options: .init(limits: limits))
        }
        continue
      }
      XCTAssertEqual(
        try ColumnArchive.decode(Value.self, from: data, options: .init(limits: limits)), value,
        "\(levels) levels",
        file: file, line: line)
    }
    XCTAssertEqual(refused, Array((refused.first ?? 0)..<60), file: file, line: line)
    XCTAssert(refused.count > 15, "\(refused)", file: file, line: line)
  }

  func testLimits() throws {
    try checkLimit { Self.node($0) }
    try checkLimit { [Self.node($0), Node()] }
    try checkLimit { Self.sum($0) }
    try checkLimit { levels in (1..<levels).reduce(Chain.link(0, next: nil)) { .link($1, next: $0) } }
    try checkLimit { levels in (1..<levels).reduce(Tree<Int>.leaf) { .node($0, $1, .leaf) } }
    try checkLimit { levels in
      (1..<levels).reduce(Person(name: "", friends: nil, relatives: [:])) {
        Person(name: "\($1)", friends: [$0], relatives: [:])
      }
    }
    try checkLimit { levels in (1..<levels).reduce(Remark(text: "")) { Remark(text: "\($1)", answers: [$0]) }
    }
    try checkLimit { InTree(value: Self.sum($0)) }
  }

  /// A node that is a field may nest as deep as values, and no deeper.
  func testNodesInTrees() throws {
    func tree(_ levels: Int) -> InTree<ArchiveNode> {
      InTree(value: (0..<levels).reduce(.integer(1)) { node, _ in .array([node]) })
    }
    let options = ColumnArchive.EncodingOptions(limits: ArchiveLimits(maximumDepth: 40))
    XCTAssertNoThrow(try ColumnArchive.encode(tree(30), options: options))
    for levels in [41, 60] {
      assertThrows(.limitExceeded, saying: "40 levels") {
        try ColumnArchive.encode(tree(levels), options: options)
      }
      XCTAssertNoThrow(try ColumnArchive.encode(tree(levels)))
    }
  }

  func testTheUsualLimit() throws {
    assertThrows(.limitExceeded, saying: "512 levels") { try ColumnArchive.encode(Self.node(2000)) }
    assertThrows(.limitExceeded, saying: "512 levels") { try ColumnArchive.encode([Self.sum(2000)]) }
    let limits = ArchiveLimits(maximumDepth: 1000)
    let deep = Self.node(700)
    // Sanitizers need more stack than the main thread has.
    let (data, back) = try onThread(stackSize: 64 << 20) {
      let data = try ColumnArchive.encode(deep, options: .init(limits: limits))
      return (data, try ColumnArchive.decode(Node.self, from: data, options: .init(limits: limits)))
    }
    XCTAssertEqual(back, deep)
    assertThrows(.limitExceeded, saying: "512 levels") { try ColumnArchive.decode(Node.self, from: data) }
    // Only the columns on the way are opened.
    XCTAssertEqual(
      try ColumnArchive(data).values(of: String.self, at: "children.name"), deep.children.map(\.name))
    assertThrows(.limitExceeded) {
      try ColumnArchive(ArchiveParts.resealed(data)).values(of: String.self, at: "children.name")
    }
  }

  /// Errors of deep places name both ends of the way there.
  func testPaths() throws {
    let deep = try ColumnArchive.encode([Self.node(5)])
    assertThrows(.typeMismatch, at: "name") { try ColumnArchive.decode([Other].self, from: deep) }
    let late = try ColumnArchive.encode([OtherEnd.link([.link([.link([.number(300)]), .number(1)])])])
    assertThrows(.invalidValue, at: "[0]._0[0]._0[0]._0[0]._0", saying: "300") {
      try ColumnArchive.decode([SmallEnd].self, from: late)
    }
  }

  // MARK: Stacks

  private func check<Value: ArchiveValue & Equatable>(
    _ value: Value, stackSizes: [Int] = [256 << 10, 512 << 10, 1 << 20], file: StaticString = #filePath,
    line: UInt = #line
  ) throws {
    let data = try onThread(stackSize: 64 << 20) { try ColumnArchive.encode(value) }
    let whole = try onThread(stackSize: 64 << 20) {
      try ColumnArchive.decode(Value.self, from: data) == value
    }
    XCTAssert(whole, file: file, line: line)
    for size in stackSizes {
      func check(_ body: @escaping () throws -> Void) {
        do {
          try onThread(stackSize: size, body)
        } catch {
          XCTAssertEqual((error as? ArchiveError)?.code, .limitExceeded, "\(error)", file: file, line: line)
          XCTAssert("\(error)".contains("stack"), "\(error)", file: file, line: line)
        }
      }
      check { _ = try ColumnArchive.encode(value) }
      check { _ = try ColumnArchive.decode(Value.self, from: data) }
      check { _ = try ColumnArchive(data).values(of: Value.self, at: "") }
    }
  }

  /// An error or the value, where a crash would be. Values themselves are deep enough to need some stack.
  func testSmallStacks() throws {
    try check(Self.node(250))
    try check(Self.sum(250))
    try check((1..<250).reduce(Remark(text: "")) { Remark(text: "\($1)", answers: [$0]) })
    try check((1..<250).reduce(Tree<Int>.leaf) { .node($0, $1, .leaf) })
  }

  /// Few levels on stacks that hold fewer.
  func testFewLevelsOnSmallStacks() throws {
    for levels in 2..<24 {
      for size in [128 << 10, 256 << 10, 512 << 10] {
        try check(Self.node(levels), stackSizes: [size])
        try check(Self.sum(levels), stackSizes: [size])
        try check(
          (1..<levels).reduce(Remark(text: "")) { Remark(text: "\($1)", answers: [$0]) }, stackSizes: [size])
        try check((1..<levels).reduce(Tree<Int>.leaf) { .node($0, $1, .leaf) }, stackSizes: [size])
      }
    }
    // A value as most are is read on any of them.
    let data = try ColumnArchive.encode([Self.node(2)])
    for size in [384 << 10, 512 << 10] {
      XCTAssertEqual(
        try onThread(stackSize: size) { try ColumnArchive.decode([Node].self, from: data) }, [Self.node(2)])
    }
  }

  /// A thousand records in one another, by the schema alone.
  func testDeepSchemasOnSmallStacks() throws {
    // Heads of records, optionals and enumerations, and the columns of one row of each.
    let kinds: [(head: [UInt8], columns: [UInt8])] = [
      ([14, 1] + Format.name("x"), []), ([10], [1]),
      ([16, 1] + Format.name("a") + [1] + Format.name("x"), [0, 0, 1]),
    ]
    for count in [100, 400, 5000] {
      for kind in kinds {
        let schema = (0..<count).flatMap { _ in kind.head } + Format.signed
        let columns = (0..<count).flatMap { _ in kind.columns }
        let data = ArchiveParts(elements: schema, count: 1, columns + [0, 0]).data
        let limits = ArchiveLimits(maximumDepth: 100_000)
        for size in [192 << 10, 512 << 10] {
          assertDecodesOrThrows("\(count) levels, \(size) bytes of stack") {
            try onThread(stackSize: size) {
              try ColumnArchive.decode([Int].self, from: data, options: .init(limits: limits))
            }
          }
        }
      }
    }
  }
}

@Archivable(className: "Column_Other", formerly: ["Test_Node"])
private struct Other { var name: Int }

@Archivable(className: "Column_OtherEnd")
private indirect enum OtherEnd {
  case number(Int)
  case link([OtherEnd])
}
@Archivable(className: "Column_SmallEnd", formerly: ["Column_OtherEnd"])
private indirect enum SmallEnd {
  case number(UInt8)
  case link([SmallEnd])
}
