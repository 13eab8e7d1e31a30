import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Managed`: a property of managed objects. The accessors go through a description of the property, a static peer
/// `$name`. A property with `dependsOn:` is computed, and keeps its value.
struct ManagedMacro: AccessorMacro, PeerMacro {
  /// The emission formats its text itself.
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    // The peer macro reports the problems.
    guard let property = ManagedVariable(parsing: node, on: declaration, in: context),
      ManagedRules.problems(of: property).isEmpty
    else { return ["get { fatalError() }"] }
    return ManagedEmission.accessors(of: property).map { "\(raw: $0)" }
  }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let dependencies = DerivedProperty.Dependency.parse(node)
    let member = MarkedMember(parsing: node, on: DeclSyntax(declaration), in: context)
    if node.hasArgument("dependsOn") {
      let problems = DerivedRules.problems(of: member, dependencies: dependencies)
      for problem in problems { context.diagnose(problem.diagnostic) }
      guard problems.isEmpty, let variable = member.variable,
        let derived = DerivedProperty(parsing: node, on: variable), let type = derived.type
      else { return [] }
      return ManagedEmission.peers(of: derived, type, isVisibleToObjectiveC: variable.isVisibleToObjectiveC)
        .map { "\(raw: $0)" }
    }
    guard let property = ManagedVariable(parsing: node, on: declaration, in: context) else {
      context.diagnose(Problem(ManagedFinding.place, at: node, member.words).diagnostic)
      return []
    }
    let problems = ManagedRules.problems(of: property)
    for problem in problems { context.diagnose(problem.diagnostic) }
    guard problems.isEmpty else { return [] }
    return ManagedEmission.peers(of: property).map { "\(raw: $0)" }
  }
}

extension AttributeSyntax {
  fileprivate func hasArgument(_ label: String) -> Bool {
    guard case .argumentList(let arguments)? = arguments else { return false }
    return arguments.contains { $0.label?.text == label }
  }
}

extension VariableDeclSyntax {
  /// Whether the property itself is visible to Objective-C.
  var isVisibleToObjectiveC: Bool { attributes.contains { $0.names("objc") } }
}
