import Foundation
import Testing

/// Models in a module whose declarations are isolated to the main actor by default, and objects that go from actor to
/// actor. What cannot work is refused at the user's own line, never inside of an expansion. `Tests/Clients/MainActorClient`
/// archives such models.
@Suite(.enabled(if: ClientCompiler.isThere, "no compiler plugin beside the tests"))
struct IsolationTests {
  private let byDefault = ["-default-isolation", "MainActor"]

  /// A type with a protocol of the module is of the main actor, and archived all the same.
  @Test(arguments: [5, 6], [[], ["-enable-upcoming-feature", "InferIsolatedConformances"]])
  func protocolsOfTheModule(mode: Int, features: [String]) throws {
    let source = """
      protocol Named {}
      protocol Titled { var title: String { get } }
      typealias Both = Named & Titled
      @Archivable struct Plain: Named { var x: Int; var l: [Date?] = [] }
      @Archivable struct Empty: Named {}
      @Archivable struct Title: Titled { var title: String }
      @Archivable struct Alias: Both, Hashable { var title: String; var v: Int }
      @Archivable struct Old: @preconcurrency Titled { var title: String }
      @Archivable struct Sent: Named, Sendable { var x: Int }
      @Archivable struct Observed: Named { var x = 1 { didSet { y += 1 } }; private(set) var y = 0; lazy var z = 2 }
      @Archivable enum Cases: Named { case a(Int), b(String), c([Plain]) }
      @Archivable enum Raw: String, Named { case a, b }
      @Archivable enum Empties: Named { case a, b }
      @Archivable struct Options: OptionSet, Named { var rawValue: Int }
      @Archivable struct Generic<A: ArchiveValue & Sendable>: Named { var x: A }
      @Archivable enum GenericCases<A: ArchiveValue>: Named { case a(A) }
      @Archivable nonisolated struct Free<A: ArchiveValue>: Named { var x: A }
      enum Outer {
        protocol Inner {}
        @Archivable struct Nested: Named { var x: Int }
        @Archivable struct Other: Inner { var x: Int }
      }
      @ArchivableObject nonisolated final class Final: Named { var x = 1; init() {} }
      @ArchivableObject nonisolated class Base: Named {
        var x = 1
        init() {}
        class var archiveSubclasses: [any ArchivableObject.Type] { [Sub.self] }
      }
      @ArchivableObject final class Sub: Base { var y = 1; override init() { super.init() } }
      struct Hand: Archivable, ArchiveStruct {
        var x: Int
        static let archiveFields = ArchiveFields<Hand>("Hand") { $0.field("x", \\.x) }
        func encodeFields(to encoder: inout some FieldEncoder) throws { try encoder.encode(x, at: 0) }
        init(fields decoder: inout some FieldDecoder) throws { x = try decoder.decode(at: 0) }
        final class Coding: CodingObject, ArchiveWrapper {
          typealias Value = Hand
          override class var supportsSecureCoding: Bool { true }
        }
      }
      """
    let text = try ClientCompiler.diagnostics(
      of: source, mode: mode, options: byDefault + features, withWarnings: true)
    #expect(!text.contains("error:"), "\(text)")
    // The compiler’s own remark about the source.
    #expect(text.components(separatedBy: "warning:").count - 1 == 2, "\(text)")
    #expect(text.contains("'@preconcurrency' on conformance to 'Titled' has no effect"), "\(text)")
  }

