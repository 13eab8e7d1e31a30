import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Structs of numbers without gaps, stored as they are in memory.
final class RawRecordTests: XCTestCase {
  private let vertex = Format.rawRecord(["x": Format.float, "y": Format.float, "z": Format.float])

  func testMeshes() throws {
    var random = SeededGenerator()
    for count in [1, 2, 3, 100, 1000] {
      let triangles = (0..<count).map { _ in Triangle.arbitrary(&random) }
      let data = try ColumnArchive.encode(triangles)
      let numbers = triangles.flatMap {
        [$0.normal, $0.first, $0.second, $0.third].flatMap { [$0.x, $0.y, $0.z] }
      }
      let expected = ArchiveParts(
        elements: Format.rawRecord([
          "normal": vertex, "first": Format.reference(1), "second": Format.reference(1),
          "third": Format.reference(1),
        ]), count: count, [0] + numbers.flatMap { Format.bytes(UInt64($0.bitPattern), 4) },
        className: "Column_Triangle")
      XCTAssertEqual(try ArchiveParts(data), expected)
      XCTAssertEqual(try ColumnArchive.decode([Triangle].self, from: data), triangles, "seed \(random.seed)")
    }
  }

  func testSizes() throws {
    let options = ColumnArchive.EncodingOptions(batchSize: 20_000)
    let small = try ColumnArchive.encode([Triangle](repeating: .zero, count: 100), options: options).count
    let large = try ColumnArchive.encode([Triangle](repeating: .zero, count: 10_100), options: options).count
    XCTAssertEqual(large - small, 10_000 * 48)
    XCTAssertLessThan(small, 100 * 48 + 170)
  }

  func testInEveryPlace() throws {
    let triangles = (0..<5).map { number -> Triangle in
      var triangle = Triangle.zero
      triangle.second.y = Float(number)
      return triangle
    }
    try assertColumns(triangles[0])
    try assertColumns([nil, triangles[1], triangles[2], nil])
    try assertColumns([triangles, [], [triangles[3]]])
    try assertColumns(["mesh": triangles])
    try assertColumns(Set(triangles))
    try assertColumns(triangles.map { Both(first: $0, second: "name") })
    try assertColumns(triangles.map { Both(first: UInt8(3), second: $0.normal) })
    try assertColumns([Both(first: triangles, second: [Color(red: 1, green: 2, blue: 3, alpha: 4)])])
    try assertColumns([nil, Color(red: 1, green: 2, blue: 3, alpha: 4)])
  }

  /// Bytes, colours and identifiers have no gaps; what has some is stored by its fields.
  func testWhatIsRaw() throws {
    func kind<Value: ArchiveValue>(_ value: Value) throws -> UInt8? {
      try ArchiveParts(ColumnArchive.encode([value])).schema.first
    }
    XCTAssertEqual(try kind(Color(red: 1, green: 2, blue: 3, alpha: 4)), 15)
    XCTAssertEqual(try kind(Triangle.zero), 15)
    XCTAssertEqual(try kind(0.5..<1.0), 15)
    XCTAssertEqual(try kind(Both(first: UUID(), second: UUID())), 15)
    XCTAssertEqual(try kind(Both(first: Date(), second: 0.5)), 14)
    XCTAssertEqual(try kind(Padded(flag: 1, value: 2)), 14, "a gap between the fields")
    XCTAssertEqual(try kind(Trailing(value: 1, flag: 2)), 14, "a gap behind the fields")
    XCTAssertEqual(try kind(Point(x: 1, y: 2)), 14, "integers gain from packing")
    XCTAssertEqual(try kind(Both(first: 0.5, second: true)), 14)
    XCTAssertEqual(try kind(Empty()), 14)
  }

  func testGaps() throws {
    for count in [1, 2, 9] {
      try assertColumns((0..<count).map { Padded(flag: UInt8($0), value: Double($0)) })
      try assertColumns((0..<count).map { Trailing(value: Double($0), flag: UInt8($0)) })
      try assertColumns(
        (0..<count).map { Both(first: Trailing(value: 1, flag: UInt8($0)), second: UInt8($0)) })
      try assertColumns(
        (0..<count).map { Both(first: $0 % 2 == 0 ? nil : Padded(flag: 1, value: 2), second: 3) })
    }
  }
}

extension Triangle {
  static let zero = Triangle(
    normal: Vertex(x: 0, y: 0, z: 1), first: Vertex(x: 0, y: 0, z: 0), second: Vertex(x: 0, y: 0, z: 0),
    third: Vertex(x: 0, y: 0, z: 0))
}
