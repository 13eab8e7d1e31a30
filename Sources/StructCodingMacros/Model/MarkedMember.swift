import SwiftSyntax

/// A declaration with one `@Stored` or `@Transient`, and the type around it: what is visible without the rest of the type.
struct MarkedMember {
  let attribute: AttributeSyntax
  /// The declaration, if it is one of properties.
  let variable: VariableDeclSyntax?
  let kind: Kind
  /// The name in the source; nil for a pattern that is none.
  let declaredName: String?
  /// The enclosing type; nil in a function or at the top of a file.
  let type: Surrounding?

  enum Kind {
    case stored, computed, `static`, lazy, `case`
    /// A constant with a value, which archives store only if `@Stored` says how.
    case constant
    case severalProperties, severalCases, other
  }

  struct Surrounding {
    let name: String
    let isArchivable: Bool
    let isStructure: Bool
    /// How the type names what it stores.
    let namingRule: StoredNaming
  }

  /// The name as messages write it.
  var name: String { declaredName.map { "'\($0)'" } ?? "a pattern" }

  /// The declaration as messages write it.
  var words: String {
    switch kind {
    case .stored: "property \(name)"
    case .computed: "computed property \(name)"
    case .static: "static property \(name)"
    case .lazy: "lazy property \(name)"
    case .case: "case \(name)"
    case .constant: "\(name), a constant with a value"
    case .severalProperties: "several properties at once"
    case .severalCases: "several cases at once"
    case .other: "a declaration of another kind"
    }
  }
}
