import ArchiveDocuments
import ArchiveNodes
import StructCoding
import XCTest

@testable import ArchiveTestSupport
@testable import KeyedArchives

/// XML archives are the lists of binary ones, with the keys of the top and of objects in order.
final class XMLWriterTests: XCTestCase {
  private let limits = ArchiveLimits()

  /// The XML form of an archive by way of its nodes: keys of the top and of objects in order.
  private func textOfNodes(_ binary: Data) throws -> Data {
    func sorted(_ node: ArchiveNode) -> ArchiveNode {
      guard case .dictionary(let entries) = node else { return node }
      func key(_ entry: ArchiveNode.Entry) -> String {
        if case .string(let key) = entry.key { key } else { "" }
      }
      return .dictionary(entries.sorted { key($0) < key($1) })
    }
    var list = sorted(try BinaryListReader.node(of: binary, limits))
    if case .array(let objects)? = list["$objects"] { list["$objects"] = .array(objects.map(sorted)) }
    let deep = ArchiveLimits(maximumDepth: 520)
    return try XMLListWriter.data(of: BinaryListWriter.data(list, deep), deep)
  }

  private func check<Value: Arbitrary & ArchiveValue>(
    _ type: Value.Type, _ random: inout SeededGenerator, line: UInt = #line
  ) throws {
    var count = 0
    for _ in 0..<20 {
      let binary = try KeyedArchive.encode(Value.arbitrary(&random))
      guard let text = try? PlistConversion.convert(binary, to: .xml, limits) else {
        XCTAssertThrowsError(try textOfNodes(binary), line: line)
        continue
      }
      count += 1
      XCTAssertEqual(text, try textOfNodes(binary), "seed \(random.seed)", line: line)
      let foundation = try PropertyListSerialization.propertyList(from: text, format: nil) as? [String: Any]
      XCTAssertEqual(
        (foundation?["$objects"] as? [Any])?.count, try KeyedArchive(binary).objectCount, line: line)
      XCTAssertEqual(try KeyedArchive(text).objectCount, try KeyedArchive(binary).objectCount, line: line)
    }
    XCTAssertGreaterThan(count, 0, line: line)
  }

  func testBytesAreThoseOfNodes() throws {
    var random = SeededGenerator()
    try check(Session.self, &random)
    try check(Collections.self, &random)
    try check(FoundationValues.self, &random)
    try check(Folder.self, &random)
    try check(Expression.self, &random)
  }

  /// More than 32 levels are not indented further, and those of plain values are kept in their order.
  func testPlainValuesKeepTheirOrder() throws {
    var plain: ArchiveNode = [
      "z": 1, "a": ["y": 2, "b": [3.5, .date(Date(timeIntervalSinceReferenceDate: 1))]],
    ]
    for _ in 0..<40 { plain = [plain, [:], []] }
    let node = ArchiveNode.record(
      ArchiveNode.Fields(
        className: "C", ["list": .instance(ArchiveClass.plain, plain), "data": .data(Data([1, 2]))]))
    let binary = try KeyedArchive.encode(node)
    let text = try KeyedArchive.encode(node, options: .init(outputFormat: .xml))
    XCTAssertEqual(text, try textOfNodes(binary))
    assertSameContent(try KeyedArchive(text).node(), try KeyedArchive(binary).node())
  }

  /// XML has dates of whole seconds in the years 0 to 9999, before and after the reference date.
  func testDates() throws {
    for seconds in [0, 1, -1, -7_776_000, 800_000_000, -62_135_596_800 - 978_307_200.0] {
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      XCTAssertTrue(XMLListWriter.hasDate(date), "\(seconds)")
      let list = try XMLListWriter.data(of: BinaryListWriter.data(["day": .date(date)], limits), limits)
      let found = try PropertyListSerialization.propertyList(from: list, format: nil) as? [String: Date]
      XCTAssertEqual(found, ["day": date])
    }
    for seconds in [-0.0, 0.5, -0.25, 1e300, .nan, .infinity] {
      XCTAssertFalse(XMLListWriter.hasDate(Date(timeIntervalSinceReferenceDate: seconds)), "\(seconds)")
    }
  }

  func testWhatIsRefused() throws {
    let wide = ArchiveNode.instance(ArchiveClass.wideInteger, .string("0x0123456789ABCDEF0123456789ABCDEF"))
    let fields = ArchiveNode.Fields(className: "C", ["n": wide])
    XCTAssertNoThrow(try KeyedArchive.encode(.record(fields) as ArchiveNode))
    let error = assertThrows(.unsupported, saying: "binary") {
      try KeyedArchive.encode(.record(fields) as ArchiveNode, options: .init(outputFormat: .xml))
    }
    XCTAssertEqual(error?.path.first, .field("$objects"))
    XCTAssertEqual(error?.path.last, .field("n"))
    for text in ["a\u{1}", "\u{FFFE}", "é\u{FFFF}", "é\0"] {
      let error = assertThrows(.unsupported, saying: "control characters") {
        try KeyedArchive.encode(["a", text], options: .init(outputFormat: .xml))
      }
      XCTAssertEqual(error?.path.count, 2)
    }
    // Characters whose bytes end like those.
    let text = "\u{FFFD}\u{FFBE}\u{FFBF}\u{10FFFF}\u{1FFFE}\u{BE}\u{BF}"
    let archive = try KeyedArchive.encode(text, options: .init(outputFormat: .xml))
    XCTAssertEqual(try KeyedArchive.decode(String.self, from: archive), text)
  }
}
