import SwiftSyntax

/// Rules for a `@Managed` whose value is in an attribute. The type checker finds what the type cannot be.
enum ManagedRules {
  static func problems(of property: ManagedVariable) -> [Problem] {
    let arguments = property.arguments
    func problem(_ finding: ManagedFinding, at node: some SyntaxProtocol) -> [Problem] {
      [Problem(finding, at: node, "'\(property.name.text)'", node.trimmedDescription)]
    }
    if property.isVisibleToObjectiveC { return problem(.objectiveC, at: property.name) }
    if let method = arguments.method, property.storage == nil { return problem(.method, at: method.syntax) }
    for name in [arguments.name].compactMap({ $0 }) + arguments.formerly
    where !(name.value.map(isAttributeName) ?? false) {
      return problem(.name, at: name.syntax)
    }
    if arguments.formerly.count > 1 { return problem(.formerNames, at: arguments.formerly[1].syntax) }
    if !property.type.isOptional, property.initialValue == nil {
      return problem(.initialValue, at: property.name)
    }
    guard let policy = arguments.policy else { return [] }
    switch policy.value {
    case .fallbackToDefaultValue?: return []
    case .debugAssertNil?: return property.type.isOptional ? [] : problem(.assertNil, at: policy.syntax)
    case .throwError?: return problem(.throwError, at: policy.syntax)
    case .dropElements?: return problem(.dropElements, at: policy.syntax)
    case nil: return problem(.policy, at: policy.syntax)
    }
  }

  /// Whether Core Data takes a name for an attribute.
  private static func isAttributeName(_ name: String) -> Bool {
    name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil
  }
}

enum ManagedFinding: String, Finding {
  static let topic = "managed"
  case place, objectiveC, method, name, formerNames, initialValue, policy, assertNil, throwError, dropElements

  func text(_ subject: String, _ detail: String, _ other: String) -> String {
    switch self {
    case .place:
      "'@Managed' stores a variable with a written type, in the declaration of a class, and not \(subject); declare it "
        + "there: an extension has no stored properties"
    case .objectiveC:
      "\(subject) cannot be '@objc': the accessors of its attribute are Core Data's, under the same name; remove '@objc'"
    case .method:
      "'\(detail)' is no storage method of an attribute; use '.raw', '.codable', '.archive', '.coding', '.composition' "
        + "or '.transformed(…)'"
    case .name:
      "the attribute of \(subject) needs a name that the macro can read; write a string literal of letters, digits and "
        + "underscores, which begins with a letter"
    case .formerNames:
      "a model has one renaming identifier for \(subject); name the attribute of the version before"
    case .initialValue:
      "\(subject) needs an initial value or an optional type: an attribute may hold nothing"
    case .policy:
      "the macro reads the policy of \(subject) from the source; write '.fallbackToDefaultValue' or '.debugAssertNil'"
    case .assertNil:
      "\(subject) is no optional, so it cannot be nil; give it an optional type, or write '.fallbackToDefaultValue'"
    case .throwError:
      "the getter of \(subject) cannot throw; read '$\(subject.dropFirst().dropLast()).value(of:)', which throws"
    case .dropElements:
      "an attribute holds no elements to leave out; store a struct by '.archive', and give its property the policy"
    }
  }
}
