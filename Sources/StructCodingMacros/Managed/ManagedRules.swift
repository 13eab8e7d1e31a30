import SwiftSyntax

extension ManagedVariable {
  /// The first rule that the property breaks. The type checker rejects unsuitable types.
  var problem: Problem? {
    func problem(_ finding: ManagedFinding, at node: some SyntaxProtocol) -> Problem {
      Problem(finding, at: node, "'\(name.text)'", node.trimmedDescription)
    }
    if isVisibleToObjectiveC { return problem(.objectiveC, at: name) }
    if let method = arguments.method, storage == nil { return problem(.method, at: method.syntax) }
    for name in [arguments.name].compactMap({ $0 }) + arguments.formerly
    where name.value?.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) == nil {
      return problem(.name, at: name.syntax)
    }
    if !type.isOptional, initialValue == nil { return problem(.initialValue, at: name) }
    guard let policy = arguments.policy, policy.value != .fallbackToDefaultValue,
      policy.value != .debugAssertNil || !type.isOptional
    else { return nil }
    return problem(.policy, at: policy.syntax)
  }
}

enum ManagedFinding: String, Finding {
  static let topic = "managed"
  case place, objectiveC, method, name, initialValue, policy

  func text(_ subject: String, _ detail: String, _ other: String) -> String {
    switch self {
    case .place:
      "'@Managed' needs a variable with a written type in the declaration of a class, not \(subject); declare it "
        + "there: an extension has no stored properties"
    case .objectiveC:
      "\(subject) cannot be '@objc': the accessors of its attribute are Core Data's, under the same name; remove '@objc'"
    case .method:
      "'\(detail)' is not a storage method of an attribute; use '.raw', '.codable', '.archive', '.coding', "
        + "'.composition' or '.transformed(…)'"
    case .name:
      "the attribute of \(subject) needs a name that the macro can read; write a string literal of letters, digits and "
        + "underscores, which begins with a letter"
    case .initialValue:
      "\(subject) needs an initial value or an optional type: an attribute can be empty"
    case .policy:
      "\(subject) cannot have the policy '\(detail)': its getter cannot throw, and an attribute has no elements to "
        + "drop; write '.fallbackToDefaultValue', or '.debugAssertNil' for an optional; "
        + "'$\(subject.dropFirst().dropLast()).value(of:)' throws"
    }
  }
}
