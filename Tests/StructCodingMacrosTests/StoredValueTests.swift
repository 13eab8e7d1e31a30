// The macro is there only where the package is built.
#if canImport(StructCodingMacros)
  import XCTest

  @testable import StructCodingMacros

  /// Constants, properties that are only written, elements that are dropped, transformers and closures, and the case that
  /// unknown ones are read as.
  final class StoredValueTests: XCTestCase {
    func testAStruct() {
      assertExpansion(
        """
        @Archivable
        struct Item {
          @Stored(.constant) let format = "v2"
          @Stored("size", .writeOnly) var area = 0.0
          @Stored(onDecodeFailure: .dropElements) var tags: [Tag]
          @Stored(default: [], onDecodeFailure: .dropElements) var more: Set<Int>
          @Stored(.transformed(A.self)) var both: Data
          @Stored(.transformed(encode: { (c: Color) in c.hex }, decode: { Color($0) })) var color: Color
        }
        """,
        """
        nonisolated extension Item: StructCoding.Archivable {
          static let archiveFields: StructCoding.ArchiveFields<Self> = .init("Models_Item_Coding") { Self._listFields(&$0) }

          private static func _listFields(_ fields: inout StructCoding.FieldList<Self>) {
            fields.field("format", \\.format)
            fields.field("size", \\.area)
            fields.isolateFailures()
            fields.field("tags", \\.tags, as: .droppingElements())
            fields.field("more", \\.more, as: .droppingElements())
            fields.field("both", \\.both, as: .transformed(A.self))
            fields.field("color", \\.color, as: .transformed(encode: { (c: Color) in c.hex }, decode: { Color($0) }))
          }

          func encodeFields(to encoder: inout some StructCoding.FieldEncoder) throws {
            try encoder.encode(self.format, at: 0)
            try encoder.encode(self.area, at: 1)
            try encoder.encode(self.tags, at: 2, as: .droppingElements())
            try encoder.encode(self.more, at: 3, as: .droppingElements())
            try encoder.encode(self.both, at: 4, as: .transformed(A.self))
            try encoder.encode(self.color, at: 5, as: .transformed(encode: { (c: Color) in c.hex }, decode: { Color($0) }))
          }

          init(fields decoder: inout some StructCoding.FieldDecoder) throws {
            self.tags = try decoder.decode(at: 2, as: .droppingElements())
            self.more = try decoder.hasField(at: 3) ? decoder.decode(at: 3, as: .droppingElements()) : []
            self.both = try decoder.decode(at: 4, as: .transformed(A.self))
            self.color = try decoder.decode(at: 5, as: .transformed(encode: { (c: Color) in c.hex }, decode: { Color($0) }))
            try decoder._check(self.format, at: 0)
          }

        \(coding(objectiveC: "Models_Item_Coding"))
        }
        """)
    }

    /// Closures after the parentheses, or without any.
    func testTrailingClosures() {
      for call in [
        ".transformed { (c: Color) in c.hex } decode: { Color($0) }",
        ".transformed(encode: { (c: Color) in c.hex }) { Color($0) }",
      ] {
        let (text, problems) = expansion(
          of: "@Archivable\nstruct S {\n  @Stored(\(call)) var color: Color\n}")
        XCTAssertEqual(problems, [])
        for line in [
          "fields.field(\"color\", \\.color, as: \(call))",
          "self.color = try decoder.decode(at: 0, as: \(call))",
        ] {
          XCTAssert(text.contains(line), "no \(line) in \(text)")
        }
      }
    }

    /// In a class, constants are checked before the superclass is initialised, and collections are read last.
    func testAClass() {
      let (text, problems) = expansion(
        of: """
          @ArchivableObject
          final class C {
            @Stored(.constant) let format = 2
            @Stored(.writeOnly) var note: String?
            @Stored(onDecodeFailure: .dropElements) var kinds: [Kind]
          }
          """, conformances: ["ArchivableObject"])
      XCTAssertEqual(problems, [])
      XCTAssert(
        text.contains("    self.kinds = []\n    try decoder._check(self.format, at: 0)\n"), text)
      XCTAssert(text.contains("self.kinds = try decoder.decode(at: 2, as: .droppingElements())"), text)
      XCTAssertFalse(text.contains("self.note ="), text)
    }

    func testAFallback() {
      let (text, problems) = expansion(
        of: """
          @Archivable
          enum Phone {
            case iPhone(Int)
            @Stored("else", .fallback, formerly: "none") case other
          }
          """)
      XCTAssertEqual(problems, [])
      XCTAssert(
        text.contains(
          ".init(\"iPhone\", fields: [\"_0\"]), .init(\"else\", formerly: [\"none\"], isFallback: true)"),
        text)
    }

    private func refuses(
      _ property: String, _ id: String, _ message: String, line: UInt = #line
    ) {
      let (source, places) = MacroTest.unmark("@Archivable\nstruct S {\n  \(property)\n}")
      let found = problems(in: source)
      XCTAssertEqual(found.map(\.message), [message], line: line)
      XCTAssertEqual(found.map { "\($0.id)".contains("\"\(id)\"") }, [true], "\(found.map(\.id))", line: line)
      XCTAssertEqual(found.map(\.line), places.map(\.line), line: line)
      XCTAssertEqual(found.map(\.column), places.map(\.column), line: line)
    }

    func testRefusedProperties() {
      for constant in ["•@Stored(.constant) var a = 1", "•@Stored(.constant) let a: Int"] {
        refuses(
          constant, "stored.constant",
          "property 'a' is not a constant with a value to check archives against; write 'let a = …', or "
            + "remove '.constant'")
      }
      refuses(
        "•@Stored(.writeOnly) var a: Int", "stored.writeOnly",
        "property 'a' is never read, so decoding has no value for it; give it an initial value, or make it an "
          + "optional variable")
      refuses(
        "@Stored(•.fallback) var a = 1", "stored.method",
        "the storage method of property 'a' must be written here, as '.raw', '.codable', '.transformed(…)', "
          + "'.composition', '.constant', '.writeOnly' or '.default': the macro reads it from the source, "
          + "before the program runs"
      )
    }

    func testRefusedCases() {
      for cases in [
        "case a\n  •@Stored(.fallback) case b(Int)",
        "@Stored(.fallback) case a\n  •@Stored(.fallback) case b",
      ] {
        assertRefused(
          "@Archivable\nenum E {\n  \(cases)\n}", "stored.fallback",
          "case 'b' cannot be the fallback for unknown cases: '.fallback' marks a single case of an enum, "
            + "without associated values")
      }
    }
  }
#endif
