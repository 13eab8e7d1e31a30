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
