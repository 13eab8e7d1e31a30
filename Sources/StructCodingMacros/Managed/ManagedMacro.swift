import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Managed`: a property of managed objects. The accessors go through a description of the property, a static peer
/// `$name`. A property with `dependsOn:` is computed, and caches its value.
struct ManagedMacro: AccessorMacro, PeerMacro {
  /// The emission formats its text itself.
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    // The peer macro reports the problems.
    guard let property = ManagedVariable(parsing: node, on: declaration, in: context),
      property.problem == nil
    else { return ["get { fatalError() }"] }
    return ManagedEmission.accessors(of: property).map { "\(raw: $0)" }
  }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let member = MarkedMember(parsing: node, on: DeclSyntax(declaration), in: context)
    var problems: [Problem] = []
    var peers: [String] = []
    if node.hasDependencies {
      problems = DerivedRules.problems(of: member, dependencies: DerivedProperty.Dependency.parse(node))
      if problems.isEmpty, let variable = member.variable {
        peers = ManagedEmission.peers(of: node, on: variable, SourceLines(in: context))
      }
    } else if let property = ManagedVariable(parsing: node, on: declaration, in: context) {
      problems = property.problem.map { [$0] } ?? []
      peers = ManagedEmission.peers(of: property)
    } else {
      problems = [Problem(ManagedFinding.place, at: node, member.words)]
    }
    for problem in problems { context.diagnose(problem.diagnostic) }
    return problems.isEmpty ? peers.map { "\(raw: $0)" } : []
  }
}

extension AttributeSyntax {
  /// Whether the attribute lists the dependencies of a computed property.
  var hasDependencies: Bool { trimmedDescription.contains("dependsOn:") }
}

extension VariableDeclSyntax {
  /// Whether the property itself is visible to Objective-C.
  var isVisibleToObjectiveC: Bool { attributes.contains { $0.names("objc") } }
}
