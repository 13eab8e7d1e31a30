import ArchiveDocuments
import ArchiveTestSupport
import ColumnArchives
import Foundation
import StructCoding
import XCTest

/// Fields that are nodes: values of whose types only the archive knows.
final class NodeFieldTests: XCTestCase {
  private let leaves: [ArchiveNode] = [
    .null, true, false, 0, 1, -7, .integer(.min), .unsigned(.max), 1.5, -0.0, .double(.infinity),
    .float(0.1), "", "text", "$null", "a text of more than fifteen bytes", .data(Data()),
    .data(Data([1, 2, 0])),
    .date(Date(timeIntervalSinceReferenceDate: 12.25)),
  ]

  private var values: [ArchiveNode] { values(of: leaves) }

  private func values(of leaves: [ArchiveNode]) -> [ArchiveNode] {
    leaves + [
      [], .set([]), .dictionary([]), .array(leaves), ["a": 1, "b": ["c": [true, 1, 1.5]], "d": .null],
      .set(["x", 2, ["y": 3]]), [[], [[]], ["k": []]],
      .dictionary([.init(key: 5, value: "five"), .init(key: "5", value: 5), .init(key: [1], value: .null)]),
    ]
  }

  func testEverywhere() throws {
    for road in Road.allCases {
      // XML has no numbers of four bytes, and one zero.
      let leaves = leaves.filter { road != .xml || $0 != .float(0.1) && $0 != .double(-0.0) }
      let values = values(of: leaves)
      for value in values {
        let mixed = MixedNodes(any: value, extras: ["first": value, "second": [value]], list: [value, 1])
        let back = try road.carry([mixed, mixed], to: [MixedNodes].self)
        XCTAssertEqual(back, [mixed, mixed], "\(road)")
        XCTAssertEqual(back.map { kinds($0.any) }, [kinds(value), kinds(value)], "\(road)")
      }
      let all = values.map { MixedNodes(any: $0, extras: [:], list: []) }
      XCTAssertEqual(try road.carry(all, to: [MixedNodes].self), all, "\(road)")
      XCTAssertEqual(try road.carry(values, to: [ArchiveNode].self), values, "\(road)")
      let cases = [MixedCase.none, .one(values[leaves.count]), .two("x", ["k": values[leaves.count + 4]])]
      XCTAssertEqual(try road.carry(cases, to: [MixedCase].self), cases, "\(road)")
      // The nodes of columns do not say that such an optional is in a box.
      if road == .columnNode { continue }
      let optionals: [ArchiveNode?] = [nil, .null, 5, ["a": .null]]
      XCTAssertEqual(try road.carry(optionals, to: [ArchiveNode?].self), optionals, "\(road)")
    }
  }

  func testCoder() throws {
    for value in values {
      let mixed = MixedNodes(any: value, extras: ["first": value, "second": [value]], list: [value, 1])
      try assertCoderRoundTrip(mixed)
      let data = try KeyedArchive.archivedData(withRootObject: mixed.encoded, requiringSecureCoding: true)
      let back = try KeyedArchive.unarchivedObject(ofClass: MixedNodes.Coding.self, from: data)?.decoded
      XCTAssertEqual(back.map { kinds($0.any) }, kinds(value))
      // Either archive is read by the other road.
      XCTAssertEqual(try KeyedArchive.decode(MixedNodes.self, from: data), mixed)
      let own = try KeyedArchive.encode(mixed)
      XCTAssertEqual(
        try KeyedArchive.unarchivedObject(ofClass: MixedNodes.Coding.self, from: own)?.decoded, mixed)
    }
  }

  /// The kinds of the nodes, which equality may not tell apart.
  private func kinds(_ node: ArchiveNode) -> String {
    switch node {
    case .array(let elements): "[\(elements.map(kinds).joined(separator: ","))]"
    case .set(let elements): "{\(elements.map(kinds).sorted().joined(separator: ","))}"
    case .dictionary(let entries):
      "[\(entries.map { "\(kinds($0.key)):\(kinds($0.value))" }.sorted().joined(separator: ","))]"
    case .bool: "bool"
    case .integer: "integer"
    case .unsigned: "unsigned"
    case .float: "float"
    case .double: "double"
    default: "\(node)"
    }
  }

  // MARK: What others wrote

  func testDictionaryOfFoundation() throws {
    let mixed = NSDictionary(dictionary: [
      "name": "Ann", "age": 41, "tags": ["a", "b"], "born": Date(timeIntervalSinceReferenceDate: 0),
    ])
    let data = try KeyedArchive.archivedData(withRootObject: mixed, requiringSecureCoding: true)
    let read = try KeyedArchive.decode([String: ArchiveNode].self, from: data)
    XCTAssertEqual(
      read,
      ["name": "Ann", "age": 41, "tags": ["a", "b"], "born": .date(Date(timeIntervalSinceReferenceDate: 0))])
    // And Foundation's classes read what is written.
    let back = try KeyedArchive.unarchivedObject(
      ofClasses: [NSDictionary.self, NSString.self, NSNumber.self, NSArray.self, NSDate.self],
      from: KeyedArchive.encode(read))
    XCTAssertEqual(back as? NSDictionary, mixed)
  }

