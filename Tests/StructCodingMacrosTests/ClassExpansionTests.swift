// The macro is there only where the package is built.
#if canImport(StructCodingMacros)
  import SwiftSyntax
  import XCTest

  @testable import StructCodingMacros

  /// What a class gets, and what is refused of classes alone.
  final class ClassExpansionTests: XCTestCase {
    private func assertMembers(
      _ source: String, conformances: [TypeSyntax] = ["ArchivableObject"], _ expected: String,
      line: UInt = #line
    ) {
      let (text, problems) = expansion(of: source, conformances: conformances)
      XCTAssertEqual(problems, [], line: line)
      XCTAssertEqual(text.trimmingCharacters(in: .newlines), expected, line: line)
    }

    /// A variable that has a value without one in the archive is read when the instance is there already.
    func testFinalClass() {
      assertMembers(
        """
        @ArchivableObject
        public final class Folder {
          public let name: String
          var children: [Folder] = []
          weak var parent: Folder?
          var tags: Set<String>
          unowned let owner: Owner
          var count = 0 { didSet {} }
        }
        """,
        """
          public static let archiveSchema = StructCoding.ArchiveSchema(
            className: "Models_Folder_Coding", fields: ["name", "children", "parent", "tags", "owner", "count"])

          public func encodeFields(to encoder: inout some StructCoding.FieldEncoder) throws {
            try encoder.encode(self.name, at: 0)
            try encoder.encode(self.children, at: 1)
            try encoder.encodeWeak(self.parent, at: 2)
            try encoder.encode(self.tags, at: 3)
            try encoder.encodeUnowned(self.owner, at: 4)
            try encoder.encode(self.count, at: 5)
          }

          public init(fields decoder: inout some StructCoding.FieldDecoder) throws {
            self.name = try decoder.decode(at: 0)
            self.parent = nil
            self.tags = []
            self.owner = try decoder.decodeUnowned(at: 4)
            if decoder.hasField(at: 5) { self.count = try decoder.decode(at: 5) }
          }

          public func decodeReferences(from decoder: inout some StructCoding.FieldDecoder) throws {
            if decoder.hasField(at: 1) { self.children = try decoder.decode(at: 1) }
            self.parent = try decoder.decodeWeak(at: 2)
            self.tags = try decoder.decode(at: 3)
          }
        }

        nonisolated extension Folder: StructCoding.ArchivableObject {}
        """)
    }

    /// The first of a hierarchy has every member that the others override.
    func testSuperclass() {
      assertMembers(
        """
        @ArchivableObject
        open class Shape {
          var label: String
          open class var archiveSubclasses: [any ArchivableObject.Type] { [Circle.self] }
        }
        """,
        """
          private static let _archiveSchema = StructCoding.ArchiveSchema(
            className: "Models_Shape_Coding", fields: ["label"])

          open class var archiveSchema: StructCoding.ArchiveSchema { _archiveSchema }

          open func encodeFields(to encoder: inout some StructCoding.FieldEncoder) throws {
            try encoder.encode(self.label, at: 0)
          }

          public required init(fields decoder: inout some StructCoding.FieldDecoder) throws {
            self.label = try decoder.decode(at: 0)
          }

          open func decodeReferences(from decoder: inout some StructCoding.FieldDecoder) throws {
          }
        }

        nonisolated extension Shape: StructCoding.ArchivableObject {}
        """)
    }

    /// The conformance is that of the class above; the list of subclasses is not.
    func testSubclass() {
      assertMembers(
        """
        @ArchivableObject(className: "Circle")
        final class Circle: Shape {
          var radius: Double
          var next: Circle?
        }
        """, conformances: [],
        """
          private static let _archiveSchema = _makeArchiveSchema()

          private static func _makeArchiveSchema() -> StructCoding.ArchiveSchema {
            StructCoding.ArchiveSchema(
              className: "Circle", fields: ["radius", "next"], superclass: super.archiveSchema)
          }

          override class var archiveSchema: StructCoding.ArchiveSchema { _archiveSchema }

          private static let _archiveFirstField = _archiveSchema.cases[0].fields.count - 2

          override class var archiveSubclasses: [any StructCoding.ArchivableObject.Type] { [] }

          @available(*, deprecated)
          override func encodeFields(to encoder: inout some StructCoding.FieldEncoder) throws {
            try super.encodeFields(to: &encoder)
            try encoder.encode(self.radius, at: Self._archiveFirstField + 0)
            try encoder.encode(self.next, at: Self._archiveFirstField + 1)
          }

          @available(*, deprecated)
          required init(fields decoder: inout some StructCoding.FieldDecoder) throws {
            self.radius = try decoder.decode(at: Self._archiveFirstField + 0)
            self.next = nil
            try super.init(fields: &decoder)
          }

          @available(*, deprecated)
          override func decodeReferences(from decoder: inout some StructCoding.FieldDecoder) throws {
            try super.decodeReferences(from: &decoder)
            self.next = try decoder.decode(at: Self._archiveFirstField + 1)
          }
        }
        """)
    }

    func testWhatClassesDoNotHave() {
      assertRefused(
        "@ArchivableObject\nfinal class Session {\n  @Stored(.composition) var •details: Details\n}",
        "declaration.composition",
        "property 'details' cannot be stored flat: subclasses add their fields after the class's own; use the "
          + "default storage, or store it flat in a struct")
      assertRefused(
        "@ArchivableObject\nfinal class Session {\n  •unowned(unsafe) let owner: Owner\n}",
        "field.reference",
        "unowned property 'owner' cannot be archived: it does not own the object, which may no longer exist; "
          + "store an identifier of the object, or use a safe reference in a class")
      assertRefused(
        "@ArchivableObject\nclass Session {\n  var x = 1\n  func •awakeAfterDecoding() throws {}\n}",
        "declaration.hook",
        "class 'Session' does not state that it conforms to 'AwakesAfterDecoding', so its method would never be "
          + "called: '@ArchivableObject' cannot add the conformance; add it to the class's declaration"
      )
    }
  }
#endif
