import SwiftSyntax

/// A computed property that keeps its value, marked `@Transient(dependsOn: …)`.
struct DerivedProperty: Named {
  let attribute: TransientAttribute
  let name: TokenSyntax
  let type: TypeSyntax?
  let binding: PatternBindingSyntax
  let isDeprecated: Bool

  static var noun: String { "property" }
  var declaredName: String { name.unescapedText }
  var nameSyntax: Syntax { Syntax(name) }
  /// Empty, since a derived property is not stored.
  var stored: [StoredAttribute] { [] }

  /// The names of the properties of the same type that it depends on.
  var dependencyNames: [String] { attribute.dependencies.compactMap(\.names?.first) }
}

/// The arguments of `@Transient`.
struct TransientAttribute {
  let syntax: AttributeSyntax
  let dependencies: [Dependency]

  /// A key path to a property.
  struct Dependency {
    let syntax: ExprSyntax
    /// The names along the path; nil if the expression is not a key path.
    let names: [String]?
  }
}
