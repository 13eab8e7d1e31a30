// The macro is there only where the package is built.
#if canImport(StructCodingMacros)
  import XCTest

  @testable import StructCodingMacros

  /// Class names in archives: no two types of a module have the same default one, and the former ones are read.
  final class NameTests: XCTestCase {
    /// The arguments of the table.
    private func names(of declaration: String) -> String {
      let text = expansion(of: declaration).text
      let line = text.split(separator: "\n").first {
        $0.contains(".init(") || $0.contains(".shared(")
      }
      let call = line.map { String($0.drop { $0 != "(" }) } ?? text
      return call.components(separatedBy: " Self._listFields")[0]
    }

    func testParts() {
      for (name, part) in [
        ("Event", "Event"), ("V2", "V2"), ("Größe", "Gr_0f6__0df_e"), ("Grüße", "Gr_0fc__0df_e"),
        ("a_b", "a_05f_b"),
        ("2D", "_032_D"), ("😀", "_01f600_"), ("Größe-1 x", "Gr_0f6__0df_e_02d_1_020_x"),
      ] {
        XCTAssertEqual(name.identifierPart, part)
      }
      XCTAssertEqual("Größe-1 x".identifierSafe, "Gr__e_1_x")
    }

    /// Paths of all parts of a few letters that mean something to the rule.
    func testUnique() {
      let letters = ["a", "_", "0", "ö", "5", "f"]
      var parts = letters.map { [$0] }
      parts += letters.flatMap { first in letters.map { [first, $0] } }
      parts += letters.flatMap { a in letters.flatMap { b in letters.map { [a, b, $0] } } }
      let names = parts.map { $0.joined() }
      var paths: [String: [String]] = [:]
      for path in names.map({ [$0] }) + names.flatMap({ first in names.prefix(42).map { [first, $0] } }) {
        let joined = path.map(\.identifierPart).joined(separator: "_")
        XCTAssertNil(paths.updateValue(path, forKey: joined), "\(path) and another are \(joined)")
      }
    }

    func testDefaultNames() {
      for (source, expected) in [
        (
          "@Archivable\nstruct Plain {\n  var a: Int\n}", #"("Models_Plain_Coding", isMemberwise: true) {"#
        ),
        (
          "@Archivable\nstruct Größe {\n  var a: Int\n}",
          #"("Models_Gr_0f6__0df_e_Coding", formerly: ["Models_Gr__e_Coding"], isMemberwise: true) {"#
        ),
        (
          "@Archivable(formerly: [\"Old\"])\nstruct A_B {\n  var a: Int\n}",
          #"("Models_A_05f_B_Coding", formerly: ["Old", "Models_A_B_Coding"], isMemberwise: true) {"#
        ),
        (
          "@Archivable(formerly: [\"Models_A_B_Coding\"])\nstruct A_B {\n  var a: Int\n}",
          #"("Models_A_05f_B_Coding", formerly: ["Models_A_B_Coding"], isMemberwise: true) {"#
        ),
        (
          "@Archivable(className: \"Size\")\nstruct Größe {\n  var a: Int\n}",
          #"("Size", isMemberwise: true) {"#
        ),
        (
          "@Archivable\nstruct A_B<T: ArchiveValue> {\n  var a: T\n}",
          ##"("Models_A_05f_B_\(T.archiveName)_Coding", formerly: ["Models_A_B_\(T.archiveName)_Coding"], isMemberwise: true) {"##
        ),
      ] {
        XCTAssertEqual(names(of: source), expected)
      }
      XCTAssert(
        expansion(of: "@Archivable\nstruct Größe {\n  var a: Int\n}").text.contains(
          "@objc(Models_Gr_0f6__0df_e_Coding)"))
    }

    /// A name of a Swift class is what the archive says; the class that an `NSCoder` sees keeps one of Objective-C.
    func testDottedNames() {
      let text = expansion(of: "@Archivable(className: \"Mig.Order\")\nstruct Order {\n  var a: Int\n}").text
      for part in [
        #".init("Mig.Order", isMemberwise: true) {"#, "@objc(Models_Order_Coding)",
        "override var classForKeyedArchiver: Swift.AnyClass? {\n      Self.registerArchiveNames()",
      ] {
        XCTAssert(text.contains(part), text)
      }
    }

    /// A struct that stores only its raw value is stored as that. The library tells by the name in the table, unless
    /// that is another one.
    func testRawValuesUnderOtherNames() {
      for (members, isRaw) in [
        ("let rawValue: Int", nil), ("@Stored(\"bits\") let rawValue: Int", true),
        ("@Stored(\"rawValue\") var exact: Double", false), ("var exact: Double", nil),
        ("@Stored(\"bits\") let rawValue: Int\n  var more: Int", nil),
      ] as [(String, Bool?)] {
        let (text, problems) = expansion(of: "@Archivable\nstruct S: RawRepresentable {\n  \(members)\n}")
        XCTAssertEqual(problems, [], members)
        let line = isRaw.map { "static var _isStoredAsRawValue: Swift.Bool { \($0) }" }
        XCTAssertEqual(text.contains("_isStoredAsRawValue"), isRaw != nil, text)
        if let line { XCTAssertTrue(text.contains(line), text) }
      }
    }
  }
#endif
