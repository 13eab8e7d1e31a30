import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Archives of every type, read as every other: a value or an `ArchiveError`.
final class OtherTypeTests: XCTestCase {
  private struct Model {
    let name: String
    /// An archive of some values, without a class name to refuse it by.
    let data: Data
    let read: (Data, String) -> Bool

    init<Value: ArchiveValue & Arbitrary>(_ type: Value.Type, _ random: inout SeededGenerator) throws {
      name = "\(type)"
      let values = (0..<20).map { _ in Value.arbitrary(&random) }
      var parts = try ArchiveParts(ColumnArchive.encode(values, options: .init(batchSize: 7)))
      parts.className = ""
      data = parts.data
      read = { data, message in
        let isRead = assertDecodesOrThrows(message) { try ColumnArchive.decode([Value].self, from: data) }
        let isReadInPart = assertDecodesOrThrows(message) {
          try ColumnArchive(data).elements(of: Value.self, in: 5..<18)
        }
        assertDecodesOrThrows(message) { try ColumnArchive.decode([[Value]?].self, from: data) }
        assertDecodesOrThrows(message) { try ColumnArchive(data).values(of: Value?.self, at: "") }
        // A part may be sound where the whole is not, and never the other way round.
        XCTAssert(isReadInPart || !isRead, message)
        return isRead
      }
    }
  }

  func testEveryTypeAsEveryOther() throws {
    var random = SeededGenerator()
    let models = [
      try Model(Int.self, &random), try Model(UInt8.self, &random), try Model(Bool?.self, &random),
      try Model(Float.self, &random), try Model(Double?.self, &random), try Model(String.self, &random),
      try Model(Character.self, &random), try Model(Data.self, &random), try Model(Date.self, &random),
      try Model(UUID.self, &random), try Model([Int].self, &random), try Model(Set<String>.self, &random),
      try Model([Int: [String?]].self, &random), try Model(Range<Int>.self, &random),
      try Model(Event.self, &random), try Model(Session.self, &random), try Model(Point.self, &random),
      try Model(Vertex.self, &random), try Model(Color?.self, &random), try Model(Padded.self, &random),
      try Model(Empty.self, &random), try Model(Numbers.self, &random), try Model(Texts.self, &random),
      try Model(Collections.self, &random), try Model(Node.self, &random), try Model(Person.self, &random),
      try Model(Box<Int??>.self, &random), try Model(Pairs.self, &random), try Model(Priority.self, &random),
      try Model(Direction.self, &random), try Model(MoreThanAByte.self, &random),
      try Model(Shape.self, &random),
      try Model(Expression.self, &random), try Model(Tree<String>.self, &random),
      try Model(Celsius.self, &random),
      try Model(Kelvin.self, &random), try Model(Remark.self, &random), try Model(Signal.self, &random),
      try Model(Folder.self, &random), try Model(URL.self, &random),
    ]
    // Each reads its own, and some of the others.
    var (reads, tries) = (0, 0)
    for (number, model) in models.enumerated() {
      for other in [model] + Thoroughness.some(of: models, oneIn: 3, first: number) {
        tries += 1
        let isRead = other.read(model.data, "\(model.name) as \(other.name), seed \(random.seed)")
        XCTAssert(isRead || model.name != other.name, "\(model.name), seed \(random.seed)")
        if isRead { reads += 1 }
      }
    }
    // Few types read others.
    XCTAssertGreaterThanOrEqual(reads, models.count)
    XCTAssertLessThan(reads - models.count, tries / 4)
  }
}
