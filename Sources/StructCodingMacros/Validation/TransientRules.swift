import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// Rules for a single `@Transient`.
enum TransientRules {
  static func problems(in use: TransientUse) -> [Problem] {
    let attribute = use.attribute
    switch use.target {
    case .other(let words): return [.isNeverArchived(attribute, words)]
    case .stored(let name, let hasInitialValue):
      guard let type = use.type else {
        return [.isNeverArchived(attribute, "local or global property '\(name)'")]
      }
      if use.isStored { return [.isStoredAsWell(attribute, name)] }
      if let first = attribute.dependencies.first { return [.dependsThoughStored(first, name)] }
      guard type.isArchivable else { return [.isUnread(attribute, name, type.name)] }
      return hasInitialValue ? [] : [.hasNoInitialValue(attribute, name)]
    case .computed(let name, let property):
      if use.isStored { return [.isStoredAsWell(attribute, name)] }
      guard let property, !attribute.dependencies.isEmpty else {
        return [.isComputedWithoutDependencies(attribute, name)]
      }
      guard let type = use.type, type.isStructure else { return [.isOutsideStructure(attribute, name)] }
      return derived(property)
    }
  }

  private static func derived(_ property: DerivedProperty) -> [Problem] {
    let dependencies = property.attribute.dependencies
    var seen: Set<[String]> = []
    let problems = dependencies.compactMap { dependency -> Problem? in
      guard let names = dependency.names else { return .isNoProperty(dependency, property) }
      return seen.insert(names).inserted ? nil : .isListedTwice(dependency, property)
    }
    if !problems.isEmpty { return problems }
    guard let getter = property.getter else { return [.hasNoGetter(property)] }
    if let type = property.binding.typeAnnotation?.type, let words = type.reasonNotKept {
      return [.cannotBeKept(property, type, words)]
    }
    if let effect = property.effect { return [.hasEffect(property, effect)] }
    let cache = "_\(property.name.unescapedText)"
    let usesCache = getter.tokens(viewMode: .sourceAccurate).contains { $0.text == cache }
    return usesCache ? [] : [.doesNotKeepItsValue(property, getter)]
  }
}

extension TypeSyntax {
  /// The way out if a value of the type cannot be kept; nil if syntax shows no obstacle.
  fileprivate var reasonNotKept: String? {
    let type = withoutParentheses
    if type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return "write 'T?'" }
    if type.as(SomeOrAnyTypeSyntax.self)?.someOrAnySpecifier.text == "some" { return "write the type itself" }
    return nil
  }
}

extension DerivedProperty {
  /// `async` or `throws` of the getter.
  fileprivate var effect: AccessorEffectSpecifiersSyntax? {
    guard case .accessors(let accessors)? = binding.accessorBlock?.accessors else { return nil }
    return accessors.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }?.effectSpecifiers
  }

  /// The statements of the getter.
  fileprivate var getter: CodeBlockItemListSyntax? {
    switch binding.accessorBlock?.accessors {
    case .getter(let statements): statements
    case .accessors(let accessors):
      accessors.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }?.body?.statements
    case nil: nil
    }
  }
}

extension Problem {
  fileprivate static func isNeverArchived(_ attribute: TransientAttribute, _ words: String) -> Problem {
    Problem(
      "transient.target", at: attribute.syntax,
      "'@Transient' has no effect on \(words), which is never archived; remove it")
  }

  fileprivate static func isStoredAsWell(_ attribute: TransientAttribute, _ name: String) -> Problem {
    Problem(
      "transient.stored", at: attribute.syntax,
      "property '\(name)' cannot be '@Transient' and '@Stored': the first leaves it out of archives, the second "
        + "sets how it is stored; remove one of them")
  }

  fileprivate static func dependsThoughStored(
    _ dependency: TransientAttribute.Dependency, _ name: String
  ) -> Problem {
    Problem(
      "transient.depends-stored", at: dependency.syntax,
      "property '\(name)' is stored, so nothing computes it again when another changes; make it a computed "
        + "property, or remove 'dependsOn'")
  }

