import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ManagedEntity`: the list of the attributes that a class's properties need.
struct ManagedEntityMacro: MemberMacro, ExtensionMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    // The compiler refuses the conformance of another type.
    guard let type = declaration.as(ClassDeclSyntax.self) else { return [] }
    // The compiler requests the protocol if neither the class nor a superclass conforms.
    let isRoot = protocols.contains { $0.nominalPath.last == "ManagedEntity" }
    let lines = type.memberBlock.members.compactMap { member in
      member.decl.as(VariableDeclSyntax.self).flatMap { line(for: $0, in: type.name.text) }
    }
    let access = Access(type.modifiers).map(\.reachableFromExtension.prefix) ?? ""
    let text =
      [
        "\(access)\(isRoot ? "" : "override ")class var managedAttributes: [\(managedObjects)ManagedAttribute] {",
        "  get throws {",
        "    var attributes\(isRoot ? ": [\(managedObjects)ManagedAttribute] = []" : " = try super.managedAttributes")",
      ] + lines.map { "    \($0)" } + ["    return attributes", "  }", "}"]
    return ["\(raw: text.joined(separator: "\n"))"]
  }

  /// Returns the line that adds a property's attribute; nil for a property without one.
  private static func line(for variable: VariableDeclSyntax, in owner: String) -> String? {
    guard let binding = variable.bindings.first,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.unescapedText
    else { return nil }
    if let managed = variable.attributes.named("Managed").first {
      return managed.hasDependencies ? nil : "try attributes.append(\(owner).$\(name).attribute)"
    }
    guard variable.attributes.contains(where: { $0.names("NSManaged") }),
      let type = binding.typeAnnotation?.type.trimmedDescription
    else { return nil }
    return "attributes._append(\(name.literal), (\(type)).self)"
  }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    if protocols.isEmpty { return [] }
    // The conformance of an isolated class is isolated too.
    let isolation = declaration.attributes.contains { $0.names("MainActor") } ? "@MainActor " : ""
    return [
      try ExtensionDeclSyntax(
        "extension \(type.trimmed): \(raw: isolation)\(raw: managedObjects)ManagedEntity {}")
    ]
  }
}
