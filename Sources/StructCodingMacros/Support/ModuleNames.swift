// The modules whose declarations appear in generated code, with the prefix to write before a name. Swift 6.3 has a
// module selector, which is never mistaken for a type: a user may have a type named `Foundation`.
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

/// Returns the name of a protocol of the library for the head of an extension: there, the compiler (Swift 6.3) ignores
/// the selector in generated code, and would use a type of the user with the same name.
func generatedName(ofProtocol name: String) -> String { "\(structCoding)_\(name)" }

/// The heads of the methods that structs, enumerations and classes share.
enum GeneratedMethod {
  static let encodeFields = "func encodeFields(to encoder: inout some \(structCoding)FieldEncoder) throws"
  static let initializer = "init(fields decoder: inout some \(structCoding)FieldDecoder) throws"
}
