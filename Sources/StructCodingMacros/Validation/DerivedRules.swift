import SwiftSyntax
import SwiftSyntaxBuilder

/// Rules for a `@Transient`, with and without dependencies.
enum DerivedRules {
  static func problems(of member: MarkedMember) -> [Problem] {
    guard let variable = member.variable else { return [] }
    func problem(_ finding: DerivedFinding) -> [Problem] {
      [Problem(finding, at: member.attribute, member.name)]
    }
    if !variable.attributes.stored.isEmpty { return problem(.storedAsWell) }
    if member.kind == .computed { return problem(.computed) }
    // The compiler would report the macro's initialiser instead.
    guard member.kind == .stored, member.isInArchivable else { return [] }
    return Field.fields(of: variable).contains(where: \.lacksValue) ? problem(.noInitialValue) : []
  }

  static func problems(of member: MarkedMember, dependencies: [DerivedProperty.Dependency]) -> [Problem] {
    guard let variable = member.variable, variable.attributes.stored.isEmpty else {
      return problems(of: member)
    }
    let isManaged = member.attribute.attributeName.nominalPath.last == "Managed"
    guard member.kind == .computed, member.isInStructure || isManaged,
      let property = DerivedProperty(parsing: member.attribute, on: variable)
    else { return [Problem(DerivedFinding.place, at: member.attribute, member.words)] }
    let problems = property.dependencies.compactMap { dependency -> Problem? in
      guard dependency.names?[0] ?? property.name.text == property.name.text else { return nil }
      return Problem(DerivedFinding.dependency, at: dependency.syntax, property.name.text)
    }
    return problems.isEmpty ? self.problems(ofGetter: property) : problems
  }

  private static func problems(ofGetter property: DerivedProperty) -> [Problem] {
    let cache = property.cache
    guard let getter = property.getter,
      !getter.tokens(viewMode: .sourceAccurate).contains(where: { $0.text == cache })
    else { return [] }
    return [
      Problem(
        DerivedFinding.notKept, at: property.name, property.name.text, cache,
        cures: [
          .init("wrap the getter in '\(cache) { … }'", replacing: getter, by: getter.wrapped(in: cache))
        ])
    ]
  }
}

extension DerivedProperty {
  /// The statements of the getter.
  fileprivate var getter: CodeBlockItemListSyntax? {
    switch binding.accessorBlock?.accessors {
    case .getter(let statements)?: statements
    case .accessors(let accessors)?:
      accessors.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }?.body?.statements
    case nil: nil
    }
  }
}

extension CodeBlockItemListSyntax {
  /// `_fullName { statements }`, with the line breaks of the statements.
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
  case storedAsWell, computed, noInitialValue, place, dependency, notKept

  func text(_ subject: String, _ detail: String, _ other: String) -> String {
    switch self {
    case .storedAsWell:
      "property \(subject) cannot be both '@Transient' and '@Stored': the first leaves it out of archives, the "
        + "second sets how it is stored; remove one of them"
    case .computed:
      "'@Transient' has no effect on computed property \(subject), which is never archived; to keep its value, name "
        + "its dependencies, '@Transient(dependsOn: \\.…)', or remove the attribute"
    case .noInitialValue:
      "property \(subject) is not archived, so decoding has no value for it; give it an initial value, or make it an "
        + "optional variable"
    case .place:
      "'dependsOn' cannot be applied to \(subject): it keeps the value of a computed property in a stored property "
        + "beside it, which only the declaration of a struct can have; remove 'dependsOn', or move the property"
    case .dependency:
      "'\(subject)' can only depend on other properties of the same type, written as '\\.name'; name the property itself"
    case .notKept:
      "the getter of '\(subject)' computes its value each time, and a macro cannot change a getter; let it call "
        + "'\(detail) { … }', which keeps the value"
    }
  }
}
