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
        $0.replacingOccurrences(of: "ManagedObjects::", with: "")
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
          get { return Item.$session._get(self, &self.__session) }
          set { Item.$session._set(newValue, self, &self.__session) }
          _modify {
            var change = Item.$session._modify(self, &self.__session)
            defer { change.end(self, &self.__session) }
            yield &change.value
          }
        }

        public static var $session: ManagedProperty<Item, Session?> {
          ManagedProperty("session", AttributeStorage<Session?>.archive(), initial: nil)
        }

        private var __session = _ManagedCache<Session?>()
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
        get { var kept = _ManagedCache<Double?>(); return Item.$rating._get(self, &kept) }
        set { var kept = _ManagedCache<Double?>(); Item.$rating._set(newValue, self, &kept) }
        _modify {
          var kept = _ManagedCache<Double?>(); var change = Item.$rating._modify(self, &kept)
          defer { change.end(self, &kept) }
          yield &change.value
        }
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
        private let __title = _ManagedDerived<String>()

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
        "'@Managed' stores a variable with a written type, in the declaration of a class, and not "
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
        "'.constant' is no storage method of an attribute; use '.raw', '.codable', '.archive', '.coding', "
          + "'.composition' or '.transformed(…)'", column: 12)
      for argument in ["name", "\"\"", "\"two words\"", "\"1st\"", "\"a\\(1)\""] {
        refuses(
          "@Managed(\(argument)) var a: Int?", "managed.name",
          "the attribute of 'a' needs a name that the macro can read; write a string literal of letters, digits and "
            + "underscores, which begins with a letter", column: 12)
      }
      refuses(
        "@Managed(formerly: \"b\", \"c\") var a: Int?", "managed.formerNames",
        "a model has one renaming identifier for 'a'; name the attribute of the version before", column: 27)
      refuses(
        "@Managed var a: Int", "managed.initialValue",
        "'a' needs an initial value or an optional type: an attribute may hold nothing", column: 16)
      refuses(
        "@Managed(onDecodeFailure: .debugAssertNil) var a: Int = 1", "managed.assertNil",
        "'a' is no optional, so it cannot be nil; give it an optional type, or write '.fallbackToDefaultValue'",
        column: 29)
      refuses(
        "@Managed(onDecodeFailure: .throwError) var a: Int?", "managed.throwError",
        "the getter of 'a' cannot throw; read '$a.value(of:)', which throws", column: 29)
      refuses(
        "@Managed(onDecodeFailure: .dropElements) var a: Int?", "managed.dropElements",
        "an attribute holds no elements to leave out; store a struct by '.archive', and give its property the policy",
        column: 29)
      refuses(
        "@Managed(onDecodeFailure: policy) var a: Int?", "managed.policy",
        "the macro reads the policy of 'a' from the source; write '.fallbackToDefaultValue' or '.debugAssertNil'",
        column: 29)
      assertMacroExpansion(
        "@ManagedEntity\nstruct S {}", expandedSource: "struct S {}",
        diagnostics: [
          DiagnosticSpec(
            id: .init(domain: "StructCoding", id: "managedEntity.place"),
            message:
              "'@ManagedEntity' lists the attributes of a class of managed objects, and not of a 'struct'",
            line: 1, column: 1)
        ], macroSpecs: specs)
    }
  }
#endif
