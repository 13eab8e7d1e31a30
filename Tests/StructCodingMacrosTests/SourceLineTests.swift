// The macro is there only where the package is built.
#if canImport(StructCodingMacros)
  import XCTest

  @testable import StructCodingMacros

  /// The lines of an expansion that lead to the source: where a property or an associated value stands whose type may be
  /// one that cannot be archived.
  final class SourceLineTests: XCTestCase {
    private func check(_ source: String, _ expected: String, line: UInt = #line) {
      let text = exactExpansion(of: source)
      let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      let start = lines.firstIndex { $0.contains("func encodeFields(") } ?? 0
      let end = lines.firstIndex { $0.contains("init(fields") } ?? lines.count
      let found = lines[start..<end].dropFirst().filter { $0 != "}" }.joined(separator: "\n")
      XCTAssertEqual(found, expected, text, line: line)
    }

    func testStruct() {
      check(
        "@Archivable\nstruct S {\n  var a: Int\n  var b: Event,\n    c: [Event]\n  var d: [String: Date?]\n  var e = 1\n}",
        """
        try encoder.encode(self.a, at: 0)
        #sourceLocation(file: "File.swift", line: 4)
        try encoder.encode(self.b, at: 1)  // Event
        #sourceLocation(file: "File.swift", line: 5)
        try encoder.encode(self.c, at: 2)  // [Event]
        try encoder.encode(self.d, at: 3)
        #sourceLocation(file: "File.swift", line: 7)
        try encoder.encode(self.e, at: 4)
        #sourceLocation()
        """)
    }

    /// Types that are surely stored need no line that leads anywhere.
    func testKnownTypes() {
      check("@Archivable\nstruct S {\n  var a: [Int?]\n}", "try encoder.encode(self.a, at: 0)")
    }

    func testEnum() {
      check(
        "@Archivable\nenum E {\n  case a(Int)\n  case b(Event,\n    c: Part)\n}",
        """
        switch self {
        case .a(let _0):
        try encoder.encodeCase(0)
        try encoder.encode(_0, at: 0)
        case .b(let _0, let _1):
        try encoder.encodeCase(1)
        #sourceLocation(file: "File.swift", line: 4)
        try encoder.encode(_0, at: 0)  // Event
        #sourceLocation(file: "File.swift", line: 5)
        try encoder.encode(_1, at: 1)  // Part
        #sourceLocation()
        """)
    }
  }
#endif
