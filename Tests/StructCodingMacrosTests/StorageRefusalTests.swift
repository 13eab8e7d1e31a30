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
          + "from the source, before anything runs; write the text here")
      refuses(
        "@Stored(•.other) var a: Int", "stored.method",
        "the storage method of property 'a' must be written here, as '.raw', '.codable', '.transformed(…)', "
          + "'.composition', '.constant', '.writeOnly' or '.default': the macro reads it from the source, before anything runs"
      )
      refuses(
        "@Stored(onDecodeFailure: •policy) var a: Int", "stored.policy",
        "'onDecodeFailure' of property 'a' must be written here, as '.throwError', '.fallbackToDefaultValue', "
          + "'.debugAssertNil' or '.dropElements': the macro reads it from the source, before anything runs")
      refuses(
        "•@Stored(.codable) var a: (Int, Int)", "stored.tuple",
        "property 'a' is a tuple, which is stored as an array of its parts, so '@Stored' can only give names to it; "
          + "use a struct for other options")
      assertRefused(
        "@Archivable\nenum E {\n  •@Stored(.raw) case a\n}", "stored.onCase",
        "case 'a' is stored by its name, so '@Stored' can only give names to it; storage methods, defaults and failure "
          + "policies are for properties")
    }

    func testPolicies() {
      refuses(
        "@Stored(.codable, onDecodeFailure: •.fallbackToDefaultValue) var a: Palette", "stored.noDefault",
        "property 'a' has no default value to fall back to; give it an initial value, name one with 'default:', or "
          + "make it "
          + "optional")
      refuses(
        "@Stored(onDecodeFailure: •.debugAssertNil) var a: Int", "stored.assertNil",
        "property 'a' cannot be nil, but '.debugAssertNil' sets a value that cannot be read to nil; make its type an "
          + "optional, written 'T?', or use '.fallbackToDefaultValue'")
      refuses(
        "@Stored(default: 1, onDecodeFailure: •.debugAssertNil) var a: Int?", "stored.assertNilDefault",
        "property 'a' has a default for archives that lack it, but '.debugAssertNil' sets an absent value to nil; "
          + "remove "
          + "one of them, or use '.fallbackToDefaultValue'")
    }

    func testCompositions() {
      refuses(
        "@Stored(•.composition) var a: Location? = Location()", "stored.compositionKind",
        "property 'a' of type 'Location?' cannot be stored flat: its initial value has to be nil, which is stored as none "
          + "of its fields; use a struct that is '@Archivable', or store it with '.default'")
      refuses(
        "@Stored(•.composition) var a: [Location]", "stored.compositionKind",
        "property 'a' of type '[Location]' cannot be stored flat: it has no fields of its own; use a struct that is "
          + "'@Archivable', or store it with '.default'")
      refuses(
        "@Stored(.composition, onDecodeFailure: •.fallbackToDefaultValue) var a = Location()",
        "stored.compositionPolicy",
        "property 'a' is stored as the fields of its type, and has no value of its own that could fail; set the "
          + "policy on those fields")
    }

    func testNames() {
      diagnoses(
        "@Stored(•\"archive.version\") var a: Int", "stored.reserved",
        "property 'a' cannot be stored as 'archive.version': the version of the type is stored under that name; choose "
          + "another")
      diagnoses(
        "@Stored(•\"archive.error\") var a: Int", "stored.reserved",
        "property 'a' cannot be stored as 'archive.error': the reason why an object could not be written is stored under "
          + "that name; choose another")
      assertRefused(
        "@Archivable\nstruct S {\n  @Stored(\"place\", .composition) var a: Place\n  @Stored(\"place.x\") var •b: Int\n}",
        "stored.compositionName",
        "property 'b' cannot be stored as 'place.x': names that begin with 'place.' are those of the fields of property "
          + "'a', which is stored flat; choose another with '@Stored(\"…\")'")
    }

    func testVersions() {
      for version in ["0", "-1", "current"] {
        assertRefused(
          "@Archivable(version: •\(version))\nstruct S {\n  var a: Int\n}", "argument.version",
          "'version' must be a positive number literal: archives store it; archives without a version have "
            + "version 1")
      }
      assertRefused(
        "@Archivable(version: •2)\nenum E {\n  case a\n}", "argument.versionOfEnumeration",
        "'E' cannot have a version: the cases of an enumeration are matched by name; list former names with "
          + "'@Stored(formerly: \"…\")', and give the version to the structs that store it")
      assertRefused(
        "@Archivable(acceptsNewerVersions: •true)\nstruct S {\n  var a: Int\n}", "argument.newer",
        "'acceptsNewerVersions' has no effect without 'version'; add the version, 1 if there was none before"
      )
    }

    func testTransient() {
      diagnoses(
        "•@Transient var a: Int", "transient.noInitialValue",
        "property 'a' is not archived, so decoding has no value for it; give it an initial value, or make it an "
          + "optional variable")
      diagnoses(
        "•@Transient let a: Int?", "transient.noInitialValue",
        "property 'a' is not archived, so decoding has no value for it; give it an initial value, or make it an "
          + "optional variable")
      diagnoses(
        "•@Transient @Stored(.raw) var a = 1", "transient.storedAsWell",
        "property 'a' cannot be '@Transient' and '@Stored': the first leaves it out of archives, the second sets how "
          + "it is stored; remove one of them")
      diagnoses(
        "@Transient(dependsOn: •\\.b) var a = 1", "transient.stored",
        "property 'a' is stored, so nothing computes it again when another changes; make it a computed property, or "
          + "remove 'dependsOn'")
      diagnoses(
        "•@Transient var a: Int { 1 }", "transient.computed",
        "'@Transient' has no effect on computed property 'a', which is never archived; to keep its value, name what "
          + "it depends on, '@Transient(dependsOn: \\.…)', or remove it")
      diagnoses(
        "•@Transient lazy var a = 1", "transient.neverArchived",
        "'@Transient' has no effect on lazy property 'a', which is never archived; remove it")
      diagnoses(
        "struct S {\n  •@Transient var a = 1\n}", "transient.unread",
        "'@Transient' has no effect on property 'a', since 'S' is not marked '@Archivable'; mark 'S', or remove "
          + "'@Transient'")
      diagnoses(
        "class C {\n  •@Transient(dependsOn: \\.b) var a: Int { _a { 1 } }\n}", "transient.outsideStructure",
        "the value of 'a' cannot be kept here: '@Transient(dependsOn:)' adds a stored property, which only the "
          + "declaration of a struct can have; move the property there")
    }

    func testDependencies() {
      assertRefused(
        "struct S {\n  @Transient(dependsOn: •\\.[0]) var a: Int { _a { 1 } }\n}", "transient.noProperty",
        "'a' can only depend on properties of the same type, written as '\\.name'; name the property itself")
      assertRefused(
        "struct S {\n  @Transient(dependsOn: \\.b, •\\.b) var a: Int { _a { 1 } }\n}",
        "transient.listedTwice",
        "'\\.b' is listed twice among what 'a' depends on; remove one")
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

    func testShapesOfDerivedProperties() {
      diagnoses(
        "@Transient(dependsOn: \\.b) var a: •Int! { _a { 1 } }", "transient.unkeptType",
        "the value of 'a' cannot be kept as 'Int!'; write 'T?'")
      diagnoses(
        "@Transient(dependsOn: \\.b) var a: •some Equatable { _a { 1 } }", "transient.unkeptType",
        "the value of 'a' cannot be kept as 'some Equatable'; write the type itself")
      diagnoses(
        "@Transient(dependsOn: \\.b) var a: Int { get •throws { _a { 1 } } }", "transient.effect",
        "the getter of 'a' cannot be 'throws': its value is kept, but an error or a wait cannot be; return an "
          + "optional or a 'Result' instead")
    }

    func testCycle() {
      diagnoses(
        "@Transient(dependsOn: •\\.a) var a: Int { _a { 1 } }", "transient.circular",
        "'a' depends on 'a': computing one would never end; remove a dependency")
    }
  }
#endif
