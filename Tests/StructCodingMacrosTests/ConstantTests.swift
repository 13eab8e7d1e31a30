// The macro is there only where the package is built.
#if canImport(StructCodingMacros)
  import SwiftDiagnostics
  import SwiftSyntaxMacrosGenericTestSupport
  import XCTest

  @testable import StructCodingMacros

  /// Constants with a value, which are in no archive: those that differ from value to value are warned of.
  final class ConstantTests: XCTestCase {
    private func warnings(_ members: String, of type: String = "@Archivable\nstruct S") -> [String] {
      expansion(of: "\(type) {\n  var a: Int\n  \(members)\n}").problems
    }

    func testWarnings() {
      let found = problems(in: "@Archivable\nstruct S {\n  var a: Int\n  private let id = UUID()\n}")
      XCTAssertEqual(
        found.map(\.message),
        [
          "constant 'id' is not archived, since its initial value cannot be overwritten: each decoded value computes "
            + "its own; make it a variable, or mark it '@Transient' if that is intended"
        ])
      XCTAssertEqual([found.first?.line, found.first?.column], [4, 15])
      for member in [
        "let id = UUID()", "let id: UUID = .init()", "let text = \"\\(next())\"", "let all = [1, next()]",
        "#if DEBUG\nlet id = UUID()\n#endif",
      ] {
        for type in ["@Archivable\nstruct S", "@ArchivableObject\nfinal class S"] {
          XCTAssertEqual(warnings(member, of: type).count, 1, member)
        }
      }
      // The type is archived all the same.
      XCTAssert(
        expansion(of: "@Archivable\nstruct S {\n  var a: Int\n  let id = UUID()\n}").text.contains(
          "fields.field(\"a\", \\.a)"))
    }

    func testSilence() {
      for member in [
        "let b = 1", "let b = -1.5", "let b = \"text\"", "let b = true", "let b: Int? = nil",
        "let b = [1, 2]",
        "let b = [\"a\": (1, 2)]", "let b: [Int: Int] = [:]",
        "static let b = UUID()", "@Transient let b = UUID()", "let b: UUID", "var b = UUID()",
        "let b = { 1 }",
      ] {
        XCTAssertEqual(warnings(member), [], member)
      }
    }

    func testCures() {
      for (member, cured) in [
        ("let id = UUID()", ["var id = UUID()", "@Transient let id = UUID()"]),
        (
          "@available(*, deprecated) private let id = UUID()",
          [
            "@available(*, deprecated) private var id = UUID()",
            "@available(*, deprecated) @Transient private let id = UUID()",
          ]
        ),
      ] {
        for (title, fixed) in zip(["make it 'var'", "mark it '@Transient'"], cured) {
          // The expansion is compared elsewhere; here, the source after the cure.
          var failures: [String] = []
          assertMacroExpansion(
            "@Archivable\nstruct S {\n  \(member)\n}", expandedSource: "", macroSpecs: MacroTest.specs,
            applyFixIts: [title], fixedSource: "@Archivable\nstruct S {\n  \(fixed)\n}",
            testModuleName: "Models", failureHandler: { failures.append($0.message) })
          failures.removeAll {
            $0.hasPrefix("Macro expansion did not") || $0.hasPrefix("Expected 0 diagnostics")
          }
          XCTAssertEqual(failures, [])
        }
      }
    }
  }
#endif
