import ArchiveDocuments
import ArchiveTestSupport
import FastCoding
import StructCoding
import XCTest

@Archivable
struct FastWaypoint: Equatable {
  var title: String
  var place: CGPoint
  var passed: Date?
  var tags: Set<String>
  var link: URL?
}

@Archivable(formerly: ["OldFastRoute"])
struct FastRoute: Equatable {
  var waypoints: [FastWaypoint]
  var names: [String: Int]
  var kind: FastKind
  var price: Decimal
  var marks: [Bool?]
  var parts: [Float]
}

@Archivable
enum FastKind: Equatable {
  case plain
  case rated(stars: Int, by: String)
}

@ArchivableObject
final class FastFolder {
  var name: String
  var children: [FastFolder] = []
  weak var parent: FastFolder?
  var twin: FastFolder?

  init(name: String) { self.name = name }
}

/// Values in FastCoding files.
final class FastCodingValueTests: XCTestCase {
  private let route = FastRoute(
    waypoints: [
      FastWaypoint(
        title: "é", place: CGPoint(x: 1, y: -2.5), passed: Date(timeIntervalSinceReferenceDate: 0.5),
        tags: ["b", "a", "c"], link: URL(string: "http://example.com/x")),
      FastWaypoint(title: "", place: .zero, passed: nil, tags: [], link: nil),
    ],
    names: ["z": 1, "y": -70_000, "x": 1 << 40], kind: .rated(stars: 5, by: "me"),
    price: Decimal(string: "12.50") ?? 0, marks: [true, nil, false], parts: [1.5, .infinity])

  func testRoundTrip() throws {
    for form: FastCodingForm in [.coded, .properties] {
      let data = try FastCodingArchive.encode(route, options: .init(objects: form))
      XCTAssertEqual(try FastCodingArchive.decode(FastRoute.self, from: data), route)
      XCTAssertEqual(try FastCodingArchive.decode(FastRoute.self, from: embedded(data)), route)
      XCTAssertEqual(try FastCodingArchive.encode(route, options: .init(objects: form)), data)
      // As a node, and written again.
      let node = try FastCodingArchive.everything(in: data)
      XCTAssertEqual(node["waypoints"]?[0]?.fields?.className, FastWaypoint.archiveSchema.className)
      XCTAssertEqual(try FastCodingArchive.encode(node), data)
      XCTAssertEqual(try node.decode(FastRoute.self), route)
      for length in 0..<data.count {
        assertThrowsLocated("\(length) bytes") { try FastCodingArchive.everything(in: data.prefix(length)) }
      }
    }
    XCTAssertEqual(
      try FastCodingArchive.decode(FastKind.self, from: FastCodingArchive.encode(FastKind.plain)), .plain)
    XCTAssertEqual(
      try FastCodingArchive.decode([Int?].self, from: FastCodingArchive.encode([1, nil])), [1, nil])
  }

  /// Instances keep their identity, and those that lead back to themselves are written by their properties.
  func testInstances() throws {
    let top = FastFolder(name: "top")
    let (first, second) = (FastFolder(name: "1"), FastFolder(name: "2"))
    top.children = [first, second, first]
    first.parent = top
    second.parent = top
    first.twin = second
    for objects: FastCodingForm? in [nil, .properties] {
      let data = try FastCodingArchive.encode([top, second], options: .init(objects: objects))
      let back = try FastCodingArchive.decode([FastFolder].self, from: data)
      XCTAssertEqual(back.map(\.name), ["top", "2"])
      let children = back[0].children
      XCTAssertEqual(children.map(\.name), ["1", "2", "1"])
      XCTAssertTrue(children[0] === children[2] && children[1] === back[1])
      XCTAssertTrue(children[0].twin === children[1])
      XCTAssertTrue(children[0].parent === back[0] && children[1].parent === back[0])
      let node = try FastCodingArchive.everything(in: data)
      XCTAssertEqual(try FastCodingArchive.encode(node), data)
    }
    assertThrows(.cycle) { try FastCodingArchive.encode(top, options: .init(objects: .coded)) }
    let data = try FastCodingArchive.encode(top)
    XCTAssertNoThrow(
      try FastCodingArchive.decode(
        FastFolder.self, from: data, options: .init(classes: .types(FastFolder.self))))
  }

