import Foundation
import Testing

/// What the compiler says to users where the macro, which only sees syntax, lets a mistake pass: each message has the
/// rule and the way out, and stands at a generated line that names the property.
@Suite(.enabled(if: ClientCompiler.isThere, "no compiler plugin beside the tests"))
struct CompilerRefusalTests {
  private func refuses(
    _ source: String, saying words: String..., at location: SourceLocation = #_sourceLocation
  ) throws {
    let text = try ClientCompiler.diagnostics(of: source)
    for word in words {
      #expect(text.contains(word), "“\(word)” is not in: \(text)", sourceLocation: location)
    }
  }

  @Test func accepted() throws {
    let text = try ClientCompiler.diagnostics(
      of: """
        import ColumnArchives
        enum Kind: Int, ArchiveValue { case a }
        enum Level: Int { case low }
        struct Settings: Codable { var width = 1.0 }
        @Archivable struct Place { var latitude: Double }
        @Archivable struct Item {
          @Stored(.default) var plain: Int
          @Stored(.raw) var level: Level
          @Stored(.raw) var other: Level?
          var kind: Kind
          var counts: [Kind: (Int)]
          var pair: (Kind, Kind?)
          @Stored(.codable) var settings: Settings
          @Stored("s", .codable(.json), formerly: "t") var more: Settings?
          @Stored(.transformed(HexDataTransformer.self)) var data: Data
          @Stored(.transformed(name: "HexDataTransformer")) var moreData: Data?
          @Stored(.transformed(encode: { (url: URL) in url.path }, decode: { URL(fileURLWithPath: $0) }))
          var file: URL
          @Stored(.transformed { (url: URL) in url.path } decode: { URL(fileURLWithPath: $0) })
          var otherFile: URL?
          @Stored(.constant) let format = "v2"
          @Stored("size", .writeOnly) var count: Int?
          @Stored(onDecodeFailure: .dropElements) var kinds: [Kind]
          @Stored(onDecodeFailure: .dropElements) var moreKinds: [Kind]?
          @Stored(onDecodeFailure: .dropElements) var places: [String: Place]
          @Stored(default: [], onDecodeFailure: .dropElements) var numbers: Set<Int>
          @Stored(.composition) var place: Place
          @Stored(.codable) var letters: CharacterSet
          @Stored(.codable) var position: SIMD3<Float>
          @Stored(default: 1.5, onDecodeFailure: .fallbackToDefaultValue) var width: Double
          @Stored(onDecodeFailure: .debugAssertNil) var height: Double?
          @Transient var isSelected = false
          @Transient(dependsOn: \\.width, \\.height) var area: Double { _area { width * (height ?? 0) } }
        }
        """)
    #expect(text == "")
  }

  @Test func raw() throws {
    try refuses(
      "@Archivable struct S { @Stored(.raw) var number: Int }", saying: "self.number",
      "'.raw' stores a raw value: the property's type has to be RawRepresentable",
      "otherwise store it by '.default', '.codable' or '.transformed(…)'")
  }

  @Test func codable() throws {
    for method in [".codable", ".codable(.json)"] {
      try refuses(
        "struct Opaque {}\n@Archivable struct S { @Stored(\(method)) var opaque: Opaque }",
        saying: "self.opaque",
        "the property's type has to be Codable, or an optional of such a type",
        "otherwise store it by '.default' or '.transformed(…)'")
    }
  }

  @Test func transformed() throws {
    try refuses(
      "@Archivable struct S { @Stored(.transformed(HexDataTransformer.self)) var text: String }",
      saying: "self.text",
      "'.transformed' takes an ArchiveTransformer whose Value is the property's type",
      "name another transformer, or give the property that type")
    try refuses(
      "@Archivable struct S { @Stored(.transformed(Int.self)) var text: String }", saying: "var text",
      "'.transformed' takes an ArchiveTransformer: its type, or an instance")
  }

