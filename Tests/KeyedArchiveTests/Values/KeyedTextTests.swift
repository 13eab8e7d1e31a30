import StructCoding
import XCTest

@testable import ArchiveTestSupport

final class KeyedTextTests: XCTestCase {
  /// The text alone, twice in an array, as a key, in a field, and in an optional, with its very bytes.
  private func check(
    _ text: String, xml: XMLForm = .exact, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try assertRoundTrip(text, xml: xml, file: file, line: line)
    try assertRoundTrip([text, text, "x"], xml: xml, file: file, line: line)
    try assertRoundTrip([text: [text: 1]], xml: xml, file: file, line: line)
    try assertRoundTrip(
      Texts(string: text, substring: text[...], character: "x", scalar: "y", optional: text), xml: xml,
      file: file,
      line: line)
    XCTAssertEqual(Array(try decoded(text).utf8), Array(text.utf8), file: file, line: line)
  }

  func testLengths() throws {
    // Around Swift's small strings (15 bytes), the marker's own count (14) and each width of a longer count.
    for length in [0, 1, 14, 15, 16, 17, 255, 256, 257] {
      try check(String(repeating: "a", count: length))
      try check(String(repeating: "é", count: length))
      try check(String(repeating: "🎉", count: length))
    }
    for length in Thoroughness.some(of: [65_536, 65_535], oneIn: 2) {
      try assertRoundTrip(String(repeating: "a", count: length))
      try assertRoundTrip(String(repeating: "中", count: length))
    }
  }

  func testCharactersOfAllKinds() throws {
    try check("𝒳 and 👩‍👩‍👧‍👦 and 🇩🇪")
    try check("\u{FFFD}\u{FEFF}\u{10FFFD}")
    try check("<&>\"'\n\ttail ")
  }

  /// Foundation's XML carries even what XML does not allow.
  func testControlCharacters() throws {
    for scalar in ["\0", "\u{1}", "\u{8}", "\u{B}", "\u{1B}", "\u{FFFE}", "\u{FFFF}"] {
      // XML has no words for them, and refuses them.
      try check(scalar, xml: .lossy)
      try check("a\(scalar)b", xml: .lossy)
    }
    for space in ["\r\n", "\r", "\t", "\n"] {
      try check(space)
      try check("a\(space)b")
    }
  }

  /// `é` in one code point and in two are equal to Swift and different in an archive.
  func testCompositionStays() throws {
    let (one, two) = ("caf\u{E9}", "cafe\u{301}")
    XCTAssertEqual(one, two)
    try check(one)
    try check(two)
    let back = try decoded([one, two, one])
    XCTAssertEqual(back.map { $0.utf8.count }, [5, 6, 5])
  }

  /// The format's own names mean nothing as values, as keys, or as names of fields.
  func testNamesOfTheFormat() throws {
    for text in ["$null", "$class", "$objects", "$top", "$0", "NS.objects", "enum.case"] { try check(text) }
    try assertRoundTrip(["$null", nil, "$null"] as [String?])
    try assertRoundTrip(["$null": "$null"])
    try assertRoundTrip(Set(["$null", "null"]))
    try assertRoundTrip(Box<String?>(content: "$null"))
    try assertRoundTrip(Box<String?>(content: nil))
    XCTAssertEqual(try decoded("$null" as String?), "$null")
    XCTAssertNil(try decoded(nil as String?))
    let object = try KeyedArchive.archivedData(
      withRootObject: ["$null" as NSString] as NSArray, requiringSecureCoding: true)
    let back = try KeyedArchive.unarchivedArrayOfObjects(ofClass: NSString.self, from: object)
    XCTAssertEqual(back?.map { "\($0)" }, ["$null"])
  }

  /// The string is stored once, however often it occurs, and as Foundation would store a mutable one.
  func testNullTextIsAMutableString() throws {
    let archive = try Layout(KeyedArchive.encode(["$null", "$null", "a"]))
    XCTAssertEqual(archive.objects.count, 6)
    XCTAssertEqual(archive.objects(ofClass: "NSMutableString").count, 1)
    XCTAssertEqual(archive.objects(ofClass: "NSMutableString").first?["NS.string"] as? String, "$null")
  }

  func testFieldsWhoseNamesStartWithADollarSign() throws {
    let value = Dollars(fields: "a", class: "b", null: nil)
    let data = try assertRoundTrip(value)
    XCTAssertNotNil(try Layout(data).root?["$$class"])
    try assertCoderRoundTrip(value)
  }

  func testCharacterAndScalarTakeOneOnly() throws {
    let two = try KeyedArchive.encode("ab")
    assertThrows(.invalidValue, saying: "one character") {
      try KeyedArchive.decode(Character.self, from: two)
    }
    assertThrows(.invalidValue) { try KeyedArchive.decode(Unicode.Scalar.self, from: two) }
    let none = try KeyedArchive.encode("")
    assertThrows(.invalidValue) { try KeyedArchive.decode(Character.self, from: none) }
  }

  /// Strings that come from elsewhere are not in contiguous UTF-8 storage at first.
  func testBridgedStrings() throws {
    let bridged = NSMutableString(string: "bridged é text") as NSString as String
    try check(bridged)
  }
}

/// A type whose fields have names that the format uses itself.
struct Dollars: Archivable, Equatable {
  var fields: String
  var `class`: String
  var null: String?

  static let archiveSchema = ArchiveSchema(className: "Test_Dollars", fields: ["$0", "$class", "$null"])

  init(fields: String, class: String, null: String?) {
    (self.fields, self.class, self.null) = (fields, `class`, null)
  }

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(fields, at: 0)
    try encoder.encode(self.class, at: 1)
    try encoder.encode(null, at: 2)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    fields = try decoder.decode(at: 0)
    `class` = try decoder.decode(at: 1)
    null = try decoder.decode(at: 2)
  }

  #if canImport(ObjectiveC)
    @objc(Dollars_Coding)
  #endif
  final class Coding: NSObject, NSSecureCoding, ArchiveWrapper {
    let decoded: Dollars
    init(_ value: Dollars) { decoded = value }
    static var supportsSecureCoding: Bool { true }
    func encode(with coder: NSCoder) { archive(to: coder) }
    init?(coder: NSCoder) {
      guard let value = Self.unarchive(from: coder) else { return nil }
      decoded = value
    }
  }
}
