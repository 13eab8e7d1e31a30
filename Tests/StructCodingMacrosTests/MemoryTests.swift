// The macro is there only where the package is built.
#if canImport(StructCodingMacros)
  import XCTest

  @testable import StructCodingMacros

  /// When the expansion says that the archived fields are all that a value holds.
  final class MemoryTests: XCTestCase {
    private func covers(_ members: String, attributes: String = "") -> Bool {
      let source = "@Archivable\n\(attributes)struct S {\n\(members)\n}"
      let (text, problems) = expansion(of: source)
      XCTAssertEqual(problems, [], source)
      return text.contains("isMemberwise: true")
    }

    func testStoredPropertiesOnly() {
      for members in [
        "", "var x: Int", "let x: Int\n  private var y = 1", "var x: Int\n  var y: Int { x }",
        "var x: Int\n  static let y = 1\n  static var z: Int = 2 { didSet {} }",
        "#if A\n  var x: Int { 1 }\n  #else\n  static let y = 1\n  #endif",
        "@available(*, deprecated) var x: Int\n  @discardableResult func f() -> Int { 1 }",
        "@Archivable struct T {}\n  var t: T",
      ] {
        XCTAssert(covers(members), members)
      }
      XCTAssert(covers("var x: Int", attributes: "@frozen @available(macOS 15, *) @MainActor public "))
    }

    func testAnythingElse() {
      for members in [
        "let x = 1", "var x: Int\n  let (y, z) = (1, 2)", "lazy var x = 1", "var x: Int { didSet {} }",
        "var x: Int { willSet {} }", "@Wrapper var x: Int", "@Wrapper lazy var x = 1", "#member",
        "var x: Int\n  #if A\n  let y = 1\n  #endif",
        "#if A\n  #else\n  #if B\n  lazy var x = 1\n  #endif\n  #endif",
        "@AddsStorage func f() {}",
      ] {
        XCTAssertFalse(covers(members), members)
      }
      XCTAssertFalse(covers("var x: Int", attributes: "@AddsStorage "))
      XCTAssertFalse(covers("var x: Int", attributes: "#if A\n@AddsStorage\n#endif\n"))
    }

    /// Nothing is said of what has nothing to say.
    func testNoDescription() {
      for source in ["struct S {\n  let x = 1\n}", "enum E: Int {\n  case a\n}"] {
        let text = expansion(of: "@Archivable\n" + source).text
        XCTAssertFalse(text.contains("_describeCases") || text.contains("$0"), source)
      }
    }
  }
#endif