  @Test func droppedElements() throws {
    for type in ["Int", "String?", "[CharacterSet]"] {
      try refuses(
        "import Foundation\n@Archivable struct S { @Stored(onDecodeFailure: .dropElements) var items: \(type) }",
        saying: "self.items",
        "'.dropElements' leaves out elements that cannot be read: the property's type has to be an array, a set or a "
          + "dictionary of values that can be archived")
    }
  }

  @Test func constants() throws {
    try refuses(
      "struct Opaque {}\n@Archivable struct S { @Stored(.constant) let a = Opaque() }",
      saying: "a field of this type cannot be archived")
  }

  @Test func composition() throws {
    for source in [
      "@Archivable struct S { @Stored(.composition) var part: Int }",
      "@Archivable enum E { case a(Int) }\n@Archivable struct S { @Stored(.composition) var part: E }",
      """
      @Archivable(version: 2) struct V { var a: Int
      static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {} }
      @Archivable struct S { @Stored(.composition) var part: V }
      """,
    ] {
      try refuses(
        source, saying: "\\.part",
        "'.composition' stores the fields of a struct that can be archived and has no version: mark its type "
          + "@Archivable, or store the property by '.default', '.codable' or '.transformed(…)'")
    }
  }

  /// A type with a raw value that does not say that it is archived: the message names the two ways.
  @Test func rawValues() throws {
    for type in ["Kind", "Kind?", "[Kind]", "(Kind, Int)"] {
      try refuses(
        "enum Kind: String { case a }\n@Archivable struct S { var kind: \(type) }",
        saying: "RawRepresentable",
        "extension T: ArchiveValue {}", "@Stored(.raw)")
    }
    try refuses(
      "enum Kind: String { case a }\n@Archivable enum E { case a(Kind) }", saying: "_0",
      "extension T: ArchiveValue {}", "@Stored(.raw)")
  }

  @Test func defaultMethod() throws {
    try refuses(
      "struct Opaque {}\n@Archivable struct S { @Stored(.default) var opaque: Opaque }",
      saying: "self.opaque",
      "a field of this type cannot be archived: mark its type @Archivable, or conform it to ArchiveValue",
      "a property of a Codable type can be @Stored(.codable)")
    try refuses(
      "@Archivable struct S { @Stored(default: \"x\") var number: Int }", saying: "self.number", "\"x\"")
  }

  /// One error a field, at the property, whatever is wrong with its type; the line that is printed names the type.
  @Test func oneErrorAField() throws {
    let properties = [
      "Opaque", "[Opaque]", "Opaque?", "[Key: Int]", "[String: Opaque]", "Pair", "Function", "P",
      "Existential",
      "Result<Int, any Error>", "Box<Opaque>", "Set<Opaque>",
    ]
    let source = """
      struct Opaque: Hashable {}; enum Key { case a }; typealias Pair = (Int, Int); protocol P {}
      typealias Function = () -> Void; typealias Existential = any P; struct Box<T> { var t: T }
      """
    for (kind, end) in [
      ("@Archivable struct S", ""), ("@ArchivableObject final class S", "init() { fatalError() }"),
    ] {
      let members = properties.enumerated().map { "var p\($0): \($1)" }
      let (lines, text) = try ClientCompiler.errorLines(
        of: source + "\n\(kind) {\n" + members.joined(separator: "\n") + "\n\(end)\n}")
      #expect(lines == Array(4..<4 + properties.count), "\(text)")
      for (index, property) in properties.enumerated() {
        #expect(text.contains("encode(self.p\(index), at: \(index))  // \(property)"), "\(text)")
      }
      #expect(text.contains("a tuple under another name"), "\(text)")
    }
    let cases = "\n@Archivable enum E {\ncase a(Opaque)\ncase b(Int,\nc: [Opaque])\n}"
    let (lines, text) = try ClientCompiler.errorLines(of: source + cases)
    #expect(lines == [4, 6], "\(text)")
  }

