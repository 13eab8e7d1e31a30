// The macro is there only where the package is built.
#if canImport(StructCodingMacros)
  import SwiftDiagnostics
  import SwiftParser
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacroExpansion
  import SwiftSyntaxMacros
  import SwiftSyntaxMacrosGenericTestSupport
  import SwiftSyntaxMacrosTestSupport
  import XCTest

  @testable import StructCodingMacros

  /// What the tests say about an expansion, in the words of this macro.
  enum MacroTest {
    static let specs = specs(conformances: ["Archivable"])

    static func specs(conformances: [TypeSyntax]) -> [String: MacroSpec] {
      [
        "Archivable": MacroSpec(type: ArchivableMacro.self, conformances: conformances),
        "ArchivableObject": MacroSpec(type: ArchivableMacro.self, conformances: conformances),
        "Stored": MacroSpec(type: StoredMacro.self),
        "Transient": MacroSpec(type: TransientMacro.self),
      ]
    }

    /// A problem expected at the marker `•` in a source.
    struct Expected {
      let id: String
      let message: String
      var cures: [String] = []
    }

    /// The source without markers, and where they stood: line and column, from 1.
    static func unmark(_ source: String) -> (source: String, places: [(line: Int, column: Int)]) {
      var places: [(line: Int, column: Int)] = []
      var text = ""
      var (line, column) = (1, 1)
      for character in source {
        if character == "•" {
          places.append((line, column))
          continue
        }
        text.append(character)
        if character == "\n" { (line, column) = (line + 1, 1) } else { column += character.utf8.count }
      }
      return (text, places)
    }

    /// The text of an expansion as most tests compare it: names of modules with a dot, without the lines that lead to the
    /// source, `SourceLineTests` compares those. The protocols of a conformance have their usual names.
    static func plain(_ text: String) -> String {
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      func leads(_ line: String) -> Bool {
        line.trimmingCharacters(in: .whitespaces).hasPrefix("#sourceLocation(")
      }
      // The line below names the type.
      for index in lines.indices.dropFirst() where leads(lines[index - 1]) {
        lines[index] = lines[index].components(separatedBy: "  // ")[0]
      }
      lines.removeAll(where: leads)
      var plain = lines.joined(separator: "\n")
      plain = plain.replacingOccurrences(
        of: "StructCoding::_(Arch|Awakes)", with: "StructCoding::$1", options: .regularExpression)
      for module in ["LiveValues", "StructCoding", "Foundation", "Swift", "Models"] {
        plain = plain.replacingOccurrences(of: "\(module)::", with: "\(module).")
      }
      return plain
    }

    /// The source without the lines of the attribute, and without `@Stored` and `@Transient`: what a refused expansion
    /// leaves.
    static func withoutAttribute(_ source: String) -> String {
      source.split(separator: "\n", omittingEmptySubsequences: false)
        .filter { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("@Archivable") }.joined(separator: "\n")
        .replacingOccurrences(
          of: #"@(Stored|Transient)(\(([^()]|\(([^()]|\([^()]*\))*\))*\))? "#, with: "",
          options: .regularExpression)
    }
  }

  /// Expands `source`, a file of module `Models` unless `module` is nil.
  private func expand(
    _ source: String, conformances: [TypeSyntax] = ["Archivable"], module: String? = "Models"
  ) -> (text: String, context: BasicMacroExpansionContext) {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: module.map { [file: .init(moduleName: $0, fullFilePath: "File.swift")] } ?? [:])
    let expanded = file.expand(
      macroSpecs: MacroTest.specs(conformances: conformances),
      contextGenerator: {
        BasicMacroExpansionContext(sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
      },
      indentationWidth: .spaces(2))
    return (expanded.description, context)
  }

  /// The generated part of the expansion of `source`, and the identifiers of the problems.
  func expansion(
    of source: String, conformances: [TypeSyntax] = ["Archivable"], module: String? = "Models"
  ) -> (text: String, problems: [String]) {
    let (text, context) = expand(source, conformances: conformances, module: module)
    let generated = text.dropFirst(MacroTest.withoutAttribute(source).count)
    return (
      MacroTest.plain(String(generated)), context.diagnostics.map(\.diagMessage.diagnosticID).map { "\($0)" }
    )
  }

  /// A problem that was found, and where.
  struct FoundProblem {
    let id: MessageID
    let message: String
    let line: Int
    let column: Int
  }

  /// The problems of a source, in the order in which they are reported.
  func problems(in source: String) -> [FoundProblem] {
    let context = expand(source).context
    return context.diagnostics.map { diagnostic in
      let location = context.location(
        for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "File.swift")
      return FoundProblem(
        id: diagnostic.diagMessage.diagnosticID, message: diagnostic.message, line: location.line,
        column: location.column)
    }
  }

  /// Checks that `source` expands into itself, without the attribute, and `expansion`, without any problem.
  func assertExpansion(
    _ source: String, _ expansion: String, file: StaticString = #filePath, line: UInt = #line
  ) {
    let (text, context) = expand(source)
    XCTAssertEqual(
      MacroTest.plain(text).trimmingCharacters(in: .newlines),
      MacroTest.withoutAttribute(source) + "\n\n" + expansion, file: file, line: line)
    XCTAssertEqual(context.diagnostics.map(\.message), [], file: file, line: line)
  }

  /// The generated part of the expansion of `source` by the letter, with the lines that lead to the source.
  func exactExpansion(of source: String) -> String {
    String(expand(source).text.dropFirst(MacroTest.withoutAttribute(source).count))
  }

  /// Checks that `source` is refused with one problem at each marker `•`, in their order, without any
  /// expansion, and that the cures make `fixedSource` of it.
  func assertRefused(
    _ source: String, _ expected: [MacroTest.Expected], fixedSource: String? = nil,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    let (text, places) = MacroTest.unmark(source)
    guard places.count == expected.count else {
      return XCTFail("\(places.count) markers for \(expected.count) problems", file: file, line: line)
    }
    let diagnostics = zip(expected, places).map { problem, place in
      DiagnosticSpec(
        id: .init(domain: "StructCoding", id: problem.id), message: problem.message, line: place.line,
        column: place.column, fixIts: problem.cures.map { FixItSpec(message: $0) })
    }
    assertMacroExpansion(
      text, expandedSource: MacroTest.withoutAttribute(text), diagnostics: diagnostics,
      macroSpecs: MacroTest.specs,
      fixedSource: fixedSource, testModuleName: "Models", indentationWidth: .spaces(2), file: file, line: line
    )
  }

  func assertRefused(
    _ source: String, _ id: String, _ message: String, cure: String? = nil, fixedSource: String? = nil,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    let expected = MacroTest.Expected(id: id, message: message, cures: cure.map { [$0] } ?? [])
    assertRefused(source, [expected], fixedSource: fixedSource, file: file, line: line)
  }

  /// The nested class in an expected expansion, where it only differs in names.
  ///
  /// - Parameter registers: Whether Foundation's archiver learns its name while it archives.
  func coding(
    objectiveC name: String? = nil, access: String = "", registers: Bool = false
  ) -> String {
    let registration = """

          #if canImport(ObjectiveC)
          \(access)override var classForKeyedArchiver: Swift.AnyClass? {
            Self.registerArchiveNames()
            return Self.self
          }
          #endif
      """
    let attribute = name.map { "  #if canImport(ObjectiveC)\n  @objc(\($0))\n  #endif\n" } ?? ""
    return attribute + """
        \(access)nonisolated final class Coding: StructCoding.CodingObject, StructCoding.ArchiveWrapper {
          \(access)typealias Value = _Archived
          \(access)override class var supportsSecureCoding: Swift.Bool { true }\(registers ? registration : "")
        }
      """
  }
#endif
