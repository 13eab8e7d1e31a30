import Foundation
import Testing

/// Models that the type checker takes without the macro: it has to take what the macro generates too, without an error
/// and without a warning. The first of each test is the model of a report.
@Suite(.enabled(if: ClientCompiler.isThere, "no compiler plugin beside the tests"))
struct GeneratedCodeTests {
  private func accepts(
    _ source: String, options: [String] = [], file name: String = "Client.swift",
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let text = try ClientCompiler.diagnostics(
      of: source, options: ["-warnings-as-errors"] + options, file: name)
    #expect(text == "", sourceLocation: location)
  }

  // MARK: Names

  /// A type inside the model may have the name of the model, of what is around it, or of anything in generated code.
  @Test func membersOfOtherNames() throws {
    try accepts(
      """
      enum Shop { @Archivable struct Order { enum Shop: Int { case web }; @Stored(.raw) var place: Shop } }
      @Archivable struct Session { struct Session { var y: Int }; var x: Int }
      enum Cases { @Archivable enum Order { enum Cases: Int { case web }; case a(Int), b } }
      enum Alias { @Archivable struct Order { typealias Alias = Int; var place: Alias } }
      protocol Placed { associatedtype Associated; var place: Associated { get } }
      enum Associated { @Archivable struct Order: Placed { var place: Int } }
      enum Extended { @Archivable struct Order { var place: Int } }
      extension Extended.Order { struct Extended {} }
      enum Box { @Archivable struct Item<Box: ArchiveValue> { var box: Box } }
      struct Outer<Value: ArchiveValue> {
        @Archivable struct Inner<T: ArchiveValue> { var value: Value; var t: T }
        @Archivable struct Other<Coding: ArchiveValue> { var value: Value; var coding: Coding }
        @Archivable enum Cases<Coding: ArchiveValue> { case a(Value), b(Coding) }
      }
      struct Dotted<`a.b`: ArchiveValue> { @Archivable struct Inner<T: ArchiveValue> { var v: `a.b`; var t: T } }
      @Archivable struct Words {
        struct Archivable {}; struct ArchiveStruct {}; struct ArchiveFields {}; struct Int {}; struct Bool {}
        var x: String
      }
      """)
  }

  @Test func membersOfClasses() throws {
    try accepts(
      """
      @ArchivableObject class Order {
        var v = 1
        init() {}
        class var archiveSubclasses: [any ArchivableObject.Type] { [Leaf.self, Rush.self] }
      }
      @ArchivableObject final class Leaf: Order {
        struct Order {}; struct Leaf {}
        var w: Int?
        override init() { super.init() }
      }
      @ArchivableObject class Rush: Order {
        struct Order {}
        var w: Int
        init(w: Int) { self.w = w; super.init() }
        override class var archiveSubclasses: [any ArchivableObject.Type] { [Faster.self] }
      }
      @ArchivableObject final class Faster: Rush {
        struct Rush {}; struct Faster {}; struct Order {}
        var z: Int
        init() { z = 1; super.init(w: 3) }
      }
      class Plain {}
      @ArchivableObject class OnPlain: Plain {
        struct OnPlain {}; struct Plain {}
        var x = 1
        override init() { super.init() }
      }
      @ArchivableObject class Box<T: ArchiveValue> {
        var v: T
        init(v: T) { self.v = v }
        class var archiveSubclasses: [any ArchivableObject.Type] { [Crate<T>.self] }
      }
      @ArchivableObject final class Crate<T: ArchiveValue>: Box<T> {
        struct Box {}
        var w: T
        init(w: T) { self.w = w; super.init(v: w) }
      }
      """)
  }

  /// A module may have types with the names of the library's protocols. The conformances are those of the library.
  @Test func typesNamedAsProtocols() throws {
    let names = ["Archivable", "ArchiveStruct", "ArchiveComposable", "ArchiveUpgradable", "ArchivableObject"]
    try accepts(
      names.map { "@Archivable struct \($0) { var x: Int }\n" }.joined()
        + """
        @Archivable struct Other { var x: Int }
        @Archivable enum Cases { case a(Int) }
        @ArchivableObject final class Object { var x = 1; init() {} }
        @Archivable(version: 2) struct Upgraded {
          var x: Int
          static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {}
        }
        @Archivable struct Whole { @Stored(.composition) var other: Other; var object: Object; var cases: [Cases] }
        func take(_ value: some StructCoding::ArchiveUpgradable) {}
        func pass(_ value: Upgraded) { take(value) }
        """)
  }