  func testAllowedClasses() throws {
    let data = try FastCodingArchive.encode(route)
    func read(_ classes: AllowedClasses) throws -> ArchiveNode {
      try FastCodingArchive(data, options: .init(classes: classes)).node()
    }
    assertThrows(.classMismatch, saying: "property list", "DecodingOptions(classes:)", "byte 20") {
      try FastCodingArchive(data).node()
    }
    let names = [FastRoute.archiveSchema, FastWaypoint.archiveSchema, FastKind.archiveSchema].map(\.className)
    assertThrows(.classMismatch, saying: "one of class \(names[0])", "“\(names[0])s” is allowed") {
      try read(.named([names[0] + "s"]))
    }
    assertThrows(.classMismatch, saying: "one of class \(names[1])") { try read(.types(FastRoute.self)) }
    XCTAssertNoThrow(try read(.types(FastRoute.self, FastWaypoint.self, FastKind.self)))
    XCTAssertNoThrow(try read(.named(names)))
    XCTAssertNoThrow(try read(.all))
    assertThrows(.classMismatch, saying: names[0]) { try read(.named([])) }
    let url = try FastCodingArchive.encode(XCTUnwrap(URL(string: "a")))
    XCTAssertNoThrow(try FastCodingArchive(url, options: .init(classes: .named([]))).node())
    assertThrows(.classMismatch, at: "NS.base", saying: "nil") { try FastCodingArchive(url).node() }

    let old = try FastCodingArchive.encode(
      .record(ArchiveNode.Fields(className: "OldFastRoute", [:])), options: .init(objects: .properties))
    XCTAssertNoThrow(try FastCodingArchive(old, options: .init(classes: .types(FastRoute.self))).node())
    assertThrows(.classMismatch) {
      try FastCodingArchive(old, options: .init(classes: .types(FastKind.self))).node()
    }
  }

  /// The type that is asked for decides, never the class in the file.
  func testTypeDecides() throws {
    let data = try FastCodingArchive.encode(route.waypoints[0])
    assertThrows(.classMismatch, saying: "FastRoute", "FastWaypoint") {
      try FastCodingArchive.decode(FastRoute.self, from: data)
    }
    assertThrows(.typeMismatch) { try FastCodingArchive.decode(String.self, from: data) }
    assertThrows(.typeMismatch, at: "[0]") {
      try FastCodingArchive.decode([Int].self, from: FastCodingArchive.encode(["1", "b"]))
    }
  }

  func testOtherVersions() throws {
    var data = try FastCodingArchive.encode(1)
    data[4] = 1
    assertThrows(.unsupported, saying: "FastCoding 1", "byte 4") { try FastCodingArchive(data) }
    data[4] = 4
    assertThrows(.unsupported, saying: "FastCoding 4") { try FastCodingArchive(data) }
    assertThrows(.malformed, saying: "TSAF") { try FastCodingArchive(Data("bplist00 and more".utf8)) }
    assertThrows(.truncated) { try FastCodingArchive(Data()) }
  }

  /// Random nodes survive, and what was written is written again byte by byte.
  func testArbitraryNodes() throws {
    var generator = SeededGenerator()
    for _ in 0..<300 {
      let objects = (0..<generator.below(4)).map { number -> ArchiveNode in
        // An object refers to those after it alone, so there is no cycle.
        let content = Self.node(&generator, depth: 2, references: number + 1..<4)
        return ArchiveNode.array([content])
      }
      let root = Self.node(&generator, depth: 3, references: 0..<objects.count)
      let padded = objects + Array(repeating: ArchiveNode.array([]), count: 4 - objects.count)
      let node = ArchiveNode.graph(ArchiveGraph(root: root, objects: padded))
      let data = try FastCodingArchive.encode(node)
      let back = try FastCodingArchive.everything(in: data)
      XCTAssertEqual(back.contentText, node.contentText, "\(Array(data))")
      XCTAssertEqual(try FastCodingArchive.encode(back), data)
    }
  }

  private static func node(
    _ generator: inout SeededGenerator, depth: Int, references: Range<Int>
  ) -> ArchiveNode {
    func children(_ generator: inout SeededGenerator) -> [ArchiveNode] {
      depth == 0
        ? []
        : (0..<generator.below(4)).map { _ in node(&generator, depth: depth - 1, references: references) }
    }
    let text = ["", "a", "b", "e\u{301}", "a longer text than most"][generator.below(5)]
    switch generator.below(16) {
    case 0: return .bool(generator.oneIn(2))
    case 1: return .integer(Int64(bitPattern: generator.next()) >> Int64(generator.below(64)))
    case 2: return .float(Float(generator.below(100)) / 8)
    case 3: return .double(Double(bitPattern: generator.next()))
    case 4: return .string(text)
    case 5:
      return .instance(
        ArchiveClass("NSMutableString", superclassNames: ["NSString", "NSObject"]), .string(text))
    case 6: return .data(Data(text.utf8))
    case 7: return .array(children(&generator))
    case 8: return .instance(ArchiveClass("NSOrderedSet"), .array(children(&generator)))
    case 9:
      return .instance(
        ArchiveClass("NSMutableArray", superclassNames: ["NSArray", "NSObject"]), .array(children(&generator))
      )
    case 10:
      return .dictionary(
        children(&generator).enumerated().map { .init(key: .string("k\($0)"), value: $1) })
    case 11, 12:
      var fields = ArchiveNode.Fields(className: "C\(generator.below(3))")
      for (number, child) in children(&generator).enumerated() { fields["f\(number)"] = child }
      fields.fastCodingForm = generator.oneIn(2) ? .coded : .properties
      return .record(fields)
    case 13:
      return (try? ArchiveNode(encoding: CGPoint(x: generator.below(9), y: 1))) ?? .null
    case 14:
      return (try? ArchiveNode(encoding: Decimal(generator.below(1000)))) ?? .null
    default:
      // One object is in its place once only as often as not; either way it is the same content.
      return references.isEmpty ? 3 : .reference(references.lowerBound + generator.below(references.count))
    }
  }
}
