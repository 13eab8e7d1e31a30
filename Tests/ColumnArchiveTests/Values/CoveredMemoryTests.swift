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

  static let archiveFields = unsafe ArchiveFields<Whole>(complete: "Column_Whole") { fields in
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