  @Test func propertiesNamedAsMembers() throws {
    try accepts(
      """
      @Archivable struct Names {
        var archiveFields: Int; var archiveSchema: Int; var Coding: Int; var encodeFields: Int; var archiveClasses: Int
      }
      @Archivable enum Metatypes { case `Type`(Int), b }
      @Archivable enum Words { case `Protocol`(x: Int, String), `self`(Int), `init`(Int, in: Int), `Type` }
      """)
  }

  /// Expressions of the user mean in generated code what they mean where they are.
  @Test func expressions() throws {
    try accepts(
      """
      let encoder = JSONEncoder(), decoder = JSONDecoder(), first = 4
      struct Opaque: Codable, Sendable {}
      enum Out {
        static let far = 9
        enum Kind: Int, ArchiveValue { case a, b }
        struct Text: ArchiveTransformer {
          func encode(_ value: Int) throws -> String { "\\(value)" }
          func decode(_ stored: String) throws -> Int { Int(stored) ?? 0 }
        }
        @Archivable struct Item {
          static let near = 4
          @Stored(default: near) var a: Int
          @Stored(default: far) var b: Int
          @Stored(.raw, default: Kind.a) var c: Kind
          @Stored(.raw, default: Kind.a, onDecodeFailure: .fallbackToDefaultValue) var d: Kind?
          @Stored(.transformed(Text.self)) var e: Int
          @Stored(default: [far: [near]]) var f: [Int: [Int]]
          @Stored(.transformed(Text.self), default: { near }()) var g: Int!
        }
        @Archivable enum Cases { case a(x: Int = far), b(Int = far, y: Int, z: String = "k") }
      }
      @Archivable enum Cases { static let near = 3; case a(x: Int = near), b(Int = 3, y: Int = near, Int) }
      @Archivable struct Box<T: ArchiveValue> {
        static func make() -> Int { 3 }
        @Stored(default: make()) var a: Int
        @Stored(default: first) var `class`: Int
        @Stored(default: first) var `a b`: Int
        @Stored(default: first) var c = 5
        @Stored(.transformed(
          encode: { (o: Opaque) in try encoder.encode(o) }, decode: { try decoder.decode(Opaque.self, from: $0) }))
        var d: Opaque
      }
      @ArchivableObject class Node {
        @Stored(default: first) var v: Int
        init() { v = 1 }
        class var archiveSubclasses: [any ArchivableObject.Type] { [Leaf.self] }
      }
      @ArchivableObject final class Leaf: Node {
        static let near = 3
        @Stored(default: near) var w: Int
        @Stored(default: first) var x: Int
        @Stored(default: first) var y = 5
        override init() { w = 3; x = 2; super.init() }
      }
      """)
  }

  // MARK: Generic types

  @Test func genericParametersStoredByMethods() throws {
    try accepts(
      """
      @Archivable struct Cache<T: Codable> { @Stored(.codable) var value: T }
      protocol Source { associatedtype Item: ArchiveValue }
      @Archivable struct Feed<S: Source> { var items: [S.Item] }
      @Archivable struct Raw<R: RawRepresentable> where R.RawValue: ArchiveValue { @Stored(.raw) var r: R }
      @Archivable struct Transformed<X: ArchiveTransformer> { @Stored(.transformed(X.self)) var x: X.Value }
      protocol Free { associatedtype Item }
      @Archivable struct FreeFeed<S: Free> where S.Item: ArchiveValue { var items: [S.Item] }
      @Archivable enum Cases<S: Source> { case one(S.Item), none }
      @ArchivableObject final class Object<S: Source> { var items: [S.Item]; init() { items = [] } }
      @ArchivableObject final class Shelf<T: Codable> { @Stored(.codable) var items: [T]; init() { items = [] } }
      @Archivable struct Closure<T: Sendable> {
        @Stored(.transformed(encode: { (t: T) in 1 }, decode: { (_: Int) in throw CancellationError() })) var t: T
      }
      """)
  }

  // MARK: Warnings

  @Test func subclassesWithoutFirstValues() throws {
    try accepts(
      """
      @ArchivableObject class Node {
        var v = 1
        init() {}
        class var archiveSubclasses: [any ArchivableObject.Type] { [Leaf.self, Box<Int>.self] }
      }
      @ArchivableObject final class Leaf: Node { var w: Int?; override init() { super.init() } }
      @ArchivableObject final class Box<T: ArchiveValue>: Node {
        weak var w: Node?; var t: T?; var a: [Int]; var b: Set<Int>; var c: [String: T]
        override init() { (a, b, c) = ([], [], [:]); super.init() }
      }
      """)
  }