  /// A field that had a type before, and a field that has one now.
  func testTypedFields() throws {
    let typed = Typed(any: "text", extras: ["a": 1, "b": 2], list: [1.5])
    let mixed = MixedNodes(any: "text", extras: ["a": 1, "b": 2], list: [1.5])
    for road in Road.allCases where ![.columnByName, .columnTree].contains(road) {
      XCTAssertEqual(try road.carry([typed], to: [MixedNodes].self), [mixed], "\(road)")
      XCTAssertEqual(try road.carry([mixed], to: [Typed].self), [typed], "\(road)")
    }
    let document = try ArchiveNode(
      json: Data(#"{"$class": "NodeField_Mixed", "any": [1, true], "extras": {"k": null}, "list": []}"#.utf8))
    XCTAssertEqual(
      try document.decode(MixedNodes.self), MixedNodes(any: [1, true], extras: ["k": .null], list: []))
  }

  // MARK: What has no room

  func testClassesAreRefused() throws {
    let record = ArchiveNode.object("Person", ["name": "Ann"])
    for node in [
      record, .instance(ArchiveClass("NSMutableArray"), [1]), .reference(0),
      .graph(ArchiveGraph(root: .reference(0), objects: [record])),
    ] {
      let mixed = MixedNodes(any: 1, extras: ["key": [1, node]], list: [])
      assertThrows(.unsupported, at: #"extras["key"][1]"#, saying: "without a class", "ArchiveDocument") {
        try KeyedArchive.encode(mixed)
      }
      assertThrows(.unsupported, at: "[0].extras[0].value[1]") { try ColumnArchive.encode([mixed]) }
      assertThrows(.unsupported, at: #"extras["key"][1]"#) { try ArchiveNode(encoding: mixed) }
      assertThrows(.unsupported, at: #"extras["key"][1]"#) {
        try KeyedArchive.archivedData(withRootObject: mixed.encoded, requiringSecureCoding: true)
      }
    }
  }

  /// Objects of classes are read as records, as long as they have an end.
  func testObjectsAreRead() throws {
    let point = Point3(x: 1, y: 2, z: 3)
    let expected = try ArchiveNode(encoding: point)
    let held = Holder(any: point)
    for road in [Road.keyed, .xml, .keyedNode, .node] {
      let back = try road.carry(held, to: MixedHolder.self)
      XCTAssertEqual(back.any, expected, "\(road)")
    }
    // Columns have no class names inside.
    guard case .record(let fields) = try Road.column.carry(held, to: MixedHolder.self).any else {
      return XCTFail("no record")
    }
    XCTAssertEqual(fields.names, ["x", "y", "z"])

    let ring = RingHolder(any: Ring())
    ring.any.next = ring.any
    defer { ring.any.next = nil }
    for road in Road.allCases where ![.columnByName, .columnTree].contains(road) {
      XCTAssertThrowsError(try road.carry(ring, to: MixedRing.self), "\(road)") { error in
        let error = error as? ArchiveError
        XCTAssert(
          [.cycle, .limitExceeded, .typeMismatch].contains(error?.code), "\(road): \(error as Any)")
      }
    }
  }

  /// What is shared is paid for each time.
  func testSharedObjects() throws {
    var objects: [ArchiveNode] = [["a": 1]]
    for number in 0..<40 { objects.append(.array([.reference(number), .reference(number)])) }
    let graph = ArchiveNode.graph(ArchiveGraph(root: ["any": .reference(40)], objects: objects))
    let limits = ArchiveLimits(maximumDecodedSize: 1 << 20)
    // The usual limit takes seconds to reach, and is that of all types.
    assertThrows(.limitExceeded) {
      try graph.decode(
        [String: ArchiveNode].self, limits: Thoroughness.isFull ? ArchiveLimits() : limits)
    }
    assertThrows(.limitExceeded) {
      try KeyedArchive.decode(
        [String: ArchiveNode].self, from: KeyedArchive.encode(graph), options: .init(limits: limits))
    }
  }

  func testDamagedArchives() throws {
    var random = SeededGenerator()
    let mixed = values.map { MixedNodes(any: $0, extras: ["k": $0], list: [$0]) }
    let archives = [try KeyedArchive.encode(mixed), try ColumnArchive.encode(mixed)]
    for round in 0..<Thoroughness.rounds(200, full: 2_000) {
      var data = archives[round % 2]
      for _ in 0...random.below(3) { data[random.below(data.count)] = UInt8(random.below(256)) }
      assertDecodesOrThrows("round \(round), seed \(random.seed)") {
        // What can be read is written again, or refused with an error.
        let read =
          round % 2 == 0
          ? try KeyedArchive.decode([MixedNodes].self, from: data)
          : try ColumnArchive.decode([MixedNodes].self, from: data)
        let again = try KeyedArchive.decode([MixedNodes].self, from: KeyedArchive.encode(read))
        XCTAssertEqual(again, read, "round \(round), seed \(random.seed)")
      }
    }
  }
}

@Archivable(className: "NodeField_Mixed")
private struct MixedNodes: Hashable {
  var any: ArchiveNode
  var extras: [String: ArchiveNode]
  var list: [ArchiveNode] = []
}

@Archivable(className: "NodeField_Mixed")
private struct Typed: Hashable {
  var any: String
  var extras: [String: Int]
  var list: [Double]
}

@Archivable(className: "NodeField_Case")
private enum MixedCase: Hashable {
  case none
  case one(ArchiveNode)
  case two(String, [String: ArchiveNode])
}

@Archivable(className: "NodeField_Point")
private struct Point3: Hashable {
  var x: Int
  var y: Int
  var z: Int
}

@Archivable(className: "NodeField_Holder")
private struct Holder {
  var any: Point3
}

@Archivable(className: "NodeField_Holder")
private struct MixedHolder {
  var any: ArchiveNode
}

@ArchivableObject(className: "NodeField_Ring")
private final class Ring {
  var next: Ring?
  init() {}
}

@Archivable(className: "NodeField_RingHolder")
private struct RingHolder {
  var any: Ring
}

@Archivable(className: "NodeField_RingHolder")
private struct MixedRing {
  var any: ArchiveNode
}
