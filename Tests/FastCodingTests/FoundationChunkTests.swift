import ArchiveDocuments
import ArchiveTestSupport
import FastCoding
import StructCoding
import XCTest

/// The chunks of Foundation's values, those that no recorded file has among them.
final class FoundationChunkTests: XCTestCase {
  /// The file reads to the node, and the node is written as the file; header counts, which are hints, aside.
  private func assertBoth(
    _ data: Data, _ node: ArchiveNode, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    XCTAssertEqual(try FastCodingArchive.everything(in: data), node, file: file, line: line)
    XCTAssertEqual(
      try FastCodingArchive.encode(node).dropFirst(20), data.dropFirst(20), file: file, line: line)
  }

  /// The value survives a file, alone and after other bytes.
  private func assertRoundTrip<Value: ArchiveValue & Equatable>(
    _ value: Value, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    for filler in 0..<5 {
      let node = ArchiveNode.array(
        Array(repeating: 1, count: filler) + [try ArchiveNode(encoding: value), "end"])
      let back = try FastCodingArchive.everything(in: FastCodingArchive.encode(node))
      XCTAssertEqual(back, node, file: file, line: line)
      XCTAssertEqual(try back[filler]?.decode(Value.self), value, file: file, line: line)
    }
    let data = try FastCodingArchive.encode(value)
    XCTAssertEqual(try FastCodingArchive.decode(Value.self, from: data), value, file: file, line: line)
  }

  func testTransforms() throws {
    for (type, name, count) in [(38, "CGVector", 2), (39, "CGAffineTransform", 6), (40, "CATransform3D", 16)]
    {
      let numbers = (0..<count).map { Double($0) - 0.5 }
      try assertBoth(
        HandMade.file { file in
          file.bytes(UInt8(type))
          for number in numbers { file.double(number) }
        },
        .record(ArchiveNode.Fields(className: "NSValue", [:]).with(name, .array(numbers.map { .double($0) })))
      )
    }
  }

  func testValues() throws {
    try assertRoundTrip(CGPoint(x: 1.5, y: -0.0))
    try assertRoundTrip(CGSize(width: 1e300, height: .infinity))
    try assertRoundTrip(CGRect(x: -1, y: 2, width: -3, height: 4))
    try assertRoundTrip(NSRange(location: 4_294_967_295, length: 7))
    try assertRoundTrip(IndexSet())
    try assertRoundTrip(IndexSet(integer: 4_294_967_294))
    try assertRoundTrip(IndexSet([1, 2, 3, 9, 700, 701]))
    try assertRoundTrip(UUID())
    try assertRoundTrip(Date(timeIntervalSinceReferenceDate: -0.25))
    try assertRoundTrip(Data([0, 1, 2]))
    let base = try XCTUnwrap(URL(string: "http://example.com/a/"))
    try assertRoundTrip(XCTUnwrap(URL(string: "b?c=d", relativeTo: base)))
    try assertRoundTrip([base, base, XCTUnwrap(URL(string: "b", relativeTo: base))])
    for text in ["0", "-123.45", "1e120", "79228162514264337593543950335", "-0.000000001"] {
      try assertRoundTrip(XCTUnwrap(Decimal(string: text)))
    }
    try assertRoundTrip(Decimal.nan)
  }

  /// Ranges in any order are those of one index set.
  func testUnorderedIndexes() throws {
    let data = HandMade.file { file in
      file.bytes(42)
      for number: UInt32 in [6, 10, 2, 0, 3, 8, 1, 9, 2, 11, 1, 6, 0] { file.word(number) }
    }
    let indexes = try FastCodingArchive.decode(IndexSet.self, from: data)
    XCTAssertEqual(indexes, IndexSet([0, 1, 2, 8, 9, 10, 11]))
  }

  /// What FastCoder cuts off is written as an object, and survives.
  func testLargeNumbers() throws {
    try assertRoundTrip(IndexSet([1, 4_294_967_296]))
    try assertRoundTrip(IndexSet(integer: 1 << 40))
    try assertRoundTrip(NSRange(location: 1 << 32, length: 1))
    try assertRoundTrip([NSRange(location: NSNotFound, length: 0)])
  }

  /// What keyed archives say in other words is written in the same chunks.
  func testFormsOfOtherFormats() throws {
    let big = ArchiveNode.record(
      ArchiveNode.Fields(
        className: "NSDecimalNumber",
        [
          "NS.exponent": -2, "NS.length": 1, "NS.negative": true, "NS.compact": true, "NS.mantissa.bo": 2,
          "NS.mantissa": .data(Data([0x30, 0x39] + Array(repeating: 0, count: 14))),
        ]))
    XCTAssertEqual(
      try FastCodingArchive.decode(Decimal.self, from: FastCodingArchive.encode(big)),
      Decimal(string: "-123.45"))
    let range = ArchiveNode.graph(
      ArchiveGraph(
        root: .record(
          ArchiveNode.Fields(
            className: "NSValue",
            ["NS.special": 4, "NS.rangeval.length": .reference(0), "NS.rangeval.location": .reference(1)])),
        objects: [6, 5]))
    XCTAssertEqual(
      try FastCodingArchive.decode(NSRange.self, from: FastCodingArchive.encode(range)),
      NSRange(location: 5, length: 6))
  }

  /// A record that is none of the values its class is known for is written as an object.
  func testOtherRecordsOfKnownClasses() throws {
    for name in ["NSURL", "NSValue", "NSIndexSet", "NSDecimalNumber"] {
      let node = ArchiveNode.record(ArchiveNode.Fields(className: name, ["other": 2]))
      XCTAssertEqual(try FastCodingArchive.everything(in: FastCodingArchive.encode(node)), node)
    }
  }

  /// So is one that says which value it is, and whose value is damaged.
  func testDamagedStructuresAreObjects() throws {
    for (special, name) in [
      (1, "NS.pointval"), (2, "NS.sizeval"), (3, "NS.rectval"), (4, "NS.rangeval.length"),
    ] {
      let value = ArchiveNode.record(
        ArchiveNode.Fields(className: "NSValue", ["NS.special": .integer(Int64(special))]).with(name, "none"))
      let node: ArchiveNode = ["before", value, "after"]
      XCTAssertEqual(try FastCodingArchive.everything(in: FastCodingArchive.encode(node)), node)
    }
  }

  /// FastCoder writes an affine transform at any offset and reads it at multiples of 8; the error says so.
  private func assertRefusesUnaligned(_ data: Data) {
    assertThrows(.truncated, saying: "affine transform", "multiples of 8", "byte 20") {
      try FastCodingArchive.everything(in: data)
    }
  }

  func testUnalignedTransform() throws {
    assertRefusesUnaligned(try FastCoderFile.likeness(of: "value_affine_unaligned_bug"))
  }

  func testUnalignedTransformOfFastCoder() throws {
    assertRefusesUnaligned(try FastCoderFile.recorded("value_affine_unaligned_bug"))
  }
}

extension ArchiveNode.Fields {
  func with(_ name: String, _ node: ArchiveNode) -> ArchiveNode.Fields {
    var fields = self
    fields[name] = node
    return fields
  }
}