  @Test func deprecatedMembers() throws {
    try accepts(
      """
      import ColumnArchives
      @available(*, deprecated) func oldValue() -> Int { 3 }
      @Archivable struct Point { @available(*, deprecated) var old: Int = 1; var x: Int }
      @Archivable enum Cases { @available(*, deprecated) case old(Int); case new }
      @Archivable enum Plain { @available(*, deprecated, renamed: "new") case old; case new }
      @Archivable struct Derived {
        var x: Int
        @available(*, deprecated) @Transient(dependsOn: \\.x) var y: Int { _y { x } }
      }
      @ArchivableObject class Node {
        @available(*, deprecated) var old: Int = 1
        @available(macOS, deprecated: 10.0, message: "no") var older: Int
        init() { older = 3 }
        class var archiveSubclasses: [any ArchivableObject.Type] { [Leaf.self] }
      }
      @ArchivableObject final class Leaf: Node {
        @available(*, deprecated) var other: Int?
        override init() { super.init() }
      }
      @ArchivableObject final class Alone {
        @available(*, deprecated) var old = 3
        init() {}
      }
      func use(_ point: Point, _ node: Node, _ value: Cases) throws {
        _ = try (KeyedArchive.encode(point), KeyedArchive.encode([value, .new]), KeyedArchive.encode(node))
        _ = (Point.path.x, Point.archiveSchema, Leaf.archiveSchema, value.encoded.decoded)
      }
      """)
    // The warning at the attribute is the user's, and the only one.
    let text = try ClientCompiler.diagnostics(
      of: """
        @available(*, deprecated) func oldValue() -> Int { 3 }
        @Archivable struct S { @Stored(default: oldValue()) var x: Int; @Stored(default: oldValue()) var y = 1 }
        """, options: ["-warnings-as-errors"])
    #expect(text.components(separatedBy: ": error: 'oldValue()' is deprecated").count - 1 == 2, "\(text)")
    #expect(!text.contains("macro expansion"), "\(text)")
  }

  // MARK: Availability and conditions

  @Test func unavailableCases() throws {
    try accepts(
      """
      @Archivable enum Shape { @available(*, unavailable) case old; case new(Int) }
      @Archivable enum Renamed { @available(*, unavailable, renamed: "new") case old(Int, String); case new(Int) }
      @Archivable enum Plain { @available(*, unavailable) case old, older; case new }
      @Archivable enum Raw: String { @available(*, unavailable) case old; case new }
      """)
  }

  /// Members that archives do not have may be inside an `#if`.
  @Test func conditions() throws {
    try accepts(
      """
      @Archivable struct Structure {
        var a: Int
        #if compiler(>=99)
          @Transient var b = true
        #else
          @Transient var c = 1
          let d = 1
          var e: Int { a }
        #endif
      }
      @Archivable enum Raw: String {
        #if compiler(>=99)
          case a
        #else
          case b
        #endif
      }
      """)
  }

  @Test func pathsOfSourceFiles() throws {
    for name in [#"a "b".swift"#, #"a\b.swift"#, "a#b ü.swift"] {
      try accepts(
        "struct K: ArchiveValue, RawRepresentable { var rawValue: Int }\n"
          + "@Archivable struct S { var k: K }", file: name)
    }
  }

  // MARK: Property wrappers and other macros

  @Test func observable() throws {
    for attributes in ["@Observable @ArchivableObject", "@ArchivableObject @Observable"] {
      try accepts(
        """
        import Observation
        func start() -> Int { 3 }
        \(attributes) final class Model {
          @Stored("aa") var a = 1
          @Stored("bb", default: start(), onDecodeFailure: .fallbackToDefaultValue) var b: Int = 2
          @Transient var cache = 3
          init() {}
        }
        """)
    }
  }

  @Test func wrappedPropertyOfASubclass() throws {
    try accepts(
      """
      @propertyWrapper struct Z { var wrappedValue: Int }
      @propertyWrapper final class Shared {
        var wrappedValue: Int
        init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
      }
      @ArchivableObject class Base {
        var v = 1
        init() {}
        class var archiveSubclasses: [any ArchivableObject.Type] { [Sub.self] }
      }
      @ArchivableObject final class Sub: Base {
        @Stored(onDecodeFailure: .fallbackToDefaultValue) @Z var x: Int = 1
        @Z var y: Int
        @Z var z: Int = 1
        @Stored(default: 3) @Z var a: Int
        @Stored(default: 3, onDecodeFailure: .fallbackToDefaultValue) @Z var b: Int = 5
        @Stored(onDecodeFailure: .fallbackToDefaultValue) @Shared var c: Int = 5
        @Shared var d: Int
        @Stored(onDecodeFailure: .fallbackToDefaultValue) var e = 3 { didSet { print(e) } }
        override init() { y = 3; a = 3; d = 4; super.init() }
      }
      """)
  }

