// The macro is there only where the package is built.
#if canImport(StructCodingMacros)
  import SwiftDiagnostics
  import XCTest

  @testable import StructCodingMacros

  /// Every problem with the declaration and the attribute, at its place, with its cure.
  final class DeclarationRefusalTests: XCTestCase {
    func testKindsOfDeclaration() {
      assertRefused(
        "@Archivable\npublic •class Session {\n  var x = 1\n}", "class.notFinal",
        "class 'Session' is not final: make it final, or write '@Archivable(.superclass)' if other archivable classes "
          + "inherit from it",
        cure: "make 'Session' final",
        fixedSource: "@Archivable\npublic final class Session {\n  var x = 1\n}")
      assertRefused(
        "@Archivable\nfinal class Session: •NSObject {\n  var x = 1\n}", "declaration.objectClass",
        "'@Archivable' cannot be applied to class 'Session', which inherits from 'NSObject': objects of such classes are "
          + "archived by 'NSSecureCoding', which StructCoding stores as they are; conform to that, or remove the superclass"
      )
      assertRefused(
        "@Archivable\n•actor Session {\n}", "declaration.ofActor",
        "'@Archivable' cannot be applied to actor 'Session': an archive needs all stored properties at one "
          + "moment, and an "
          + "actor gives them out one by one; put the archived state into a struct that the actor holds")
      assertRefused(
        "@Archivable\n•protocol Session {\n}", "declaration.ofProtocol",
        "'@Archivable' cannot be applied to protocol 'Session': a protocol stores nothing; mark the structs "
          + "and enums that "
          + "conform to it")
      assertRefused(
        "@Archivable\n•extension Session {\n}", "declaration.ofExtension",
        "'@Archivable' cannot be applied to an extension of 'Session': the macro has to see the stored "
          + "properties; mark the "
          + "type's own declaration, or write the conformance to 'Archivable' by hand")
    }

    func testPlaces() {
      assertRefused(
        "func f() {\n  @Archivable\n  struct •Local {\n    var x: Int\n  }\n}", "declaration.local",
        "'@Archivable' cannot be applied to 'Local', a local type: the macro adds an extension, and a type "
          + "inside a "
          + "function cannot be extended; declare it outside the function")
      assertRefused(
        "enum Outer {\n  @Archivable\n  •private struct Inner {\n    var x: Int\n  }\n}",
        "declaration.private",
        "'@Archivable' cannot be applied to 'Inner', a private nested type: the macro adds an extension "
          + "beside the "
          + "outermost type, where a private member is not accessible; make it fileprivate",
        cure: "make 'Inner' fileprivate",
        fixedSource: "enum Outer {\n  @Archivable\n  fileprivate struct Inner {\n    var x: Int\n  }\n}")
      assertRefused(
        "enum A {\n  private enum B {\n    @Archivable\n    struct •C {\n      var x: Int\n    }\n  }\n}",
        "declaration.inPrivate",
        "'@Archivable' cannot be applied to 'C' inside private type 'B': the macro adds an extension beside "
          + "the outermost "
          + "type, where a private member is not accessible; make 'B' fileprivate")
    }

    func testNoncopyable() {
      assertRefused(
        "@Archivable\nstruct Handle: •~Copyable {\n  var x: Int\n}", "declaration.noncopyable",
        "'@Archivable' cannot be applied to 'Handle', which is not copyable: archiving copies the value into "
          + "a 'Coding' "
          + "object; archive a copyable struct with the same content")
    }

    func testTakenNames() {
      assertRefused(
        "@Archivable\nstruct •Coding {\n  var x: Int\n}", "declaration.namedCoding",
        "'@Archivable' cannot be applied to a type named 'Coding': the class generated inside it has that "
          + "name; give the "
          + "type another one")
      for (kind, member, name) in [
        ("struct", "enum •Coding {}", "Coding"), ("struct", "typealias •Coding = Int", "Coding"),
        ("struct", "static let •archiveSchema = 1", "archiveSchema"),
        ("struct", "func •encodeFields() {}", "encodeFields"),
        ("enum", "case a\n  static func •_describeCases() {}", "_describeCases"),
      ] {
        assertRefused(
          "@Archivable\n\(kind) Session {\n  \(member)\n}", "declaration.member",
          "'Session' declares '\(name)', which '@Archivable' generates; rename it, or remove '@Archivable' "
            + "and write the "
            + "whole conformance by hand")
      }
      XCTAssertEqual(
        problems(in: "@Archivable\nstruct S {\n  static func _describeCases() {}\n}").map(\.id), [])
    }

    func testArguments() {
      let literal =
        " without interpolation: the macro reads it from the source, before anything runs; write the text here"
      for (arguments, id, message) in [
        (#"className: •"a\(1)""#, "argument.literal", "'className' must be a string literal" + literal),
        ("className: •name", "argument.literal", "'className' must be a string literal" + literal),
        ("formerly: •names", "argument.literal", "'formerly' must be an array of string literals" + literal),
        (
          #"formerly: ["a", •b]"#, "argument.literal",
          "'formerly' must be an array of string literals" + literal
        ),
        (
          #"className: •"Models.1""#, "argument.className",
          "'Models.1' cannot be a class name: it becomes the Objective-C name of the generated class, "
            + "so it must "
            + "consist of ASCII letters, digits and underscores and not start with a digit, or of such names with dots "
            + "between them; names of another form can be read through 'formerly'"
        ),
        (
          #"className: •"NSDictionary""#, "argument.foundationClass",
          "'NSDictionary' cannot be a class name: archives use it for Foundation's values, and objects would be read "
            + "as such; choose another"
        ),
        (
          #"formerly: [•""]"#, "argument.formerEmpty",
          "a former class name cannot be empty: no archive has such a class; remove it"
        ),
        (
          #"formerly: ["Old", •"Old"]"#, "argument.formerDuplicate",
          "'Old' is listed twice in 'formerly'; remove one"
        ),
        (
          #"className: "New", formerly: [•"New"]"#, "argument.formerCurrent",
          "'New' is the current class name, which is always read; 'formerly' is for other names, so remove it"
        ),
        (
          #"formerly: [•"Models_Session_Coding"]"#, "argument.formerCurrent",
          "'Models_Session_Coding' is the current class name, which is always read; 'formerly' is for other "
            + "names, so "
            + "remove it"
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
      for (attribute, cured) in [
        ("@Archivable", "@Archivable(version: 2)"), ("@Archivable()", "@Archivable(version: 2)"),
        ("@Archivable(className: \"S\")", "@Archivable(className: \"S\", version: 2)"),
        ("@Archivable(version: 1)", "@Archivable(version: 2)"),
      ] {
        assertRefused(
          "\(attribute)\nstruct S {\n  var a: Int\n\(method.replacingOccurrences(of: "upgrade", with: "•upgrade"))",
          "argument.upgrade",
          "'upgrade(_:from:)' is never called: 'S' is of version 1, and archives of older versions are upgraded; write "
            + "'@Archivable(version: 2)', or remove the method", cure: "give 'S' the version 2",
          fixedSource: "\(cured)\nstruct S {\n  var a: Int\n\(method)")
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
        "@Archivable\nstruct Box<•Content, Tag> {\n  var content: [Content]\n}", "generic.constraint",
        "'Box' stores 'Content', but does not require that it can be archived; write 'Content: ArchiveValue'",
        cure: "add ': ArchiveValue'",
        fixedSource: "@Archivable\nstruct Box<Content: ArchiveValue, Tag> {\n  var content: [Content]\n}")
      assertRefused(
        "@Archivable\nenum Box<•Content> {\n  case one(Content)\n}", "generic.constraint",
        "'Box' stores 'Content', but does not require that it can be archived; write 'Content: ArchiveValue'",
        cure: "add ': ArchiveValue'",
        fixedSource: "@Archivable\nenum Box<Content: ArchiveValue> {\n  case one(Content)\n}")
      assertRefused(
        "struct Box<Content> {\n  @Archivable\n  struct •Inner {\n    var content: Content\n  }\n}",
        "generic.outerConstraint",
        "'Inner' stores 'Content', a generic parameter of the type around it, but does not require that it can be "
          + "archived; "
          + "write 'Content: ArchiveValue' there")
      assertRefused(
        "@Archivable\nstruct Box<each •Part> {\n  var content: Int\n}", "generic.pack",
        "'@Archivable' cannot be applied to 'Box' with parameter pack 'Part': the number of fields would "
          + "differ from use to "
          + "use; declare a parameter for each part, or store an array")
    }
  }

  /// Every problem with stored properties and cases, at its place.
  final class MemberRefusalTests: XCTestCase {
    private static let function =
      "a function has no content to store; make it computed, or store what it is made from"
    private static let metatype = "a type is not content; store a name for it, such as a case of an enum"
    private static let opaque =
      "its type is hidden from the archive; write the concrete type, or make the type generic over it"
    private static let tuple =
      "only a property itself can be a tuple of archived values, not a part of one; use a struct instead"
    private static func existential(_ type: String) -> String {
      "an archive cannot decide which type to create, so '\(type)' is not enough; store an enum with a case "
        + "for each "
        + "possible type"
    }

    func testTypes() {
      for (property, id, reason) in [
        ("var x: •() -> Void", "function", Self.function),
        ("var x: (•(Int) throws -> Int)?", "function", Self.function),
        ("var x: @Sendable •() -> Void", "function", Self.function),
        ("var x = •{ 1 }", "function", Self.function),
        ("var x: •any Shape", "existential", Self.existential("any Shape")),
        ("var x: [•Any: Int]", "existential", Self.existential("Any")),
        ("var x: [•Any]", "existential", Self.existential("Any")),
        ("var x: [Int: (•any Shape)?]", "existential", Self.existential("any Shape")),
        ("var x: •A & B", "existential", Self.existential("A & B")),
        ("var x: •some Shape = Circle()", "opaque", Self.opaque),
        ("var x: •Int.Type", "metatype", Self.metatype),
        (
          "var x: •()", "empty", "'()' has no content to store; remove it, or mark it '@Transient'"
        ),
        ("var x: •Void?", "empty", "'Void' has no content to store; remove it, or mark it '@Transient'"),
        (
          "var x: [•AnyHashable: Int]", "erased",
          "an archive cannot decide which type to create, so 'AnyHashable' is not enough; write the type of the "
            + "values, or store an enum with a case for each possible type"
        ),
        (
          "var x: •Span<Int>", "borrowed",
          "'Span<Int>' is a view of memory that something else owns; store an array"
        ),
        ("var x: •NSNull?", "empty", "'NSNull' has no content to store; remove it, or mark it '@Transient'"),
        (
          "var x: [•KeyValuePairs<String, Int>]", "pairs",
          "'KeyValuePairs<String, Int>' is a list of tuples; use a dictionary, or an array of a struct with a key and a "
            + "value"
        ),
        ("var x: •(Int, Int)?", "tuple", Self.tuple),
        ("var x: [•(Int, Int)]", "tuple", Self.tuple),
        ("var x: (Int, •(Int, Int))", "tuple", Self.tuple),
        ("var x: (a: Int, b: •any Shape)", "existential", Self.existential("any Shape")),
      ] {
        assertRefused(
          "@Archivable\nstruct S {\n  \(property)\n}", "field.\(id)",
          "property 'x' cannot be archived: \(reason)")
      }
    }

    func testReferencesAndPatterns() {
      for modifier in ["weak", "unowned"] {
        assertRefused(
          "@Archivable\nstruct S {\n  •\(modifier) var owner: Owner?\n}", "field.reference",
          "\(modifier) property 'owner' cannot be archived: the object it refers to belongs to someone else; "
            + "store an "
            + "identifier of that object, and find the object after decoding, or make the type a class")
      }
      for pattern in ["let •(a, b): (Int, Int)", "var •(a, b) = (1, 2)"] {
        assertRefused(
          "@Archivable\nstruct S {\n  \(pattern)\n}", "field.pattern",
          "'(a, b)' cannot be archived: a stored property is archived under its name, and a pattern has none; declare "
            + "each property separately")
      }
    }

    func testFieldNames() {
      assertRefused(
        "@Archivable\nstruct S {\n  var x: Int\n  var •`x`: Int\n}", "field.duplicate",
        "property 'x' is declared twice, and an archive has one field of a name; rename one")
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
        "property '\(name)' is inside '#if', but the fields of a type are the same in every build; declare it in all of "
          + "them, with the '#if' in its type or in a struct that it holds, mark it '@Transient', or write the "
          + "conformance by hand"
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
          "case 'a' is not there in every build, but the cases of an archived enum are the same in all; declare it "
            + "without '#if' and '@available(…, unavailable)', or write the conformance by hand")
      }
    }

    func testCases() {
      assertRefused(
        "@Archivable\nenum •Never: String {\n}", "enum.empty",
        "'@Archivable' cannot be applied to 'Never', an enum without cases: it has no values to archive; add "
          + "a case, or "
          + "remove '@Archivable'")
      assertRefused(
        "@Archivable\nenum E {\n  case a(x: Int), •a(y: Int)\n}", "enum.overloaded",
        "case 'a' is declared twice, and an archive tells cases apart by name; give each a name of its own")
      assertRefused(
        "@Archivable\nenum E {\n  case a(_1: Int, •Int)\n}", "enum.label",
        "case 'a' has two associated values stored as '_1'; label them differently")
      assertRefused(
        "@Archivable\nenum E {\n  static let near = 1\n  case a(Int = 1, Int = •near, y: Int = near, Int)\n}",
        "enum.defaultValue",
        "the default of associated value '_1' of case 'a' can never be used: a call cannot leave out an argument "
          + "without a label before another one that has none; give it a label, or remove the default")
      assertRefused(
        "@Archivable\nenum E {\n  case a(•() -> Void)\n}", "field.function",
        "associated value '_0' of case 'a' cannot be archived: \(Self.function)")
      assertRefused(
        "@Archivable\nenum E {\n  case a(b: •(Int, Int))\n}", "field.tuple",
        "associated value 'b' of case 'a' cannot be archived: a tuple has no name to be stored under; list "
          + "its parts as "
          + "associated values, or use a struct")
    }

    /// One attempt shows all there is to mend.
    func testAllAtOnce() {
      assertRefused(
        "@Archivable(className: •\"1\")\nstruct S<•T> {\n  var t: T\n  var f: •() -> Void\n  •weak var o: "
          + "O?\n}",
        [
          .init(
            id: "argument.className",
            message:
              "'1' cannot be a class name: it becomes the Objective-C name of the generated class, so it must "
              + "consist of ASCII letters, digits and underscores and not start with a digit, or of such names with "
              + "dots between them; names of another form can be read through 'formerly'"),
          .init(
            id: "generic.constraint",
            message: "'S' stores 'T', but does not require that it can be archived; write 'T: ArchiveValue'",
            cures: ["add ': ArchiveValue'"]),
          .init(id: "field.function", message: "property 'f' cannot be archived: \(Self.function)"),
          .init(
            id: "field.reference",
            message:
              "weak property 'o' cannot be archived: the object it refers to belongs to someone else; store an "
              + "identifier of that object, and find the object after decoding, or make the type a class"),
        ],
        fixedSource:
          "@Archivable(className: \"1\")\nstruct S<T: ArchiveValue> {\n  var t: T\n  var f: () -> Void\n  "
          + "weak var o: O?\n}"
      )
    }
  }
#endif
