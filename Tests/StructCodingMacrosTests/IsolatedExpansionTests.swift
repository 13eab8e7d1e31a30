// The macro is there only where the package is built.
#if canImport(StructCodingMacros)
  import XCTest

  /// What an expansion does for types that are, or may be, isolated to an actor, and for values that go to another one.
  final class IsolatedExpansionTests: XCTestCase {
    /// The lines of the nested class.
    private func codingLines(of source: String) -> String {
      let (text, problems) = expansion(of: source)
      XCTAssertEqual(problems, [])
      let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      return lines.filter { $0.contains("final class Coding") || $0.contains("typealias Value") }
        .joined(separator: "\n")
    }

    func testSendableCoding() {
      let sendable = """
        nonisolated final class Coding: StructCoding.CodingObject, StructCoding.ArchiveWrapper, @unchecked Swift.Sendable {
        typealias Value = StructCoding._SendableValue<_Archived>
        """
      for declaration in [
        "struct S: Sendable { var a: Int }", "struct S: Equatable, @unchecked Sendable { var a: Node }",
        "struct S: Swift.Sendable { var a: Int }", "struct S: Named & Sendable { var a: Int }",
        "enum S: Error { case a }", "enum S: String, Sendable { case a }",
      ] {
        XCTAssertEqual(codingLines(of: "@Archivable\n\(declaration)"), sendable, declaration)
      }
      XCTAssertEqual(codingLines(of: "@Archivable\n@MainActor struct S { var a: Int }"), sendable)
      let other = """
        nonisolated final class Coding: StructCoding.CodingObject, StructCoding.ArchiveWrapper {
        typealias Value = _Archived
        """
      for declaration in ["struct S { var a: Int }", "struct S: Shop.Sendable, Shop.Error { var a: Int }"] {
        XCTAssertEqual(codingLines(of: "@Archivable\n\(declaration)"), other, declaration)
      }
    }

    func testMainActorClass() {
      assertRefused(
        "@Archivable\n•@MainActor\nfinal class C {\n  var a = 1\n  init() {}\n}", "isolation.ofClass",
        "'@Archivable' cannot be applied to class 'C', which is isolated to the main actor: archives are written and "
          + "read on any thread; make it nonisolated, with '@MainActor' at the members that need it, or archive a "
          + "struct that it holds",
        cure: "make 'C' nonisolated",
        fixedSource: "@Archivable\nfinal nonisolated class C {\n  var a = 1\n  init() {}\n}")
    }

    func testMainActorHooks() {
      assertRefused(
        """
        @Archivable(version: 2)
        @MainActor struct S {
          var a: Int
          mutating func •awakeAfterDecoding() {}
          static func •upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {}
          func upgrade() {}
        }
        """,
        ["awakeAfterDecoding", "upgrade"].map { name in
          MacroTest.Expected(
            id: "isolation.ofHook",
            message:
              "method '\(name)' of 'S' is isolated to the main actor, and decoders call it on any thread; make "
              + "it nonisolated", cures: ["make '\(name)' nonisolated"])
        },
        fixedSource: """
          @Archivable(version: 2)
          @MainActor struct S {
            var a: Int
            mutating nonisolated func awakeAfterDecoding() {}
            static nonisolated func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {}
            func upgrade() {}
          }
          """)
      let (_, problems) = expansion(
        of:
          "@Archivable\n@MainActor struct S {\n  var a: Int\n  nonisolated mutating func awakeAfterDecoding() {}\n}"
      )
      XCTAssertEqual(problems, [])
    }

    /// Decoders call the hooks on any thread: the compiler says at the type if they are isolated.
    func testLocationOfHooks() {
      let method = "mutating func awakeAfterDecoding() {}"
      let text = exactExpansion(
        of: "@Archivable\n@available(macOS 14, *)\nstruct S {\n  var a: Int\n  \(method)\n}")
      let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      let head = lines.firstIndex { $0.contains("nonisolated extension S") } ?? 0
      XCTAssertEqual(lines[head - 2], #"#sourceLocation(file: "File.swift", line: 2)"#, text)
      XCTAssertEqual(lines[head - 1], "@available(macOS 14, *)", text)
      XCTAssertEqual(lines[head + 1], "#sourceLocation()", text)
      XCTAssert(
        !exactExpansion(of: "@Archivable\nstruct S {\n  var a: Int\n}").contains("#sourceLocation"))
    }
  }
#endif