  /// What a wrapper does not allow is an error at the property.
  @Test func wrappersWithoutSetters() throws {
    let wrappers = """
      @propertyWrapper struct Fixed { let wrappedValue: Int }
      @propertyWrapper struct Counting {
        var value = 1
        var wrappedValue: Int { mutating get { value += 1; return value } set { value = newValue } }
      }
      """
    for (wrapper, message) in [
      ("Fixed", "'x' is a get-only property"), ("Counting", "key path cannot refer to 'x'"),
      ("Counting", "cannot use mutating getter"),
    ] {
      let text = try ClientCompiler.diagnostics(
        of: wrappers + "\n@Archivable struct S {\nvar a: Int\n@\(wrapper) var x: Int\nvar b: Int }",
        file: "Here.swift")
      let errors = text.split(separator: "\n").filter {
        $0.contains("error: ") && !$0.contains(" |") && !$0.hasPrefix("|")
      }
      #expect(errors.allSatisfy { $0.contains("Here.swift:9:") }, "\(text)")
      #expect(errors.contains { $0.contains(message) }, "\(text)")
    }
  }

  /// The compiler's own words, a circular reference, say nothing of the way out.
  @Test func defaultOfTheTypeItself() throws {
    for (value, property) in [
      ("Settings.standard.volume", "static let standard = Settings(volume: 3)"),
      ("Self.usual.volume", "static let usual: Self = .init(volume: 3)"),
      ("Settings(volume: 3).volume", "static let standard = 3"),
    ] {
      let text = try ClientCompiler.diagnostics(
        of: "@Archivable struct Settings {\n\(property)\n@Stored(default: \(value)) var volume: Int\n}",
        file: "Here.swift")
      #expect(
        text.contains(
          "Here.swift:4:18: error: the default of property 'volume' uses a property of 'Settings' itself, which "
            + "the compiler cannot see yet when it checks the attribute; write the value, or move it to a "
            + "static property"), "\(text)")
    }
    try accepts(
      """
      struct Limits { var volume = 3 }
      @Archivable struct Settings {
        static let limits = Limits()
        static let usual = 3
        @Stored(default: Settings.limits.volume) var volume: Int
        @Stored(default: Settings.usual) var other: Int
      }
      """)
  }

  @Test func extensionsOfGenericTypes() throws {
    for declaration in ["struct Part { var t: T }", "enum Part { case t(T) }"] {
      let text = try ClientCompiler.diagnostics(
        of: "struct Box<T: ArchiveValue> {}\nextension Box {\n@Archivable\n\(declaration)\n}",
        file: "Here.swift")
      let errors = text.split(separator: "\n").filter { $0.contains("error: ") && !$0.contains("`-") }
      #expect(errors.count == 1, "\(text)")
      #expect(errors.first?.contains("Here.swift:5:") ?? false, "\(text)")
      #expect(text.contains("static stored properties not supported in generic types"), "\(text)")
    }
    try accepts(
      """
      struct Box<T> {}
      extension Box where T == Int { @Archivable struct Part { var t: Int } }
      extension Box<String> { @Archivable enum Part2 { case t(Int) } }
      enum Plain {}
      extension Plain { @Archivable struct Part { var t: Int; var u: Part2 }; @Archivable enum Part2 { case t(Part3) } }
      extension Plain { @Archivable struct Part3 { var t: Set<Int> } }
      """)
  }

  @Test func attributeTwice() throws {
    for (first, second, declaration) in [
      ("@Archivable", "@Archivable", "struct S { var x: Int }"),
      ("@Archivable", "@Archivable(className: \"S\")", "enum S { case x }"),
      ("@ArchivableObject", "@ArchivableObject", "class S { var x = 1; init() {} }"),
    ] {
      let text = try ClientCompiler.diagnostics(of: "\(first)\n\(second)\n\(declaration)", file: "Here.swift")
      let errors = text.split(separator: "\n").filter { $0.contains("error: ") && !$0.contains("`-") }
      #expect(errors.count == 1, "\(text)")
      #expect(
        errors.first?.contains(
          "Here.swift:3:1: error: 'S' is marked '\(first)' twice; write one attribute with all arguments")
          ?? false, "\(text)")
    }
  }
}
