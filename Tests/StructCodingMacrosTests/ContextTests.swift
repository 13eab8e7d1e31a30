// The macro is there only where the package is built.
#if canImport(StructCodingMacros)
  import SwiftDiagnostics
  import XCTest

  @testable import StructCodingMacros

  /// Arguments that leave their type to a context. The compiler refuses them as well, in words of its own.
  final class ContextTests: XCTestCase {
    private func refuses(
      _ property: String, _ id: String, _ message: String, cure: String? = nil, fixed: String? = nil,
      file: StaticString = #filePath, line: UInt = #line
    ) {
      assertRefused(
        "@Archivable\nstruct S {\n  \(property)\n}", id, message, cure: cure,
        fixedSource: fixed.map { "@Archivable\nstruct S {\n  \($0)\n}" }, file: file, line: line)
    }

    func testDefaults() {
      for (value, type, member, fixed) in [
        (".metre", "Unit", ".metre", "Unit.metre"),
        (".init(raw: 1)", "Outer.Unit", ".init", "Outer.Unit.init(raw: 1)"),
        (".metre.next()", "(Unit)", ".metre", "Unit.metre.next()"),
        (".empty", "Box<Int>", ".empty", "Box<Int>.empty"),
      ] {
        let cure = "write '\(fixed.prefix { $0 != "(" }.replacingOccurrences(of: ".next", with: ""))'"
        refuses(
          "@Stored(default: •\(value)) var a: \(type)", "default.unwrittenType",
          "the default of property 'a' does not say to which type '\(member)' belongs: the compiler checks it without "
            + "the "
            + "property; \(cure)", cure: cure, fixed: "@Stored(default: \(fixed)) var a: \(type)")
      }
      refuses(
        "@Stored(.raw, default: •.metre) var a: Unit?", "default.unwrittenType",
        "the default of property 'a' does not say to which type '.metre' belongs: the compiler checks it without the "
          + "property; write the type before the dot")
      refuses(
        "@Stored(default: •nil) var a: Unit? = .metre", "default.untypedNil",
        "the default of property 'a' has no type: the compiler checks 'nil' without the property; "
          + "write 'Unit?.none', or remove 'default:' if the property has no initial value",
        cure: "write 'Unit?.none'", fixed: "@Stored(default: Unit?.none) var a: Unit? = .metre")
      refuses(
        "@Stored(default: •nil) var a = Unit.metre", "default.untypedNil",
        "the default of property 'a' has no type: the compiler checks 'nil' without the property; "
          + "write the type, 'T?.none'")
    }
  }
#endif
