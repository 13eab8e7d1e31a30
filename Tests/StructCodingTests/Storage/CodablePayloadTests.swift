import ArchiveDocuments
import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// What `.codable` stores, and what it does with bytes that others made.
final class CodablePayloadTests: XCTestCase {
  /// A value that may encode itself as anything.
  indirect enum JSON: Codable, Hashable {
    case null
    case number(Double)
    case text(String)
    case list([JSON])
    case object([String: JSON])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let value = try? container.decode(Double.self) {
        self = .number(value)
      } else if let value = try? container.decode(String.self) {
        self = .text(value)
      } else if let value = try? container.decode([JSON].self) {
        self = .list(value)
      } else {
        self = .object(try container.decode([String: JSON].self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .null: try container.encodeNil()
      case .number(let value): try container.encode(value)
      case .text(let value): try container.encode(value)
      case .list(let value): try container.encode(value)
      case .object(let value): try container.encode(value)
      }
    }
  }

  /// What the page on values says to use for types of Foundation that are no fields.
  @Archivable
  struct Instead: Equatable {
    @Stored(.codable) var name: PersonNameComponents
    @Stored(.codable) var address: URLComponents?
    var order: [String]
    @Stored(.codable) var shape = Shape()

    struct Shape: Codable, Equatable {
      #if os(macOS) || !canImport(ObjectiveC)
        var transform = AffineTransform(scale: 3)
      #endif
    }
  }

  func testTypesOfFoundationThatAreNoFields() throws {
    var name = PersonNameComponents()
    (name.givenName, name.familyName) = ("Ada", "Lovelace")
    let value = Instead(
      name: name, address: URLComponents(string: "https://a.b/c?d=e#f"), order: ["b", "a"])
    for road in Road.allCases { XCTAssertEqual(try road.carry(value, to: Instead.self), value, "\(road)") }
    let set = try KeyedArchive.archivedData(
      withRootObject: NSOrderedSet(array: ["b", "a"]), requiringSecureCoding: true)
    XCTAssertEqual(try KeyedArchive.decode([String].self, from: set), ["b", "a"])
    XCTAssertEqual(try KeyedArchive(set).node().decode([String].self), ["b", "a"])
  }

  struct Recursive: Codable, Hashable { var x: [Recursive]? }

  @Archivable
  struct Holder: Hashable {
    @Stored(.codable) var list: JSON
    @Stored(.codable(.json)) var text: JSON
  }

  @Archivable
  struct Chain: Hashable {
    @Stored(.codable) var list: Recursive
    @Stored(.codable(.json)) var text: Recursive
  }

  @Archivable(className: "Test_Payload")
  struct Raw { var payload: Data }

  @Archivable(className: "Test_Payload")
  struct Typed { @Stored("payload", .codable) var value: Recursive }

  @Archivable(className: "Test_Payload")
  struct TypedText { @Stored("payload", .codable(.json)) var value: Recursive }

  /// A lone value, a list of one, and a dictionary that looks like a wrapped value are all told apart.
  func testFragments() throws {
    for value: JSON in [
      .number(5), .text("a"), .list([.number(5)]), .list([]), .object(["$fragment": .number(5)]),
      .object(["$fragment": .number(5), "b": .text("$fragment")]), .object([:]), .text("$fragment"),
    ] {
      try ArchiveTestSupport.assertRoundTrip(Holder(list: value, text: value))
      XCTAssertEqual(
        try ColumnArchive.decode(
          [Holder].self, from: ColumnArchive.encode([Holder(list: value, text: value)])),
        [Holder(list: value, text: value)])
    }
  }

  private func decode(_ payload: Data) {
    for archive in [
      try? KeyedArchive.encode(Raw(payload: payload)), try? ColumnArchive.encode(Raw(payload: payload)),
    ] {
      guard let archive else { return XCTFail("a payload cannot be archived") }
      for read in [
        { _ = try KeyedArchive.decode(Typed.self, from: archive) },
        { _ = try ColumnArchive.decode(Typed.self, from: archive) },
        { _ = try KeyedArchive.decode(TypedText.self, from: archive) },
        { _ = try ColumnArchive.decode(TypedText.self, from: archive) },
      ] {
        XCTAssertThrowsError(try read()) { XCTAssert($0 is ArchiveError) }
      }
    }
  }

  /// A property list of these objects, the first at the top.
  private func propertyList(_ objects: [[UInt8]]) -> Data {
    var data = Data("bplist00".utf8)
    var table: [UInt8] = []
    for object in objects {
      table += [UInt8(data.count >> 8), UInt8(data.count & 0xFF)]
      data += object
    }
    let start = data.count
    func number(_ value: Int) -> [UInt8] {
      (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    return data + table + [0, 0, 0, 0, 0, 0, 2, 2] + number(objects.count) + number(0) + number(start)
  }

  func testHostilePayloads() throws {
    // {x: [itself]}: kills Foundation's decoder.
    decode(propertyList([[0xD1, 0, 1, 0, 2], [0x51, 0x78], [0xA1, 0, 0]]))
    // Deep, but not in a circle.
    var chain: [[UInt8]] = []
    for level in 0..<3000 {
      let (list, next) = (2 * level + 1, 2 * level + 2)
      chain.append([0xD1, UInt8(6000 >> 8), UInt8(6000 & 0xFF), UInt8(list >> 8), UInt8(list & 0xFF)])
      chain.append([0xA1, UInt8(next >> 8), UInt8(next & 0xFF)])
    }
    decode(propertyList(chain + [[0x51, 0x78]]))
    // Each level has the next one twice.
    let twice = (0..<60).flatMap { level -> [[UInt8]] in
      let next = UInt8(2 * level + 2)
      return [[0xD1, 0, 120, 0, UInt8(2 * level + 1)], level == 59 ? [0xA0] : [0xA2, 0, next, 0, next]]
    }
    decode(propertyList(twice + [[0x51, 0x78]]))
    decode(
      Data(
        ("<?xml version=\"1.0\"?><plist version=\"1.0\">" + String(repeating: "<array>", count: 200_000)).utf8
      ))
    decode(Data(String(repeating: "[", count: 200_000).utf8))
    decode(Data())
    decode(Data("bplist00".utf8))
  }

  /// One string many times, and text in which brackets are other bytes.
  func testLargePayloads() throws {
    let count = 4000
    var list: [UInt8] = [0xAF, 0x11, UInt8(count >> 8), UInt8(count & 0xFF)]
    for _ in 0..<count { list += [0, 1] }
    let string = [0x5F, 0x12, 0, 1, 0x86, 0xA0] + [UInt8](repeating: 0x61, count: 100_000)
    var bytes = Data("bplist00".utf8)
    bytes += list + string
    let table = bytes.count
    let second = 8 + list.count
    bytes += [0, 0, 0, 8, 0, 0, UInt8(second >> 8), UInt8(second & 0xFF)]
    func number(_ value: Int) -> [UInt8] {
      (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    bytes += [0, 0, 0, 0, 0, 0, 4, 2] + number(2) + number(0) + number(table)
    assertThrows(.limitExceeded) { try PropertyListCodableFormat.decode([String].self, from: bytes) }

    let text =
      "[\"\u{2200}\"," + String(repeating: "[", count: 400) + String(repeating: "]", count: 400) + "]"
    for encoding in [String.Encoding.utf16LittleEndian, .utf16, .utf32BigEndian] {
      let data = try XCTUnwrap(text.data(using: encoding))
      assertThrows(.invalidValue, saying: "UTF-8") { try JSONCodableFormat.decode(JSON.self, from: data) }
    }
    assertThrows(.limitExceeded) { try JSONCodableFormat.decode(JSON.self, from: Data(text.utf8)) }
    // Equal strings of an ordinary list are stored once as well.
    let words = Array(repeating: "a string that is longer than a few references", count: 10_000)
    XCTAssertEqual(
      try PropertyListCodableFormat.decode([String].self, from: PropertyListCodableFormat.encode(words)),
      words)
  }

  /// Brackets in strings are text, and brackets behind a string with escapes are nesting.
  func testEscapesInTexts() throws {
    let (open, close) = (String(repeating: "[", count: 200), String(repeating: "]", count: 200))
    for text in [#"a \\"#, #"a \" b"#, #"\\\""#, #"\\\\"#, #"\u005c"#] {
      let deep = "[\"\(text)\",\(open)\(close)]"
      assertThrows(.limitExceeded) { try JSONCodableFormat.decode(JSON.self, from: Data(deep.utf8)) }
      let flat = "[\"\(text)\(open)\",[1]]"
      guard case .list(let parts) = try JSONCodableFormat.decode(JSON.self, from: Data(flat.utf8)) else {
        XCTFail("no list")
        continue
      }
      XCTAssertEqual(parts.count, 2)
    }
  }

  func testMutatedPayloads() throws {
    var generator = SeededGenerator()
    let value = Recursive(x: [Recursive(x: []), Recursive(x: [Recursive(x: nil)])])
    for payload in [try PropertyListCodableFormat.encode(value), try JSONCodableFormat.encode(value)] {
      XCTAssertEqual(
        try PropertyListCodableFormat.decode(Recursive.self, from: PropertyListCodableFormat.encode(value)),
        value)
      for _ in 0..<10_000 {
        var data = payload
        for _ in 0...generator.below(4) {
          data[generator.below(data.count)] = UInt8.random(in: 0...255, using: &generator)
        }
        data = generator.oneIn(8) ? data.prefix(generator.below(data.count)) : data
        _ = try? PropertyListCodableFormat.decode(Recursive.self, from: data)
        _ = try? JSONCodableFormat.decode(Recursive.self, from: data)
      }
    }
  }

  func testDepth() throws {
    func nested(_ depth: Int) -> Recursive { depth == 0 ? Recursive() : Recursive(x: [nested(depth - 1)]) }
    let value = Chain(list: nested(60), text: nested(60))
    try ArchiveTestSupport.assertRoundTrip(value)
    assertThrows(.limitExceeded, at: "list") {
      try KeyedArchive.encode(Chain(list: nested(80), text: nested(1)))
    }
    assertThrows(.limitExceeded, at: "text") {
      try ColumnArchive.encode(Chain(list: nested(1), text: nested(80)))
    }
  }

  /// A format of one's own.
  struct Reversed: CodableFormat {
    static func encode(_ value: some Encodable) throws -> Data {
      Data(try JSONCodableFormat.encode(value).reversed())
    }
    static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
      try JSONCodableFormat.decode(type, from: Data(data.reversed()))
    }
  }

  @Archivable
  struct Own: Hashable { @Stored(.codable(CodablePayloadTests.Reversed())) var palette: Palette? }

  func testOwnFormat() throws {
    try ArchiveTestSupport.assertRoundTrip(Own(palette: Palette(names: ["a"])))
    try ArchiveTestSupport.assertRoundTrip(Own(palette: nil))
    let archive = try ColumnArchive(ColumnArchive.encode([Own(palette: Palette(names: ["a"]))]))
    XCTAssertEqual(
      try archive.values(of: Data.self, at: "palette"),
      [Data(#"{"names":["a"],"weights":{}}"#.utf8.reversed())])
  }
}
