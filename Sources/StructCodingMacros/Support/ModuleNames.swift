// The modules whose declarations generated code names, with what stands before the name. Swift 6.3 has a sign for
// modules that no type can be taken for: a user may have a type named `Foundation`.
#if compiler(>=6.3) && canImport(SwiftSyntax603)
  private let selector = "::"
#else
  private let selector = "."
#endif

let structCoding = "StructCoding\(selector)"
let foundation = "Foundation\(selector)"
let swift = "Swift\(selector)"

/// What stands before the name of a type of the user's own module.
func prefix(ofModule name: String) -> String { "\(name)\(selector)" }
