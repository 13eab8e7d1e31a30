import SwiftSyntax

/// A computed property that keeps its value, marked `@Transient(dependsOn: …)`.
struct DerivedProperty {
  let dependencies: [Dependency]
  let name: TokenSyntax
  let binding: PatternBindingSyntax
  let isDeprecated: Bool

  /// A key path to a property of the same type.
  struct Dependency {
    let syntax: ExprSyntax
    /// The names along the path; nil if the expression is not such a key path.
    let names: [String]?
  }

  var type: TypeSyntax? { binding.typeAnnotation?.type }
  /// The function that keeps the value.
  var cache: String { "_\(name.unescapedText)" }
}
