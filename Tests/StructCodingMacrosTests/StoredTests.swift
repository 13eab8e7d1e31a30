// The macro is there only where the package is built.
#if canImport(StructCodingMacros)
  import SwiftDiagnostics
  import XCTest

  @testable import StructCodingMacros

  /// What `@Stored` makes of names, and where it is refused.
  final class StoredTests: XCTestCase {
    func testFields() {
      assertExpansion(
        """
        @Archivable
        struct Place {
          @Stored("lat") var latitude: Double
          @Stored("lon", formerly: "lng", "long") var longitude = 0.0
          @Stored(formerly: "tag") let label: String
        }
        """,
        """
        nonisolated extension Place: StructCoding.Archivable {
          static let archiveFields: StructCoding.ArchiveFields<Self> = .init("Models_Place_Coding", isMemberwise: true) { Self._listFields(&$0) }

          private static func _listFields(_ fields: inout StructCoding.FieldList<Self>) {
            fields.field("lat", \\.latitude)
            fields.field("lon", formerly: ["lng", "long"], \\.longitude)
            fields.field("label", formerly: ["tag"], \\.label)
          }

          func encodeFields(to encoder: inout some StructCoding.FieldEncoder) throws {
            try encoder.encode(self.latitude, at: 0)
            try encoder.encode(self.longitude, at: 1)
            try encoder.encode(self.label, at: 2)
          }

          init(fields decoder: inout some StructCoding.FieldDecoder) throws {
            self.latitude = try decoder.decode(at: 0)
            self.label = try decoder.decode(at: 2)
            if decoder.hasField(at: 1) { self.longitude = try decoder.decode(at: 1) }
          }

        \(coding(objectiveC: "Models_Place_Coding"))
        }
        """)
    }

    private func check(
      _ source: String, contains parts: String..., file: StaticString = #filePath, line: UInt = #line
    ) {
      let (text, problems) = expansion(of: source)
      XCTAssertEqual(problems, [], file: file, line: line)
      for part in parts { XCTAssert(text.contains(part), "no \(part) in \(text)", file: file, line: line) }
    }

    func testCases() {
      check(
        """
        @Archivable
        enum Step {
          @Stored("wait", formerly: "sleep") case pause
          @Stored(formerly: "go") case move(by: Int)
        }
        """,
        contains: #".init("wait", formerly: ["sleep"]), .init("move", formerly: ["go"], fields: ["by"])"#,
        "case .pause:\n      try encoder.encodeCase(0)", "cases.case(.pause, at: 0)")
    }

    /// It is no property wrapper, and names are any text.
    func testForms() {
      check(
        "@Archivable\nstruct S {\n  @Stored(nil, formerly: \"b\") var a: Int\n  @StructCoding.Stored(\"c\\n\\\"\") var c: Int\n}",
        contains: ##"fields.field("a", formerly: ["b"], \.a)"##, ##"fields.field("c\u{a}\"", \.c)"##,
        ".init(\"Models_S_Coding\", isMemberwise: true) {")
    }

    // MARK: Refusals

    func testTargets() {
      let rest =
        ": it belongs on a stored property or a case in the declaration of an '@Archivable' type; remove it"
      for (member, words) in [
        ("•@Stored(\"b\") static var a = 1", "static property 'a'"),
        ("•@Stored(\"b\") lazy var a = 1", "lazy property 'a'"),
        ("•@Stored(\"b\") var a: Int { 1 }", "computed property 'a'"),
        ("•@Stored(\"b\") let a = 1", "constant 'a'"),
        ("•@Stored(\"b\") func a() {}", "a declaration of another kind"),
        ("•@Stored(\"b\") struct A {}", "a declaration of another kind"),
      ] {
        check(
          "@Archivable\nstruct S {\n  \(member)\n}",
          refusedAs: "stored.target", "'@Stored' cannot be applied to \(words)\(rest)")
      }
      check(
        "func f() {\n  •@Stored(\"b\") var a: Int\n}", refusedAs: "stored.target",
        "'@Stored' cannot be applied to property 'a'\(rest)")
      check(
        "@Archivable\nenum E {\n  •@Stored(\"c\") case a, b\n}", refusedAs: "stored.target",
        "'@Stored' cannot be applied to several declarations at once\(rest)")
      for type in ["struct S", "final class S"] {
        check(
          "\(type) {\n  •@Stored(\"b\") var a: Int\n}", refusedAs: "stored.target",
          "'@Stored' cannot be applied to property 'a'\(rest)")
      }
      check(
        "@Archivable\nenum E: Int {\n  •@Stored(\"b\") case a\n}", refusedAs: "stored.rawValue",
        "'@Stored' has no effect on case 'a', which is stored by its raw value; set the raw value instead")
    }

    func testArguments() {
      let literal =
        "the names of property 'a' in '@Stored' must be string literals without interpolation: the macro reads them "
        + "from the source, before the program runs; write the text here"
      for (attribute, id, message) in [
        ("@Stored(•name)", "literal", literal), ("@Stored(formerly: \"b\", •\"\\(1)\")", "literal", literal),
      ] {
        check(
          "@Archivable\nstruct S {\n  \(attribute) var a: Int\n}", refusedAs: "stored.\(id)", message)
      }
    }

    func testNamesOfTheType() {
      check(
        "@Archivable\nstruct S {\n  var a: Int\n  @Stored(\"a\") var •b: Int\n}", refusedAs: "stored.shared",
        "property 'b' and property 'a' are both stored as 'a'; give one of them another name with '@Stored(\"…\")'"
      )
      check(
        "@Archivable\nenum E {\n  @Stored(\"b\") case a\n  case •b\n}", refusedAs: "stored.shared",
        "case 'b' and case 'a' are both stored as 'b'; give one of them another name with '@Stored(\"…\")'")
      check(
        "@Archivable\nstruct S {\n  var a: Int\n  @Stored(formerly: •\"a\") var b: Int\n}",
        refusedAs: "stored.former",
        "'a' is a former name of property 'b', but property 'a' is or was stored under it, and an archive has one field of a "
          + "name; keep it for one of them")
      check(
        "@Archivable\nstruct S {\n  @Stored(formerly: \"c\") var a: Int\n  @Stored(formerly: •\"c\") var b: Int\n}",
        refusedAs: "stored.former",
        "'c' is a former name of property 'b', but property 'a' is or was stored under it, and an archive has one field of a "
          + "name; keep it for one of them")
      check(
        "@Archivable\nstruct S {\n  @Stored(\"b\") •@Stored(\"c\") var a: Int\n}",
        refusedAs: "stored.repeated",
        "property 'a' has a second '@Stored'; put all names into one: '@Stored(\"…\", formerly: \"…\")'")
    }

    /// Checks that `source` gives one problem, at its marker `•`, and no other.
    private func check(
      _ source: String, refusedAs id: String, _ message: String, file: StaticString = #filePath,
      line: UInt = #line
    ) {
      let (text, places) = MacroTest.unmark(source)
      let found = problems(in: text)
      XCTAssertEqual(
        found.map(\.id), [MessageID(domain: "StructCoding", id: id)], source, file: file, line: line)
      XCTAssertEqual(found.map(\.message), [message], source, file: file, line: line)
      XCTAssertEqual(
        found.map { [$0.line, $0.column] }, places.map { [$0.line, $0.column] }, source, file: file,
        line: line)
    }

    /// What names mean something else in an extension stays in the type.
    func testExpressionsOfAnotherPlace() {
      for (expression, isNested, isKept) in [
        ("default: 1", true, false), ("default: -1.5", true, false), ("default: Kind.a", true, true),
        ("default: Kind.a", false, false), ("default: near", false, true), ("default: [a: 1]", false, true),
        (".transformed(Text.self)", true, true), (".transformed(Text.self)", false, false),
        (".transformed(encode: { (c: Kind) in c.x }, decode: { Kind(x: $0) })", false, false),
        (".transformed(encode: { (c: Kind) in c.x }, decode: { Kind(x: $0) })", true, true),
        (".codable(.json)", true, false), (".raw", true, false),
      ] {
        for type in ["Kind", "Kind!", "[Kind]?"] {
          let model = "@Archivable\nstruct S {\n  @Stored(\(expression)) var x: \(type)\n}"
          let text = expansion(of: isNested ? "enum Out {\n\(model)\n}" : model).text
          let name = expression.hasPrefix(".") ? "_method_x" : "_default_x"
          let kept = type.replacingOccurrences(of: "!", with: "?")
          let declared = expression.hasPrefix(".") ? "StructCoding.FieldStorage<\(kept)>" : kept
          XCTAssertEqual(
            text.contains("nonisolated private static var \(name): \(declared) {"), isKept,
            "\(expression): \(text)")
          XCTAssertEqual(text.contains("Self.\(name)"), isKept, "\(expression): \(text)")
        }
      }
      // Without a type, it cannot be kept.
      XCTAssertFalse(
        expansion(of: "@Archivable\nstruct S {\n  @Stored(default: near) var x = 1\n}").text.contains(
          "_default_x"))
    }

  }
#endif
