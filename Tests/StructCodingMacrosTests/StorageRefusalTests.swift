// The macro is there only where the package is built.
#if canImport(StructCodingMacros)
  import SwiftDiagnostics
  import XCTest

  @testable import StructCodingMacros

  /// Storage methods, defaults and policies in combinations that mean nothing.
  final class StorageRefusalTests: XCTestCase {
    /// The same for `@Transient`, which is judged by itself: the rest of the type is expanded.
    private func diagnoses(
      _ source: String, _ id: String, _ message: String, file: StaticString = #filePath, line: UInt = #line
    ) {
      let isWhole = source.contains("{\n")
      let (text, places) = MacroTest.unmark(isWhole ? source : "@Archivable\nstruct S {\n  \(source)\n}")
      let found = problems(in: text)
      XCTAssertEqual(found.map(\.message), [message], file: file, line: line)
      XCTAssertEqual(
        found.map { "\($0.id)" }, ["\(MessageID(domain: "StructCoding", id: id))"], file: file, line: line)
      XCTAssertEqual(found.map(\.line), places.map(\.line), file: file, line: line)
      XCTAssertEqual(found.map(\.column), places.map(\.column), file: file, line: line)
    }

    private func refuses(
      _ property: String, _ id: String, _ message: String, file: StaticString = #filePath, line: UInt = #line
    ) {
      assertRefused("@Archivable\nstruct S {\n  \(property)\n}", id, message, file: file, line: line)
    }

    func testMethods() {
      diagnoses(
        "@Stored(•method(1)) var a: Int", "stored.literal",
        "the names of property 'a' in '@Stored' must be string literals without interpolation: the macro reads them "
          + "from the source, before the program runs; write the text here")
      refuses(
        "@Stored(•.other) var a: Int", "stored.method",
        "the storage method of property 'a' must be written here, as '.raw', '.codable', '.transformed(…)', "
          + "'.composition', '.constant', '.writeOnly' or '.default': the macro reads it from the source, "
          + "before the program runs"
      )
      refuses(
        "@Stored(onDecodeFailure: •policy) var a: Int", "stored.policy",
        "'onDecodeFailure' of property 'a' must be written here, as '.throwError', '.fallbackToDefaultValue', "
          + "'.debugAssertNil' or '.dropElements': the macro reads it from the source, before the program runs"
      )
      refuses(
        "•@Stored(.codable) var a: (Int, Int)", "stored.onlyNames",
        "property 'a' is stored as an array of its parts, so '@Stored' can only name it; remove the other arguments"
      )
      assertRefused(
        "@Archivable\nenum E {\n  •@Stored(.raw) case a\n}", "stored.onlyNames",
        "case 'a' is stored by its name, so '@Stored' can only name it; remove the other arguments")
    }

    func testPolicies() {
      refuses(
        "•@Stored(.codable, onDecodeFailure: .fallbackToDefaultValue) var a: Palette", "stored.noDefault",
        "property 'a' has no default value to fall back to; give it an initial value, name one with 'default:', or "
          + "make it "
          + "optional")
      for property in [
        "•@Stored(onDecodeFailure: .debugAssertNil) var a: Int",
        "•@Stored(default: 1, onDecodeFailure: .debugAssertNil) var a: Int?",
      ] {
        refuses(
          property, "stored.assertNil",
          "'.debugAssertNil' sets property 'a' to nil if its value is absent or cannot be read; make its type "
            + "an optional, "
            + "written 'T?', without 'default:', or use '.fallbackToDefaultValue'")
      }
      for (property, reason) in [
        (
          "•@Stored(.codable, onDecodeFailure: .dropElements) var a: [Int]",
          "has a storage method: the archive has no elements to leave out"
        ),
        (
          "•@Stored(.constant, default: 2) let a = 1",
          "always has its own value: a default and a policy have no effect"
        ),
        (
          "•@Stored(.writeOnly, default: 2) var a = 1", "is never read: a default and a policy have no effect"
        ),
        (
          "•@Stored(.composition, onDecodeFailure: .fallbackToDefaultValue) var a = Location()",
          "is stored as the fields of its type: set the policy on those"
        ),
      ] { refuses(property, "stored.useless", "property 'a' \(reason); remove the arguments of '@Stored'") }
    }

    func testCompositions() {
      refuses(
        "•@Stored(.composition) var a: Location? = Location()", "stored.flatOptional",
        "property 'a' cannot be stored flat: 'nil' stores none of its fields, so missing fields read as nil, "
          + "and its initial value must be nil; remove the value, or store the property with '.default'")
    }

    func testNames() {
      diagnoses(
        "@Stored(•\"archive.version\") var a: Int", "stored.reserved",
        "property 'a' cannot be stored as 'archive.version': the version of the type is stored under that name; "
          + "choose "
          + "another")
      diagnoses(
        "@Stored(•\"archive.error\") var a: Int", "stored.reserved",
        "property 'a' cannot be stored as 'archive.error': the reason why an object could not be written is "
          + "stored under "
          + "that name; choose another")
      assertRefused(
        "@Archivable\nstruct S {\n  @Stored(\"place\", .composition) var a: Place\n  @Stored(\"place.x\") var "
          + "•b: Int\n}",
        "stored.inside",
        "property 'b' cannot be stored as 'place.x': such names belong to the fields of property 'a', which is "
          + "stored "
          + "flat; choose another with '@Stored(\"…\")'")
    }

    func testVersions() {
      for version in ["0", "-1", "current"] {
        assertRefused(
          "@Archivable(version: •\(version))\nstruct S {\n  var a: Int\n}", "argument.version",
          "'version' must be a positive number literal: archives store it; archives without a version have "
            + "version 1")
      }
      assertRefused(
        "@Archivable(version: •2)\nenum E {\n  case a\n}", "argument.noVersion",
        "'E' cannot have a version: archives match cases by name; give the version to the structs that "
          + "they store")
    }

    func testTransient() {
      for property in ["•@Transient var a: Int", "•@Transient let a: Int?"] {
        diagnoses(
          property, "transient.noInitialValue",
          "property 'a' is not archived, so decoding has no value for it; give it an initial value, or make it an "
            + "optional variable")
      }
      diagnoses(
        "•@Transient @Stored(.raw) var a = 1", "transient.storedAsWell",
        "property 'a' cannot be both '@Transient' and '@Stored': the first leaves it out of archives, the "
          + "second sets how it is stored; remove one of them")
      for (source, words) in [
        ("•@Transient(dependsOn: \\.b) var a = 1", "property 'a'"),
        ("class C {\n  •@Transient(dependsOn: \\.b) var a: Int { _a { 1 } }\n}", "computed property 'a'"),
      ] {
        diagnoses(
          source, "transient.place",
          "'dependsOn' cannot be applied to \(words): it keeps the value of a computed property in a stored "
            + "property beside it, which only the declaration of a struct can have; remove 'dependsOn', or move "
            + "the property")
      }
      diagnoses(
        "•@Transient var a: Int { 1 }", "transient.computed",
        "'@Transient' has no effect on computed property 'a', which is never archived; to keep its value, name "
          + "its dependencies, '@Transient(dependsOn: \\.…)', or remove the attribute")
    }

    func testDependencies() {
      for path in ["[0]", "a"] {
        assertRefused(
          "struct S {\n  @Transient(dependsOn: •\\.\(path)) var a: Int { _a { 1 } }\n}",
          "transient.dependency",
          "'a' can only depend on other properties of the same type, written as '\\.name'; name the property itself"
        )
      }
      assertRefused(
        "struct S {\n  @Transient(dependsOn: \\.b) var •a: Int { b + 1 }\n}", "transient.notKept",
        "the getter of 'a' computes its value each time, and a macro cannot change a getter; let it call '_a { … }', "
          + "which "
          + "keeps the value",
        cure: "wrap the getter in '_a { … }'",
        fixedSource: "struct S {\n  @Transient(dependsOn: \\.b) var a: Int { _a { b + 1 } }\n}")
      assertRefused(
        "struct S {\n  @Transient(dependsOn: \\.b) var •a: Int {\n    get {\n      let c = b\n      return c\n    }\n  }\n}",
        "transient.notKept",
        "the getter of 'a' computes its value each time, and a macro cannot change a getter; let it call '_a { … }', "
          + "which "
          + "keeps the value",
        cure: "wrap the getter in '_a { … }'",
        fixedSource:
          "struct S {\n  @Transient(dependsOn: \\.b) var a: Int {\n    get {\n      _a {\n      let c = b\n      return c\n      }\n    }\n  }\n}"
      )
    }

  }
#endif
