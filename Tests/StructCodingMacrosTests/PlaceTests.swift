// The macro is there only where the package is built.
#if canImport(StructCodingMacros)
  import XCTest

  @testable import StructCodingMacros

  /// How the place of a type decides names, access, availability and generic form.
  final class PlaceTests: XCTestCase {
    private func check(
      _ source: String, contains parts: String..., lacks absent: [String] = [],
      file: StaticString = #filePath,
      line: UInt = #line
    ) {
      let text = expansion(of: source).text
      for part in parts { XCTAssert(text.contains(part), "no \(part) in \(text)", file: file, line: line) }
      for part in absent { XCTAssertFalse(text.contains(part), "\(part) in \(text)", file: file, line: line) }
    }

    func testNestedNames() {
      check(
        "enum A {\n  struct B {\n    @Archivable\n    struct C {\n      var x: Int\n    }\n  }\n}",
        contains: "extension A.B.C: StructCoding.Archivable {",
        ".init(\"Models_A_B_C_Coding\", isMemberwise: true)",
        "@objc(Models_A_B_C_Coding)", "typealias Value = _Archived\n")
      check(
        "extension Models.A {\n  @Archivable\n  struct B {\n    var x: Int\n  }\n}",
        contains: ".init(\"Models_A_B_Coding\", isMemberwise: true)")
    }

    #if canImport(SwiftSyntax601)
      /// Raw identifiers and value parameters, which swift-syntax 600 does not parse.
      func testNewerSyntax() {
        check(
          "extension A.B {\n  @Archivable\n  struct `C d` {\n    var x: Int\n  }\n}",
          contains:
            #".init("Models_A_B_C_020_d_Coding", formerly: ["Models_A_B_C_d_Coding"], isMemberwise: true)"#)
        check(
          "@Archivable\nstruct Fixed<let count: Int> {\n  var `a \"b\"`: Int\n}",
          contains: #".shared("Models_Fixed_\(count)_Coding", isMemberwise: true) {"#,
          ##"fields.field("a \"b\"", \.`a "b"`)"##)
      }
    #endif

    func testAccess() {
      for (modifier, prefix) in [
        ("public ", "public "), ("package ", "package "), ("fileprivate ", "fileprivate "),
        ("private ", "fileprivate "),
        ("internal ", ""), ("", ""),
      ] {
        check(
          "@Archivable\n\(modifier)struct S {\n  var x: Int\n}",
          contains: "\n  \(prefix)static let archiveFields",
          "\n  \(prefix)nonisolated final class Coding", "\n    \(prefix)typealias Value",
          "\n    \(prefix)override class var supportsSecureCoding")
      }
      for (modifier, prefix) in [("public", "public "), ("private", "fileprivate ")] {
        check(
          "\(modifier) extension A {\n  @Archivable\n  struct S {\n    var x: Int\n  }\n}",
          contains: "\n  \(prefix)static let archiveFields")
      }
      check(
        "public extension A {\n  @Archivable\n  internal struct S {\n    var x: Int\n  }\n}",
        contains: "\n  static let archiveFields")
    }

    /// A public type in a less visible one is not public in effect, and neither may the generated members be.
    func testAccessOfOuterTypes() {
      for (outer, inner, prefix) in [
        ("", "public ", ""), ("public ", "public ", "public "), ("package ", "public ", "package "),
        ("fileprivate ", "public ", "fileprivate "), ("public ", "", ""),
      ] {
        check(
          "\(outer)enum A {\n  @Archivable\n  \(inner)struct S {\n    var x: Int\n  }\n}",
          contains: "\n  \(prefix)static let archiveFields")
      }
      check(
        "public extension A {\n  enum B {\n    @Archivable\n    public struct S {\n      var x: Int\n    }\n  }\n}",
        contains: "\n  public static let archiveFields")
    }

    func testAvailability() {
      check(
        """
        @available(macOS 15, *)
        enum A {
          @Archivable
          @available(iOS 18, *)
          @MainActor
          struct B {
            var x: Int
          }
        }
        """,
        contains: "@available(macOS 15, *)\n@available(iOS 18, *)\nnonisolated extension A.B",
        lacks: ["@MainActor"])
    }

    /// Inside `Coding`, the name of the type may be that of something else.
    func testNamesInsideCoding() {
      check(
        "@Archivable\nstruct Value {\n  var x: Int\n}",
        contains: "extension Value:", "typealias Value = _Archived",
        "override class var supportsSecureCoding: Swift.Bool")
      check(
        "enum Coding {\n  @Archivable\n  struct A {\n    var x: Int\n  }\n}",
        contains: "extension Coding.A:", "typealias Value = _Archived")
    }

    func testGenericSurroundings() {
      check(
        "struct Box<T: Archivable> {\n  @Archivable\n  struct Part {\n    var x: Int\n  }\n}",
        contains: "static var archiveFields: StructCoding.ArchiveFields<Self> {",
        #".shared("Models_Box_Part_\(T.archiveName)_Coding", isMemberwise: true)"#, lacks: ["@objc"])
      check(
        "extension Box where T == Int {\n  @Archivable\n  struct Part {\n    var x: Int\n  }\n}",
        contains: "static var archiveFields: StructCoding.ArchiveFields<Self> {", lacks: ["@objc"])
      check(
        "@Archivable(className: \"Box\")\nstruct Box<T> where T: ArchiveValue {\n  var x: T\n}",
        contains: ".shared(\"Box\", isMemberwise: true)", lacks: ["@objc", "archiveName"])
      check(
        "@Archivable\nstruct Tagged<Tag, N> where N: ArchiveValue {\n  var x: Int\n}",
        contains: #".shared("Models_Tagged_\(N.archiveName)_Coding", isMemberwise: true)"#)
    }

    /// Enumerations are taken for raw-valued ones by their raw values or their first inherited type.
    func testRawValues() {
      for source in [
        "enum E: Int {\n  case a\n}", "enum E: Swift.String {\n  case a\n}", "enum E: Tag {\n  case a = 1\n}",
      ] {
        check("@Archivable\n" + source, contains: #"fields: ["rawValue"])"#, lacks: ["encodeFields"])
      }
      check("@Archivable\nenum E: Hashable, Codable {\n  case a\n}", contains: "cases: [.init(\"a\")])")
    }
  }
#endif
