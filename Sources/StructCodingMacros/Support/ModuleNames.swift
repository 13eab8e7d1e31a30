// The modules whose declarations appear in generated code, with the text before the name. Swift 6.3 has a selector for
// modules that no type can be mistaken for: a user may have a type named `Foundation`.
#if compiler(>=6.3) && canImport(SwiftSyntax603)
  private let selector = "::"
#else
  private let selector = "."
#endif

let structCoding = "StructCoding\(selector)"
let managedObjects = "ManagedObjects\(selector)"
let liveValues = "LiveValues\(selector)"
let foundation = "Foundation\(selector)"
let swift = "Swift\(selector)"

/// Returns a protocol of the library as the head of an extension names it: there, the compiler (Swift 6.3) ignores the
/// selector in generated code, and would take a type of the user for a protocol of the same name.
func generatedName(ofProtocol name: String) -> String { "\(structCoding)_\(name)" }

/// The heads of the methods that structs, enumerations and classes have.
enum GeneratedMethod {
  static let encodeFields = "func encodeFields(to encoder: inout some \(structCoding)FieldEncoder) throws"
  static let initializer = "init(fields decoder: inout some \(structCoding)FieldDecoder) throws"
}