  /// A subclass of `NSObject` is a field when it can be archived, and says so.
  @Test func objects() throws {
    let classes = """
      class Plain: NSObject {}
      class Old: NSObject, NSCoding { func encode(with coder: NSCoder) {}; required init?(coder: NSCoder) {} }
      class Silent: Old, NSSecureCoding { static var supportsSecureCoding: Bool { true } }
      class Money: Silent {}; final class Coins: Money {}
      """
    let source = classes + "\nextension Money: ArchiveValue {}\n@Archivable struct S {\n"
    let (lines, text) = try ClientCompiler.errorLines(
      of: source
        + """
        var a: Plain
        var b: [Old]
        var c: Silent?
        var d: NSObject
        var e: [String: Money]
        var f: Coins?
        var g: NSMutableDictionary
        var h: UnitLength; var i: NSNumber?; var j: NSString
        }
        """)
    #expect(lines == [7, 8, 9, 10], "\(text)")
    #expect(
      text.contains(
        "a subclass of NSObject that conforms to NSSecureCoding, need only the conformance: "
          + "extension T: ArchiveValue {}"), "\(text)")
    for name in ["Plain", "Old"] {
      let (lines, text) = try ClientCompiler.errorLines(of: classes + "\nextension \(name): ArchiveValue {}")
      #expect(lines == [5], "\(text)")
      #expect(text.contains("type '\(name)' does not conform to protocol 'ArchiveValue'"), "\(text)")
    }
  }

  /// Names of modules are not taken for types of the same name.
  @Test func typesNamedAsModules() throws {
    let text = try ClientCompiler.diagnostics(
      of: """
        @Archivable struct StructCoding { var a: [Int] }
        @Archivable struct Foundation { var a: StructCoding; var b: Swift? }
        @ArchivableObject final class Swift { var a = 1; init() {} }
        @Archivable enum Other { case a(Foundation), b }
        """)
    #expect(text == "")
  }

  @Test func genericInGeneric() throws {
    let text = try ClientCompiler.diagnostics(
      of: """
        enum Outer<A> { @Archivable struct Part<B: ArchiveValue> { var b: B } }
        struct Pair<A: ArchiveValue> { enum Inner { @Archivable struct Part<B: ArchiveValue> { var a: A; var b: B } } }
        """)
    #expect(text == "")
  }

  @Test func forgottenConstant() throws {
    let text = try ClientCompiler.diagnostics(
      of: "@Archivable struct S { let id = UUID(); @Transient let date = Date() }\nlet error: Int = \"\"")
    #expect(text.components(separatedBy: "is not archived").count == 3, "\(text)")
    #expect(text.contains("warning: constant 'id' is not archived"), "\(text)")
  }

  #if !canImport(ObjectiveC)
    /// Foundation's own archiver ends the process on Linux.
    @Test func foundationsArchiver() throws {
      let text = try ClientCompiler.diagnostics(
        of: """
          @Archivable struct Session { var x: Int }
          func save(_ session: Session, _ sessions: [Session.Coding], _ archiver: NSKeyedArchiver) {
            archiver.encode(session.encoded, forKey: "one")
            archiver.encode(sessions, forKey: "list")
            archiver.encode(session.encoded)
          }
          """, withWarnings: true)
      let words = "Foundation on Linux cannot archive nested classes: use KeyedArchiver"
      let warnings = text.split(separator: "\n").filter { $0.contains(".swift:") && $0.contains(words) }
      #expect(warnings.count == 3, "\(text)")
    }
  #endif

  @Test func derived() throws {
    try refuses(
      "struct Opaque {}\nstruct S { var part = Opaque(); @Transient(dependsOn: \\.part) var x: Int { _x { 1 } } }",
      saying: "self.part", "the properties that a derived property depends on must be Equatable")
    try refuses(
      "struct S { @Transient(dependsOn: \\.fristName) var x: Int { _x { 1 } } }",
      saying: "value of type 'S' has no member 'fristName'")
  }

  @Test func version() throws {
    try refuses(
      "@Archivable(version: 2) struct S { var a: Int }",
      saying: "does not conform to protocol 'ArchiveUpgradable'",
      "upgrade")
  }
}