  /// What an archive uses of other types must not be isolated. Each error stands at the line that is the cause.
  @Test func needsOfAnArchive() throws {
    let source = """
      protocol Named {}
      struct Layout: Codable { var w = 1 }
      struct Theme: RawRepresentable { var rawValue: Int }
      struct Celsius: Hashable, ArchiveRepresentable {
        var archiveForm: Int
        init(archiveForm: Int) { self.archiveForm = archiveForm }
        static func == (a: Celsius, b: Celsius) -> Bool { a.archiveForm == b.archiveForm }
        func hash(into hasher: inout Hasher) { hasher.combine(archiveForm) }
      }
      @propertyWrapper struct Wrapper { var wrappedValue: Int }
      func makeName() -> String { "a" }
      enum Standard { static let volume = 3 }
      @Archivable struct S {
        @Stored(.codable) var a: Layout
        @Stored(.raw) var b: Theme
        var c: Theme
        var d: [Celsius: Int]
        @Stored(default: makeName()) var e: String
        @Stored(default: Standard.volume) var f: Int
        @Stored(.transformed(encode: { (_: URL) in makeName() }, decode: { URL(fileURLWithPath: $0) })) var g: URL
        @Wrapper var h: Int
        @Transient(dependsOn: \\.d) var i: Int { _i { 1 } }
      }
      @Archivable enum E { case a([Celsius: Int],
        b: Int = Standard.volume)
      }
      @Archivable struct G<A: ArchiveValue>: Named {
        var x: A
        var y: [A] = []
      }
      @Archivable(version: 2)
      struct V: Named {
        var x: Int
        static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {}
        mutating func awakeAfterDecoding() throws {}
      }
      """
    let (lines, text) = try ClientCompiler.errorLines(of: source, options: byDefault)
    #expect(
      Set(lines) == [14, 15, 16, 17, 18, 19, 20, 21, 22, 24, 25, 28, 29, 32],
      "\(Set(lines).sorted()): \(text)")
    #expect(
      text.contains(
        "main actor-isolated conformance of 'Layout' to 'Decodable' cannot be used in nonisolated"), "\(text)"
    )
  }

  /// The same outside of such a module, with an attribute.
  @Test func mainActorStructs() throws {
    let source = """
      @ArchivableObject final class Node { var x = 1; init() {} }
      @MainActor @Archivable struct Plain { var x: Int; var l: [Date?] = [] }
      @MainActor @Archivable struct S {
        var node: Node
      }
      @MainActor @Archivable struct Box<A: ArchiveValue> {
        var x: A
      }
      @MainActor @Archivable struct Hook {
        var x: Int
        mutating func awakeAfterDecoding() {}
      }
      @MainActor @ArchivableObject final class Screen { var x = 1; init() {} }
      """
    let (lines, text) = try ClientCompiler.errorLines(of: source)
    #expect(Set(lines) == [4, 7, 9, 13], "\(text)")
  }

  /// An actor may give out the objects of values that are stated to be `Sendable`, and no others.
  @Test func sendableCodings() throws {
    let models = """
      @Archivable struct Doc: Sendable { var title: String }
      @Archivable struct Box<T: ArchiveValue & Sendable>: Sendable { var t: T }
      @Archivable enum Failure: Error { case a(Int) }
      @MainActor @Archivable struct Screen { var t: String }
      @ArchivableObject final class Node { var x = 1; init() {} }
      @Archivable struct Other { var node: Node }
      """
    let accepted = """
      actor Store {
        var docs: [Doc] = []
        func all() -> [Doc.Coding] { docs.encoded }
        func box() -> Box<Int>.Coding { Box(t: 2).encoded }
        func failure() -> Failure.Coding { Failure.a(1).encoded }
        func screen(_ screen: Screen) -> Screen.Coding { screen.encoded }
      }
      @MainActor func use(_ store: Store) async -> ([Doc], Int, Failure) {
        (await store.all().decoded, await store.box().decoded.t, await store.failure().decoded)
      }
      """
    #expect(try ClientCompiler.diagnostics(of: "\(models)\n\(accepted)") == "")
    let (lines, text) = try ClientCompiler.errorLines(
      of: """
        \(models)
        func needsSendable(_ value: some Sendable) {}
        func f(_ other: Other.Coding) { needsSendable(other) }
        """)
    #expect(lines == [8], "\(text)")
  }

  /// A statement that is not so is refused.
  @Test func falseStatements() throws {
    let text = try ClientCompiler.diagnostics(
      of: """
        @ArchivableObject final class Node { var x = 1; init() {} }
        enum Own { protocol Sendable {}; @Archivable struct S: Sendable { var node: Node } }
        """)
    #expect(text.contains("does not conform to the 'Sendable' protocol"), "\(text)")
  }

  /// Inlinable functions use types that are internal or of the package.
  @Test func usableFromInline() throws {
    let source = """
      @usableFromInline @Archivable struct S { @usableFromInline var x: Int; var y: [S] = [] }
      @Archivable @usableFromInline package struct P { @usableFromInline var x: Int }
      @usableFromInline @Archivable enum E { case a(Int), b }
      @usableFromInline @Archivable enum R: String { case a, b }
      @usableFromInline @Archivable struct G<T: ArchiveValue> { var x: T }
      public enum Outer { @usableFromInline @Archivable struct Inner: Sendable { var x: Int } }
      @usableFromInline @ArchivableObject final class C { var x = 1; init() {} }
      @usableFromInline @ArchivableObject class D {
        var x = 1
        init() {}
        @usableFromInline class var archiveSubclasses: [any ArchivableObject.Type] { [F.self] }
      }
      @usableFromInline @ArchivableObject final class F: D { var y = 1; override init() { super.init() } }
      @usableFromInline @Archivable(version: 2) struct V {
        var x: Int
        @Transient(dependsOn: \\.x) var z: Int { _z { x } }
        @usableFromInline static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {}
        @usableFromInline mutating func awakeAfterDecoding() {}
      }
      extension S { @usableFromInline init(_ x: Int) { self.x = x } }
      @inlinable public func archive() throws -> Data { try KeyedArchive.encode(S(1)) }
      @inlinable public func object() -> NSObject { S(1).encoded }
      @inlinable public func schema() -> ArchiveSchema { C.archiveSchema }
      """
    #expect(try ClientCompiler.diagnostics(of: source, options: ["-package-name", "shop"]) == "")
  }
}
