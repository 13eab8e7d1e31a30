import Foundation
import Testing

/// Classes with `@Managed`, as a client compiles them. The object is a stand-in for `NSManagedObject`.
@Suite(.enabled(if: ClientCompiler.isThere, "no compiler plugin beside the tests"))
struct ManagedClientTests {
  private let object = """
    import Foundation
    import ManagedObjects
    nonisolated class StoredObject: ManagedStore {
      func willAccessValue(forKey key: String?) {}
      func didAccessValue(forKey key: String?) {}
      func willChangeValue(forKey key: String) {}
      func didChangeValue(forKey key: String) {}
      func primitiveValue(forKey key: String) -> Any? { nil }
      func setPrimitiveValue(_ value: Any?, forKey key: String) {}
    }
    enum Status: String { case draft, done }
    struct Size { var width = 1.0 }
    struct Settings: Codable { var count = 1 }
    @Archivable(className: "Place") struct Place { var latitude: Double }
    @Archivable(className: "Versioned", version: 2) struct Versioned {
      var a = 1
      static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {}
    }

    """

  private let properties = """

      @Managed var rating: Double?
      @Managed(.raw) var status: Status = .draft
      @Managed(.codable) var settings: Settings?
      @Managed(.archive) public var place: Place?
      @Managed(.archive) var places: [Place] = []
      @Managed(.coding) var visit: Place?
      @Managed(.coding("Places")) var visits: [Place]?
      @Managed(.composition) private var position: Place?
      @Managed(.transformed(HexDataTransformer.self)) var checksum: Data?
      @Managed(dependsOn: \\.rating, \\.status) var title: String {
        get { _title { "\\(status.rawValue) \\(rating ?? 0)" } }
      }
    }

    """

  /// No error and no warning, with any isolation.
  @Test(arguments: [[], ["-default-isolation", "MainActor"]])
  func accepted(options: [String]) throws {
    // `@ManagedEntity` too, and a subclass.
    let subclass = """

      @ManagedEntity nonisolated class Base: StoredObject { @Managed var count: Int = 0 }
      @ManagedEntity nonisolated final class Special: Base { @Managed(.raw) var status: Status? = .draft }
      func check() throws -> [String] { try Special.differences(from: Base.managedAttributes) }
      """
    let isolated =
      "@ManagedEntity @MainActor class Item: StoredObject { nonisolated override init() { super.init() }"
    for head in ["@ManagedEntity nonisolated class Item: StoredObject {", isolated] {
      let text = try ClientCompiler.diagnostics(
        of: object + head + properties + subclass, options: options, withWarnings: true)
      #expect(text == "", "\(head) \(options)")
    }
  }

  @Test(
    arguments: [
      (
        "@Managed var size: Size?",
        "an attribute cannot hold a value of this type: name a storage method, '.raw', '.codable', '.archive', "
          + "'.composition' or '.transformed(…)'"
      ),
      ("@Managed(.raw) var size: Size?", "'.raw' stores a raw value"),
      ("@Managed(.raw) var count: Int?", "'.raw' stores a raw value"),
      ("@Managed(.composition) var count: Int?", "'.composition' stores the fields of a struct"),
      ("@Managed(.coding) var size: Size?", "'.coding' stores the object of a value"),
      ("@Managed(.transformed(name: 1)) var size: Size?", "cannot convert value of type 'Int' to"),
      ("@Managed(.codable) var size: Size?", "'.codable' stores a payload of an encoder"),
      ("@Managed(.archive) var size: Size?", "'.archive' stores an archive"),
      ("@Managed(.composition) var size: Size?", "'.composition' stores the fields of a struct"),
      ("@Managed(.composition) var value: Versioned?", "'.composition' stores the fields of a struct"),
      (
        "@Managed(.transformed(HexDataTransformer.self)) var text: String?",
        "'.transformed' takes an ArchiveTransformer whose Value is the property's type"
      ),
      (
        "var size = Size()\n@Managed(dependsOn: \\.size) var a: Double { _a { size.width } }",
        "must be Equatable"
      ),
      ("@Managed(dependsOn: \\.missing) var a: Double { _a { 1 } }", "has no member 'missing'"),
    ])
  func refused(property: String, message: String) throws {
    let text = try ClientCompiler.diagnostics(
      of: object + "nonisolated class Item: StoredObject {\n\(property)\n}", options: [])
    #expect(text.contains(message), "“\(message)” is not in: \(text)")
  }

  /// A storage method of attributes is none of fields.
  @Test func stored() throws {
    for method in [".archive", ".coding"] {
      let text = try ClientCompiler.diagnostics(
        of: object + "@Archivable struct S { @Stored(\(method)) var place: Place }", options: [])
      #expect(text.contains("the storage method of property 'place' must be written here"), "\(text)")
    }
  }
}
