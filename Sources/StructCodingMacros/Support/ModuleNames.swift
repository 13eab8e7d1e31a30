// The modules whose declarations appear in generated code, with the text before the name. Swift 6.3 has a selector for
// modules that no type can be mistaken for: a user may have a type named `Foundation`.
#if compiler(>=6.3) && canImport(SwiftSyntax603)
  private let selector = "::"
#else
  private let selector = "."
#endif

let structCoding = "StructCoding\(selector)"
let foundation = "Foundation\(selector)"
let swift = "Swift\(selector)"

/// Returns the text before the name of a type in the user's own module.
func prefix(ofModule name: String) -> String { "\(name)\(selector)" }
