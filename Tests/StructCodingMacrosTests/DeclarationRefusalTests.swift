// The macro is there only where the package is built.
#if canImport(StructCodingMacros)
  import SwiftDiagnostics
  import XCTest

  @testable import StructCodingMacros

  /// Every problem with the declaration and the attribute, at its place, with its cure.
  final class DeclarationRefusalTests: XCTestCase {
    func testKindsOfDeclaration() {
      assertRefused(
        "•@Archivable\npublic class Session {\n  var x = 1\n}", "declaration.class",
        "'Session' is a class, and '@Archivable' is for structs and enums; mark it '@ArchivableObject'",
        cure: "mark it '@ArchivableObject'",
        fixedSource: "@ArchivableObject\npublic class Session {\n  var x = 1\n}")
      assertRefused(
        "•@ArchivableObject\nenum Session {\n  case x\n}", "declaration.notClass",
        "'Session' is not a class, and '@ArchivableObject' is for classes; mark it '@Archivable'",
        cure: "mark it '@Archivable'", fixedSource: "@Archivable\nenum Session {\n  case x\n}")
      assertRefused(
        "@ArchivableObject\nfinal class Session: •NSObject {\n  var x = 1\n}", "declaration.objectClass",
        "'@ArchivableObject' cannot be applied to class 'Session', which inherits from 'NSObject': objects of such "
          + "classes are "
          + "archived by 'NSSecureCoding', which StructCoding stores as they are; conform to that, or remove "
          + "the superclass"
      )
      for kind in ["actor", "protocol", "extension"] {
        assertRefused(
          "@Archivable\n•\(kind) Session {\n}", "declaration.kind",
          "'@Archivable' cannot be applied to \(kind) 'Session': only structs, enums and classes are archived, "
            + "at their "
            + "own declarations; put the archived state into one of these")
      }
    }

    func testPlaces() {
      assertRefused(
        "enum Outer {\n  @Archivable\n  •private struct Inner {\n    var x: Int\n  }\n}",
        "declaration.private",
        "'@Archivable' cannot be applied to 'Inner', a private nested type: the macro adds an extension "
          + "beside the "
          + "outermost type, where a private member is not accessible; make it fileprivate",
        cure: "make 'Inner' fileprivate",
        fixedSource: "enum Outer {\n  @Archivable\n  fileprivate struct Inner {\n    var x: Int\n  }\n}")
    }

    func testTakenNames() {
      for (declaration, name) in [
        ("struct •Coding {\n  var x: Int", "Coding"), ("struct S {\n  enum •Coding {}", "Coding"),
        ("struct S {\n  typealias •Coding = Int", "Coding"),
        ("struct S {\n  static let •archiveSchema = 1", "archiveSchema"),
        ("struct S {\n  func •encodeFields() {}", "encodeFields"),
        ("enum S {\n  case a\n  static func •_describeCases() {}", "_describeCases"),
      ] {
        let type = declaration.contains("•Coding {\n") ? "Coding" : "S"
        assertRefused(
          "@Archivable\n\(declaration)\n}", "declaration.member",
          "'\(type)' has the name '\(name)', which '@Archivable' generates; rename it, or remove '@Archivable' "
            + "and write the conformance by hand")
      }
    }

    func testArguments() {
      let literal =
        " takes string literals without interpolation: the macro reads them from the source, before the program "
        + "runs; "
        + "write the text here"
      for (arguments, id, message) in [
        (#"className: •"a\(1)""#, "argument.literal", "'className'" + literal),
        ("className: •name", "argument.literal", "'className'" + literal),
        ("formerly: •names", "argument.literal", "'formerly'" + literal),
        (
          #"formerly: ["a", •b]"#, "argument.literal",
          "'formerly'" + literal
        ),
        (
          #"className: •"Models.1""#, "argument.className",
          "'Models.1' cannot be a class name: it becomes the Objective-C name of the generated class, "
            + "so it must "
            + "consist of ASCII letters, digits and underscores and not start with a digit, or of several such "
            + "names separated by dots; to read another name in old archives, use 'formerly'"
        ),
        (
          #"className: •"NSDictionary""#, "argument.foundationClass",
          "'NSDictionary' cannot be a class name: archives use it for Foundation's values, and would read the "
            + "objects as these; choose another"
        ),
      ] {
        assertRefused("@Archivable(\(arguments))\nstruct Session {\n  var x: Int\n}", id, message)
      }
      for name in ["", "1st", "Größe", "a-b", ".A", "A.", "A..B"] {
        XCTAssertFalse(name.isArchivedClassName, name)
      }
      for name in ["_Old9", "Mig.Order", "Mig.Order.Line"] { XCTAssertTrue(name.isArchivedClassName, name) }
    }

    func testUnusedUpgrade() {
      let method = "  static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {}\n}"
      for attribute in [
        "@Archivable", "@Archivable()", "@Archivable(className: \"S\")", "@Archivable(version: 1)",
      ] {
        assertRefused(
          "\(attribute)\nstruct S {\n  var a: Int\n\(method.replacingOccurrences(of: "upgrade", with: "•upgrade"))",
          "argument.upgrade",
          "'upgrade(_:from:)' is never called: 'S' has version 1, and only older versions are upgraded; write "
            + "'@Archivable(version: 2)', or remove the method")
      }
      for other in [
        "@Archivable(version: 2)\nstruct S {\n  var a: Int\n\(method)",
        "@Archivable\nstruct S {\n  var a: Int\n  static func upgrade(_ a: Int, from b: Int) {}\n}",
      ] {
        XCTAssertEqual(expansion(of: other).problems, [], other)
      }
    }

    func testGenericParameters() {
      assertRefused(
        "@Archivable\nstruct Box<•Content, Tag> {\n  var content: [Content]\n}", "declaration.constraint",
        "'Box' stores 'Content', but does not require that it can be archived; write 'Content: ArchiveValue' "
          + "where it is declared",
        cure: "add ': ArchiveValue'",
        fixedSource: "@Archivable\nstruct Box<Content: ArchiveValue, Tag> {\n  var content: [Content]\n}")
      assertRefused(
        "@Archivable\nenum Box<•Content> {\n  case one(Content)\n}", "declaration.constraint",
        "'Box' stores 'Content', but does not require that it can be archived; write 'Content: ArchiveValue' "
          + "where it is declared",
        cure: "add ': ArchiveValue'",
        fixedSource: "@Archivable\nenum Box<Content: ArchiveValue> {\n  case one(Content)\n}")
      assertRefused(
        "struct Box<Content> {\n  @Archivable\n  struct •Inner {\n    var content: Content\n  }\n}",
        "declaration.constraint",
        "'Inner' stores 'Content', but does not require that it can be archived; write 'Content: ArchiveValue' "
          + "where it is "
          + "declared")
    }
  }

  /// Every problem with stored properties and cases, at its place.
  final class MemberRefusalTests: XCTestCase {
    func testReferencesAndPatterns() {
      for modifier in ["weak", "unowned"] {
        assertRefused(
          "@Archivable\nstruct S {\n  •\(modifier) var owner: Owner?\n}", "field.reference",
          "\(modifier) property 'owner' cannot be archived: it does not own the object, which may no longer "
            + "exist; store an identifier of the object, or use a safe reference in a class")
      }
      for pattern in ["let •(a, b): (Int, Int)", "var •(a, b) = (1, 2)"] {
        assertRefused(
          "@Archivable\nstruct S {\n  \(pattern)\n}", "field.pattern",
          "'(a, b)' cannot be archived: a stored property is archived under its name, and a pattern has none; "
            + "declare "
            + "each property separately")
      }
    }

    func testConditions() {
      let problems = problems(
        in: """
          @Archivable
          struct S {
            var x: Int
            #if A
              var y: Int
              #if B
                @Stored(.composition) var z = Point()
              #endif
            #else
              @Transient var w = 1
              let v = 1
              func f() {}
            #endif
          }
          """)
      func message(_ name: String) -> String {
        "property '\(name)' is inside '#if', but an archived type needs the same fields in every build; declare "
          + "it in all builds, with the '#if' in its type or in a struct that it holds, mark it '@Transient', "
          + "or write the conformance by hand"
      }
      XCTAssertEqual(problems.map(\.message), [message("y"), message("z")])
      XCTAssertEqual(problems.map(\.line), [5, 7])
      XCTAssert(problems.allSatisfy { $0.id == MessageID(domain: "StructCoding", id: "field.conditional") })
      for cases in [
        "case b\n  #if A\n  case •a(x: Int)\n  #endif", "@available(macOS, unavailable) case •a\n  case b",
        "@available(swift, obsoleted: 5.2) case •a\n  case b",
      ] {
        assertRefused(
          "@Archivable\nenum E {\n  \(cases)\n}", "field.conditionalCase",
          "case 'a' does not exist in every build, but an archived enum needs the same cases in all builds; "
            + "declare it without '#if' and '@available(…, unavailable)', or write the conformance by hand")
      }
    }

    func testCases() {
      assertRefused(
        "@Archivable\nenum E {\n  case a(x: Int), •a(y: Int)\n}", "stored.shared",
        "case 'a' and case 'a' are both stored as 'a'; give one of them another name with '@Stored(\"…\")'")
      assertRefused(
        "@Archivable\nenum E {\n  case a(_1: Int, •second: Int)\n}".replacingOccurrences(
          of: "second", with: "_1"),
        "field.label",
        "case 'a' has two associated values stored as '_1'; label them differently")
    }

    /// One attempt shows all there is to mend.
    func testAllAtOnce() {
      assertRefused(
        "@Archivable(className: •\"1\")\nstruct S<•T> {\n  var t: T\n  •weak var o: "
          + "O?\n}",
        [
          .init(
            id: "argument.className",
            message:
              "'1' cannot be a class name: it becomes the Objective-C name of the generated class, so it must "
              + "consist of ASCII letters, digits and underscores and not start with a digit, or of several "
              + "such names separated by dots; to read another name in old archives, use 'formerly'"),
          .init(
            id: "declaration.constraint",
            message:
              "'S' stores 'T', but does not require that it can be archived; write 'T: ArchiveValue' where it is "
              + "declared",
            cures: ["add ': ArchiveValue'"]),
          .init(
            id: "field.reference",
            message:
              "weak property 'o' cannot be archived: it does not own the object, which may no longer exist; "
              + "store an identifier of the object, or use a safe reference in a class"),
        ],
        fixedSource:
          "@Archivable(className: \"1\")\nstruct S<T: ArchiveValue> {\n  var t: T\n  weak var o: O?\n}"
      )
    }
  }
#endif