  fileprivate static func isUnread(
    _ attribute: TransientAttribute, _ name: String, _ type: String
  ) -> Problem {
    Problem(
      "transient.unread", at: attribute.syntax,
      "'@Transient' has no effect on property '\(name)', since '\(type)' is not marked '@Archivable'; mark "
        + "'\(type)', or remove '@Transient'")
  }

  fileprivate static func hasNoInitialValue(_ attribute: TransientAttribute, _ name: String) -> Problem {
    Problem(
      "transient.initial-value", at: attribute.syntax,
      "property '\(name)' is not archived, so decoding has no value for it; give it an initial value, or make "
        + "it an optional variable")
  }

  fileprivate static func isComputedWithoutDependencies(
    _ attribute: TransientAttribute, _ name: String
  ) -> Problem {
    Problem(
      "transient.computed", at: attribute.syntax,
      "'@Transient' has no effect on computed property '\(name)', which is never archived; to keep its value, name "
        + "what it depends on, '@Transient(dependsOn: \\.…)', or remove it")
  }

  fileprivate static func isOutsideStructure(_ attribute: TransientAttribute, _ name: String) -> Problem {
    Problem(
      "transient.place", at: attribute.syntax,
      "the value of '\(name)' cannot be kept here: '@Transient(dependsOn:)' adds a stored property, which only the "
        + "declaration of a struct can have; move the property there")
  }

  fileprivate static func isNoProperty(
    _ dependency: TransientAttribute.Dependency, _ property: DerivedProperty
  ) -> Problem {
    Problem(
      "transient.dependency", at: dependency.syntax,
      "'\(property.name.text)' can only depend on properties of the same type, written as '\\.name'; name the property "
        + "itself")
  }

  fileprivate static func isListedTwice(
    _ dependency: TransientAttribute.Dependency, _ property: DerivedProperty
  ) -> Problem {
    Problem(
      "transient.duplicate", at: dependency.syntax,
      "'\(dependency.syntax.trimmedDescription)' is listed twice among what '\(property.name.text)' depends on; "
        + "remove one")
  }

  fileprivate static func cannotBeKept(
    _ property: DerivedProperty, _ type: TypeSyntax, _ way: String
  ) -> Problem {
    Problem(
      "transient.type", at: type,
      "the value of '\(property.name.text)' cannot be kept as '\(type.trimmedDescription)'; \(way)")
  }

  fileprivate static func hasEffect(
    _ property: DerivedProperty, _ effect: AccessorEffectSpecifiersSyntax
  ) -> Problem {
    Problem(
      "transient.effect", at: effect,
      "the getter of '\(property.name.text)' cannot be '\(effect.trimmedDescription)': its value is kept, but an "
        + "error or a wait cannot be; return an optional or a 'Result' instead")
  }

  fileprivate static func hasNoGetter(_ property: DerivedProperty) -> Problem {
    Problem(
      "transient.no-getter", at: property.name,
      "'\(property.name.text)' has no getter that computes its value; write 'get { … }'")
  }

  fileprivate static func doesNotKeepItsValue(
    _ property: DerivedProperty, _ getter: CodeBlockItemListSyntax
  ) -> Problem {
    let cache = "_\(property.name.unescapedText)"
    return Problem(
      "transient.getter", at: property.name,
      "the getter of '\(property.name.text)' computes its value each time, and a macro cannot change a getter; let "
        + "it call '\(cache) { … }', which keeps the value",
      cures: [
        Cure(
          title: "wrap the getter in '\(cache) { … }'",
          changes: [.replace(oldNode: Syntax(getter), newNode: Syntax(wrapped(getter, in: cache)))])
      ])
  }

  /// `_fullName { statements }`, on as many lines as the statements.
  private static func wrapped(_ statements: CodeBlockItemListSyntax, in name: String)
    -> CodeBlockItemListSyntax
  {
    let leading = statements.leadingTrivia.description
    let text: String
    if let newline = leading.lastIndex(where: \.isNewline) {
      let indentation = leading[newline...]
      text = "\(indentation)\(name) {\(statements.description)\(indentation)}"
    } else {
      text = "\(leading)\(name) { \(statements.trimmedDescription) }\(statements.trailingTrivia)"
    }
    return CodeBlockItemListSyntax([CodeBlockItemSyntax(item: .expr(ExprSyntax(stringLiteral: text)))])
  }
}
