// The macro is there only where the package is built.
#if canImport(StructCodingMacros)
  import SwiftSyntaxMacroExpansion
  import SwiftSyntaxMacros
  import SwiftSyntaxMacrosGenericTestSupport
  import SwiftSyntaxMacrosTestSupport
  import XCTest

  @testable import StructCodingMacros

  /// What `@Managed` and `@ManagedEntity` write, and what they refuse.
  final class ManagedTests: XCTestCase {
    private let specs: [String: MacroSpec] = [
      "Managed": MacroSpec(type: ManagedMacro.self),
      "ManagedEntity": MacroSpec(type: ManagedEntityMacro.self, conformances: ["ManagedEntity"]),
    ]

    /// Checks the expansion of a property in `class Item: NSManagedObject`.
    private func check(
      _ property: String, _ lines: String, file: StaticString = #filePath, line: UInt = #line
    ) {
      let source = "class Item: NSManagedObject {\n  \(property)\n}"
      var expanded = ""
      let compare: (String) -> String = {
        $0.replacingOccurrences(of: "ManagedObjects::", with: "").split(separator: "\n")
          .filter { !$0.contains("#sourceLocation") }.joined(separator: " ")
          .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
      assertMacroExpansion(
        source, expandedSource: "", macroSpecs: specs, indentationWidth: .spaces(2),
        failureHandler: { failure in
          expanded = failure.message
        })
      XCTAssert(compare(expanded).contains(compare(lines)), expanded, file: file, line: line)
    }

    func testProperties() {
      check(
        "@Managed(.archive) public var session: Session?",
        """
        public var session: Session? {
          get { Item.$session[_of: self, self.__session] }
          set { Item.$session[_of: self, self.__session] = newValue }
          _modify { yield &Item.$session[_of: self, self.__session] }
        }

        public static var $session: ManagedProperty<Item, Session?> {
          ManagedProperty("session", AttributeStorage<Session?>.archive(), initial: nil)
        }

        private let __session = _ManagedCache<Session?>()
        """)
      check(
        "@Managed(\"kind_raw\", .raw, formerly: \"kind\") var kind: Kind = .low",
        """
        static var $kind: ManagedProperty<Item, Kind> {
          ManagedProperty("kind_raw", formerly: "kind", AttributeStorage<Kind>.stored(.raw()), initial: .low)
        }
        #if canImport(ObjectiveC)
        @objc(keyPathsForValuesAffectingKind) class func _keys_kind() -> Set<String> {
          ["kind_raw"]
        }
        @objc(kind) private var _key_kind: Any? {
          get { self.kind }
          set { if let value = newValue as? Kind { self.kind = value } }
        }
        #endif
        """)
      check(
        "@Managed var rating: Double?",
        """
        get { Item.$rating[_of: self] }
        set { Item.$rating[_of: self] = newValue }
        _modify { yield &Item.$rating[_of: self] }
        """)
      check(
        "@Managed var rating: Double?",
        "ManagedProperty(\"rating\", AttributeStorage<Double?>.attribute(), initial: nil)")
      check(
        "@Managed(.composition, onDecodeFailure: .debugAssertNil, isTransient: true) var place: Place?",
        """
        ManagedProperty("place", AttributeStorage<Place?>.composition(), initial: nil, \
        onDecodeFailure: .debugAssertNil, isTransient: true)
        """)
      check(
        "@Managed(.coding) var session: Session?",
        "ManagedProperty(\"session\", AttributeStorage<Session?>.coding(), initial: nil)")
      check(
        "@Managed(.coding(\"Sessions\")) var sessions: [Session]?",
        "AttributeStorage<[Session]?>.coding(\"Sessions\")")
      check(
        "@Managed(.transformed(TagList.self)) var tags: [String]?",
        "AttributeStorage<[String]?>.stored(.transformed(TagList.self))")
    }

    func testAPropertyThatDependsOnOthers() {
      check(
        "@Managed(dependsOn: \\.first, \\.place.city) var title: String { get { _title { first } } set { first = newValue } }",
        """
        var __title = _DerivedCache<String>()

        private func _title(_ make: () -> String) -> String {
          self.__title.value(of: self.first, self.place.city, making: make)
        }

        #if canImport(ObjectiveC)
        @objc(keyPathsForValuesAffectingTitle) class func _keys_title() -> Set<String> {
          ["first", "place.city"]
        }
        @objc(title) private var _key_title: Any? {
          get { self.title }
          set { if let value = newValue as? String { self.title = value } }
        }
        #endif
        """)
      check(
        "@Managed(dependsOn: \\.owner?.place?.city) var title: String { _title { first } }",
        "self.__title.value(of: self.owner?.place?.city, making: make)")
      check(
        "@Managed(dependsOn: \\.owner?.place?.city) var title: String { _title { first } }",
        "[\"owner.place.city\"]")
      // Objective-C sees the property itself.
      check(
        "@Managed(dependsOn: \\.first) @objc var title: String { _title { first } }",
        """
        @objc(keyPathsForValuesAffectingTitle) class func _keys_title() -> Set<String> {
          ["first"]
        }
        #endif
        """)
    }

    func testEntities() {
      assertMacroExpansion(
        """
        @ManagedEntity
        public class Item: NSManagedObject {
          @NSManaged var name: String?
          var other: Int { 1 }
        }
        """,
        expandedSource: """
          public class Item: NSManagedObject {
            @NSManaged var name: String?
            var other: Int { 1 }

            public class var managedAttributes: [ManagedObjects::ManagedAttribute] {
              get throws {
                var attributes: [ManagedObjects::ManagedAttribute] = []
                attributes._append("name", (String?).self)
                return attributes
              }
            }
          }

          extension Item: ManagedObjects::ManagedEntity {}
          """, macroSpecs: specs, indentationWidth: .spaces(2))
    }

    // MARK: Refusals

    private func refuses(
      _ property: String, _ id: String, _ message: String, column: Int,
      in type: String = "class Item: NSManagedObject",
      file: StaticString = #filePath, line: UInt = #line
    ) {
      var failures: [String] = []
      assertMacroExpansion(
        "\(type) {\n  \(property)\n}", expandedSource: "",
        diagnostics: [
          DiagnosticSpec(
            id: .init(domain: "StructCoding", id: id), message: message, line: 2, column: column,
            fixIts: [])
        ], macroSpecs: specs,
        failureHandler: {
          if !$0.message.contains("Macro expansion did not produce") { failures.append($0.message) }
        })
      XCTAssertEqual(failures, [], file: file, line: line)
    }

    func testRefusals() {
      let place =
        "'@Managed' needs a variable with a written type in the declaration of a class, not "
      let way = "; declare it there: an extension has no stored properties"
      refuses("@Managed var a = 1", "managed.place", "\(place)property 'a'\(way)", column: 3)
      refuses(
        "@Managed var a: Int?", "managed.place", "\(place)property 'a'\(way)", column: 3, in: "extension Item"
      )
      refuses("@Managed var a: Int? { 1 }", "managed.place", "\(place)computed property 'a'\(way)", column: 3)
      for (declaration, words) in [
        ("let a: Int?", "property 'a'"), ("static var a: Int?", "static property 'a'"),
        ("lazy var a: Int? = 1", "lazy property 'a'"),
      ] {
        refuses("@Managed \(declaration)", "managed.place", "\(place)\(words)\(way)", column: 3)
      }
      refuses(
        "@Managed @objc var a: Int?", "managed.objectiveC",
        "'a' cannot be '@objc': the accessors of its attribute are Core Data's, under the same name; remove '@objc'",
        column: 22)
      refuses(
        "@Managed(.constant) var a: Int?", "managed.method",
        "'.constant' is not a storage method of an attribute; use '.raw', '.codable', '.archive', '.coding', "
          + "'.composition' or '.transformed(…)'", column: 12)
      for argument in ["name", "\"\"", "\"two words\"", "\"1st\"", "\"a\\(1)\""] {
        refuses(
          "@Managed(\(argument)) var a: Int?", "managed.name",
          "the attribute of 'a' needs a name that the macro can read; write a string literal of letters, digits and "
            + "underscores, which begins with a letter", column: 12)
      }
      refuses(
        "@Managed var a: Int", "managed.initialValue",
        "'a' needs an initial value or an optional type: an attribute can be empty", column: 16)
      for (policy, type) in [
        (".debugAssertNil", "Int = 1"), (".throwError", "Int?"), (".dropElements", "Int?"),
        ("policy", "Int?"),
      ] {
        refuses(
          "@Managed(onDecodeFailure: \(policy)) var a: \(type)", "managed.policy",
          "'a' cannot have the policy '\(policy)': its getter cannot throw, and an attribute has no elements to drop; "
            + "write '.fallbackToDefaultValue', or '.debugAssertNil' for an optional; '$a.value(of:)' throws",
          column: 29)
      }
    }
  }
#endif
