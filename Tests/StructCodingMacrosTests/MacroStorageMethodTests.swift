// The macro is there only where the package is built.
#if canImport(StructCodingMacros)
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import XCTest

  @testable import StructCodingMacros

  /// What storage methods, defaults and failure policies expand to.
  final class MacroStorageMethodTests: XCTestCase {
    func testMethods() {
      assertExpansion(
        """
        @Archivable
        struct Item {
          @Stored(.default) var plain: Int
          @Stored(.raw, onDecodeFailure: .fallbackToDefaultValue) var hue: Hue?
          @Stored("p", .codable, formerly: "q", default: Palette.none) var palette: Palette
          @Stored(.codable(.json)) var other: Palette = .none
          @Stored(.transformed(A.B<C>.self)) var share: Fraction
          @Stored(.transformed(name: "hex"), onDecodeFailure: .debugAssertNil) var data: Data?
          @Stored(.composition, formerly: "origin") var start: Location
          @Stored(default: 1, onDecodeFailure: .fallbackToDefaultValue) let count: Int
          @Stored(onDecodeFailure: .fallbackToDefaultValue) var width = 2.0
          @Stored(.composition) var end = Location()
          @Stored(.composition, default: Location(0)) var middle: Location
          @Stored(onDecodeFailure: .throwError) var last: Int
        }
        """,
        """
        nonisolated extension Item: StructCoding.Archivable {
          static let archiveFields: StructCoding.ArchiveFields<Self> = .init("Models_Item_Coding", isMemberwise: true) { Self._listFields(&$0) }

          private static func _listFields(_ fields: inout StructCoding.FieldList<Self>) {
            fields.field("plain", \\.plain)
            fields.field("hue", \\.hue, as: .raw())
            fields.isolateFailures()
            fields.field("p", formerly: ["q"], \\.palette, as: .codable())
            fields.field("other", \\.other, as: .codable(.json))
            fields.field("share", \\.share, as: .transformed(A.B<C>.self))
            fields.field("data", \\.data, as: .transformed(name: "hex"))
            fields.isolateFailures()
            fields.field("count", \\.count)
            fields.isolateFailures()
            fields.field("width", \\.width)
            fields.isolateFailures()
            fields.field("last", \\.last)
            fields.composition("start", formerly: ["origin"], \\.start)
            fields.composition("end", \\.end)
            fields.composition("middle", \\.middle)
          }

          func encodeFields(to encoder: inout some StructCoding.FieldEncoder) throws {
            try encoder.encode(self.plain, at: 0)
            try encoder.encode(self.hue, at: 1, as: .raw())
            try encoder.encode(self.palette, at: 2, as: .codable())
            try encoder.encode(self.other, at: 3, as: .codable(.json))
            try encoder.encode(self.share, at: 4, as: .transformed(A.B<C>.self))
            try encoder.encode(self.data, at: 5, as: .transformed(name: "hex"))
            try encoder.encode(self.count, at: 6)
            try encoder.encode(self.width, at: 7)
            try encoder.encode(self.last, at: 8)
            try encoder.encodeComposition(self.start, at: 9)
            try encoder.encodeComposition(self.end, at: Self.archiveSchema._position(ofComposition: 1))
            try encoder.encodeComposition(self.middle, at: Self.archiveSchema._position(ofComposition: 2))
          }

          @available(*, deprecated)
          init(fields decoder: inout some StructCoding.FieldDecoder) throws {
            self.plain = try decoder.decode(at: 0)
            self.hue = try decoder.decode(at: 1, orDefault: nil) { try $0.decode(at: 1, as: .raw()) }
            self.palette = try decoder.hasField(at: 2) ? decoder.decode(at: 2, as: .codable()) : Palette.none
            self.share = try decoder.decode(at: 4, as: .transformed(A.B<C>.self))
            self.data = try decoder._decode(at: 5, orAssertNil: { try $0.decode(at: 5, as: .transformed(name: "hex")) })
            self.count = try decoder.decode(at: 6, orDefault: 1) { try $0.decode(at: 6) }
            self.last = try decoder.decode(at: 8)
            self.start = try decoder.decodeComposition(at: 9)
            self.middle = try decoder.decodeComposition(at: Self.archiveSchema._position(ofComposition: 2), orDefault: Location(0))
            if decoder.hasField(at: 3) { self.other = try decoder.decode(at: 3, as: .codable(.json)) }
            self.width = try decoder._decode(at: 7, orKeep: self.width) { try $0.decode(at: 7) }
            self.end = try decoder._decodeComposition(at: Self.archiveSchema._position(ofComposition: 1), orKeep: self.end)
          }

        \(coding(objectiveC: "Models_Item_Coding"))
        }
        """)
    }

    func testQualified() {
      let (text, problems) = expansion(
        of: """
          @Archivable
          struct S {
            @StructCoding.Stored(StorageMethod.raw, onDecodeFailure: DecodeFailurePolicy.throwError) var a: A
            @Stored(.codable, onDecodeFailure: .fallbackToDefaultValue) var b: B?
          }
          """)
      XCTAssertEqual(problems, [])
      for part in [
        "fields.field(\"a\", \\.a, as: .raw())",
        "    fields.field(\"b\", \\.b, as: .codable())\n    fields.isolateFailures()\n",
        "try encoder.encode(self.a, at: 0, as: .raw())",
        "try encoder.encode(self.b, at: 1, as: .codable())",
      ] {
        XCTAssert(text.contains(part), "no \(part) in \(text)")
      }
    }

    func testVersionsAndHooks() {
      let (text, problems) = expansion(
        of: """
          @Archivable(className: "S", version: 3, acceptsNewerVersions: true)
          struct S {
            var a: Int
            mutating func awakeAfterDecoding() throws {}
          }
          """, conformances: ["Archivable", "ArchiveUpgradable", "AwakesAfterDecoding"])
      XCTAssertEqual(problems, [])
      XCTAssert(
        text.contains(
          "nonisolated extension S: StructCoding.Archivable, StructCoding.ArchiveUpgradable, "
            + "StructCoding.AwakesAfterDecoding {"), text)
      XCTAssert(
        text.contains(#".init("S", version: 3, acceptsNewerVersions: true, isMemberwise: true) {"#), text)
      // Only a struct without versions can be stored flat.
      let all: [TypeSyntax] = ["Archivable", "ArchiveComposable", "ArchiveUpgradable", "AwakesAfterDecoding"]
      XCTAssert(
        expansion(of: "@Archivable\nstruct S {\n  var a: Int\n}", conformances: all).text.contains(
          "nonisolated extension S: StructCoding.Archivable, StructCoding.ArchiveComposable {"))
      XCTAssert(
        expansion(of: "@Archivable\nenum S {\n  case a\n}", conformances: all).text.contains(
          "nonisolated extension S: StructCoding.Archivable {"))
      // Version 1 has none before it.
      let first = expansion(
        of: "@Archivable(version: 1)\nstruct S {\n  var a: Int\n}",
        conformances: ["Archivable", "ArchiveUpgradable", "AwakesAfterDecoding"]
      ).text
      XCTAssert(first.contains("nonisolated extension S: StructCoding.Archivable {"), first)
    }

    func testTransient() {
      assertExpansion(
        """
        @Archivable
        struct Document {
          @Stored("name") var title: String
          @Transient var isSelected = false
          @Transient(dependsOn: \\.title, \\.isSelected) public var label: String {
            _label { isSelected ? title : "" }
          }
        }
        """.replacingOccurrences(
          of: "@Transient(dependsOn: \\.title, \\.isSelected) public var", with: "public var"),
        """
        nonisolated extension Document: StructCoding.Archivable {
          static let archiveFields: StructCoding.ArchiveFields<Self> = .init("Models_Document_Coding") { Self._listFields(&$0) }

          private static func _listFields(_ fields: inout StructCoding.FieldList<Self>) {
            fields.field("name", \\.title)
          }

          func encodeFields(to encoder: inout some StructCoding.FieldEncoder) throws {
            try encoder.encode(self.title, at: 0)
          }

          init(fields decoder: inout some StructCoding.FieldDecoder) throws {
            self.title = try decoder.decode(at: 0)
          }

        \(coding(objectiveC: "Models_Document_Coding"))
        }
        """)
    }

    func testDerived() {
      let source = """
        @Archivable
        struct Document {
          @Stored("name") var title: String
          @Transient(dependsOn: \\.title, \\.page.number) public var label: String {
            get { _label { title } }
            set { title = newValue }
          }
        }
        """
      let (text, problems) = expansion(of: source)
      XCTAssertEqual(problems, [])
      XCTAssert(
        text.contains(
          """
            var __label = LiveValues._DerivedCache<String>()

            private func _label(_ make: () -> String) -> String {
              self.__label.value(of: self.title, self.page.number, making: make)
            }
          """), text)
    }
  }
#endif
