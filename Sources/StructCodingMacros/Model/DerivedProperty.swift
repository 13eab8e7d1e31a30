import SwiftSyntax

/// A computed property that keeps its value: one marked `@Transient(dependsOn: …)`.
struct DerivedProperty: Named {
  let attribute: TransientAttribute
  let name: TokenSyntax
  let type: TypeSyntax?
  let binding: PatternBindingSyntax

  static var noun: String { "property" }
  var declaredName: String { name.unescapedText }
  var nameSyntax: Syntax { Syntax(name) }
  /// None: a derived property is not stored.
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
    /// The names on the way; nil when the expression is something else.
    let names: [String]?
  }
}
