import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// Values are made by filling their memory only where their fields are all of it, those of structs that are stored flat
/// included.
final class CoveredMemoryTests: XCTestCase {
  func testCompositionAfterwards() throws {
    let values = (0..<40).map { Whole(number: $0, part: Whole.Part(x: -$0)) }
    let data = try ColumnArchive.encode(values)
    // Memory that is not zero, for whoever takes it next.
    for _ in 0..<50 { XCTAssertEqual([Int](repeating: 99, count: 160).count, 160) }
    let back = try ColumnArchive.decode([Whole].self, from: data)
    XCTAssertEqual(back.map(\.number), Array(0..<40))
    XCTAssertEqual(back.map(\.part.x), (0..<40).map { -$0 })
    XCTAssertEqual(back.map(\.part.hidden), [Int](repeating: 7, count: 40))
    XCTAssertEqual(back.map(\.part.text), [String](repeating: "hidden", count: 40))
    XCTAssertEqual(try ColumnArchive.decode(Whole.self, from: ColumnArchive.encode(values[3])), values[3])
  }

  /// Padding of more bytes than a pointer has, in a tuple and in a struct.
  func testWidePadding() throws {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
    let tuples = (0..<9).map { ArchiveTuple(Int8($0), Int128($0) << 90) }
    let back = try ColumnArchive.decode([ArchiveTuple<Int8, Int128>].self, from: ColumnArchive.encode(tuples))
    XCTAssertEqual(back.map(\.parts.0), tuples.map(\.parts.0))
    XCTAssertEqual(back.map(\.parts.1), tuples.map(\.parts.1))
    let values = (0..<9).map { Wide(small: Int8($0), pair: (Int8(-$0), Int128($0) << 90)) }
    let copies = try ColumnArchive.decode([Wide].self, from: ColumnArchive.encode(values))
    XCTAssertEqual(copies.map(\.small), values.map(\.small))
    XCTAssertEqual(copies.map(\.pair.0), values.map(\.pair.0))
    XCTAssertEqual(copies.map(\.pair.1), values.map(\.pair.1))
  }

  /// Tables that say wrongly that `init(fields:)` does no more than the fields: where the memory shows it, that is called.
  func testWrongTables() throws {
    func copies<Value: Wrong>(_ value: Value) throws -> [Value] {
      for _ in 0..<50 { XCTAssertEqual([Int](repeating: -1, count: 160).count, 160) }
      let many = try ColumnArchive.decode(
        [Value].self, from: ColumnArchive.encode([Value](repeating: value, count: 9)))
      XCTAssertEqual(many.count, 9)
      return try many + [ColumnArchive.decode(Value.self, from: ColumnArchive.encode(value))]
    }
    for copy in try copies(Forgetful(kept: 1)) {
      XCTAssertEqual(copy.kept, 1)
      XCTAssertEqual(copy.forgotten, "from init(fields:)")
    }
    for copy in try copies(Repeated(a: 1, b: 2)) { XCTAssertEqual([copy.a, copy.b], [1, 2]) }
    for copy in try copies(Watched(value: 1)) { XCTAssertEqual([copy.value, copy.made], [1, 7]) }
    // In what looks like padding, a property is zero. It is never memory that was not initialised.
    for copy in try copies(Hiding(isOn: true, number: 5)) {
      XCTAssertEqual([copy.number, Int(copy.hidden)], [5, 0])
      XCTAssert(copy.isOn)
    }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@Archivable
private struct Wide {
  var small: Int8
  var pair: (Int8, Int128)
}

private protocol Wrong: ArchiveStruct {}

private struct Forgetful: Wrong {
  var kept: Int
  var forgotten = "a value"

  static let archiveFields = ArchiveFields<Forgetful>("Test_Forgetful", isMemberwise: true) {
    $0.field("kept", \.kept)
  }
}

extension Forgetful {
  func encodeFields(to encoder: inout some FieldEncoder) throws { try encoder.encode(kept, at: 0) }
  init(fields decoder: inout some FieldDecoder) throws {
    kept = try decoder.decode(at: 0)
    forgotten = "from init(fields:)"
  }
}

private struct Repeated: Wrong {
  var a: Int
  var b: Int

  static let archiveFields = ArchiveFields<Repeated>("Test_Repeated", isMemberwise: true) {
    $0.field("a", \.a)
    $0.field("b", \.a)
  }
}

extension Repeated {
  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(a, at: 0)
    try encoder.encode(b, at: 1)
  }
  init(fields decoder: inout some FieldDecoder) throws {
    a = try decoder.decode(at: 0)
    b = 2
  }
}

private struct Watched: Wrong {
  var value: Int { didSet {} }
  var made = 0

  static let archiveFields = ArchiveFields<Watched>("Test_Watched", isMemberwise: true) {
    $0.field("value", \.value)
  }
}

extension Watched {
  func encodeFields(to encoder: inout some FieldEncoder) throws { try encoder.encode(value, at: 0) }
  init(fields decoder: inout some FieldDecoder) throws {
    value = try decoder.decode(at: 0)
    made = 7
  }
}

private struct Hiding: Wrong {
  var isOn: Bool
  var hidden: UInt16 = 9
  var number: Int

  static let archiveFields = ArchiveFields<Hiding>("Test_Hiding", isMemberwise: true) {
    $0.field("isOn", \.isOn)
    $0.field("number", \.number)
  }
}

extension Hiding {
  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(isOn, at: 0)
    try encoder.encode(number, at: 1)
  }
  init(fields decoder: inout some FieldDecoder) throws {
    isOn = try decoder.decode(at: 0)
    number = try decoder.decode(at: 1)
  }
}

/// A struct by hand, which says that its fields are all there is; those of its composition are not.
private struct Whole: ArchiveStruct, Equatable {
  var number: Int
  var part: Part

  @Archivable
  struct Part: Equatable {
    var x: Int
    @Transient var hidden = 7
    @Transient var text = "hidden"
  }

  static let archiveFields = ArchiveFields<Whole>("Column_Whole", isMemberwise: true) { fields in
    fields.field("number", \.number)
    fields.composition("part", \.part)
  }
  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(number, at: 0)
    try encoder.encodeComposition(part, at: 1)
  }
}

extension Whole {
  init(fields decoder: inout some FieldDecoder) throws {
    number = try decoder.decode(at: 0)
    part = try decoder.decodeComposition(at: 1)
  }
}
