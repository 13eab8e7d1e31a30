import SwiftSyntax
import SwiftSyntaxBuilder

/// Rules for a `@Transient(dependsOn:)`.
enum DerivedRules {
  static func problems(of member: MarkedMember, dependencies: [DerivedProperty.Dependency]) -> [Problem] {
    guard let variable = member.variable, [.stored, .constant, .computed].contains(member.kind) else {
      return TransientRules.problems(of: member)
    }
    if !variable.attributes.stored.isEmpty { return TransientRules.problems(of: member) }
    guard let property = DerivedProperty(parsing: member.attribute, on: variable), member.kind == .computed
    else { return [Problem(DerivedFinding.stored, at: dependencies[0].syntax, member.name)] }
    guard member.type?.isStructure == true || member.attribute.attributeName.nominalPath.last == "Managed"
    else {
      return [Problem(DerivedFinding.outsideStructure, at: member.attribute, member.name)]
    }
    let problems = problems(ofDependencies: property)
    return problems.isEmpty ? self.problems(ofGetter: property) : problems
  }

  private static func problems(ofDependencies property: DerivedProperty) -> [Problem] {
    var seen: Set<[String]> = []
    return property.dependencies.compactMap { dependency -> Problem? in
      func problem(_ finding: DerivedFinding, _ detail: String = "") -> Problem {
        Problem(finding, at: dependency.syntax, property.name.text, detail)
      }
      guard let names = dependency.names else { return problem(.noProperty) }
      if names[0] == property.name.text { return problem(.circular) }
      return seen.insert(names).inserted
        ? nil : problem(.listedTwice, dependency.syntax.trimmedDescription)
    }
  }

  private static func problems(ofGetter property: DerivedProperty) -> [Problem] {
    func problem(
      _ finding: DerivedFinding, at node: some SyntaxProtocol, _ detail: String = "",
      _ cures: [Problem.Cure] = []
    ) -> [Problem] { [Problem(finding, at: node, property.name.text, detail, cures: cures)] }
    guard let getter = property.getter else { return problem(.noGetter, at: property.name) }
    if let type = property.type, let way = type.reasonNotKept {
      return problem(
        .unkeptType, at: type, "'\(type.trimmedDescription)'; \(way)")
    }
    if let effect = property.effect { return problem(.effect, at: effect, effect.trimmedDescription) }
    let cache = property.cache
    if getter.tokens(viewMode: .sourceAccurate).contains(where: { $0.text == cache }) { return [] }
    return problem(
      .notKept, at: property.name, cache,
      [.init("wrap the getter in '\(cache) { … }'", replacing: getter, by: getter.wrapped(in: cache))])
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
  private var getAccessor: AccessorDeclSyntax? {
    guard case .accessors(let accessors)? = binding.accessorBlock?.accessors else { return nil }
    return accessors.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }
  }

  /// `async` or `throws` of the getter.
  fileprivate var effect: AccessorEffectSpecifiersSyntax? { getAccessor?.effectSpecifiers }

  /// The statements of the getter.
  fileprivate var getter: CodeBlockItemListSyntax? {
    if case .getter(let statements)? = binding.accessorBlock?.accessors { return statements }
    return getAccessor?.body?.statements
  }
}

extension CodeBlockItemListSyntax {
  /// `_fullName { statements }`, on as many lines as the statements.
  fileprivate func wrapped(in name: String) -> CodeBlockItemListSyntax {
    let leading = leadingTrivia.description
    let text: String
    if let newline = leading.lastIndex(where: \.isNewline) {
      let indentation = leading[newline...]
      text = "\(indentation)\(name) {\(description)\(indentation)}"
    } else {
      text = "\(leading)\(name) { \(trimmedDescription) }\(trailingTrivia)"
    }
    return CodeBlockItemListSyntax([CodeBlockItemSyntax(item: .expr(ExprSyntax(stringLiteral: text)))])
  }
}

private enum DerivedFinding: String, Finding {
  static let topic = "transient"
  case stored, outsideStructure, noProperty, circular, listedTwice, unkeptType, effect, noGetter, notKept

  func text(_ subject: String, _ detail: String, _ other: String) -> String {
    switch self {
    case .stored:
      "property \(subject) is stored, so nothing computes it again when another changes; make it a computed property, "
        + "or remove 'dependsOn'"
    case .outsideStructure:
      "the value of \(subject) cannot be kept here: '@Transient(dependsOn:)' adds a stored property, which only the "
        + "declaration of a struct can have; move the property there"
    case .noProperty:
      "'\(subject)' can only depend on properties of the same type, written as '\\.name'; name the property itself"
    case .circular:
      "'\(subject)' depends on '\(subject)': computing one would never end; remove a dependency"
    case .listedTwice:
      "'\(detail)' is listed twice among what '\(subject)' depends on; remove one"
    case .unkeptType:
      "the value of '\(subject)' cannot be kept as \(detail)"
    case .effect:
      "the getter of '\(subject)' cannot be '\(detail)': its value is kept, but an error or a wait cannot be; return an "
        + "optional or a 'Result' instead"
    case .noGetter:
      "'\(subject)' has no getter that computes its value; write 'get { … }'"
    case .notKept:
      "the getter of '\(subject)' computes its value each time, and a macro cannot change a getter; let it call "
        + "'\(detail) { … }', which keeps the value"
    }
  }
}
