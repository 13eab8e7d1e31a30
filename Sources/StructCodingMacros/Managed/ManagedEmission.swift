import SwiftSyntax

/// Writes the members for `@Managed`.
enum ManagedEmission {
  // MARK: A value in an attribute

  static func accessors(of property: ManagedVariable) -> [String] {
    let name = property.name.unescapedText
    // Values decoded from data are cached; others are read again.
    let cache = property.isKept ? ", self.__\(name)" : ""
    let value = "\(property.owner).$\(name)[_of: self\(cache)]"
    return ["get { \(value) }", "set { \(value) = newValue }", "_modify { yield &\(value) }"]
  }

  /// Returns the description of the property, the storage of its value, and the members for observers.
  static func peers(of property: ManagedVariable) -> [String] {
    let name = property.name.unescapedText
    let type = property.type.trimmedDescription
    var parts = [property.attributeName.literal]
    if let former = property.arguments.formerly.first?.value { parts.append("formerly: \(former.literal)") }
    parts.append("\(managedObjects)AttributeStorage<\(type)>\(property.storage ?? "")")
    parts.append("initial: \(property.initialValue?.trimmedDescription ?? "nil")")
    parts += property.options
    var peers = [
      """
      \(property.access?.prefix ?? "")static var $\(name): \(managedObjects)ManagedProperty<\(property.owner), \(type)> {
        \(managedObjects)ManagedProperty(\(parts.joined(separator: ", ")))
      }
      """
    ]
    if property.isKept { peers.append("private let __\(name) = \(managedObjects)_ManagedCache<\(type)>()") }
    if name != property.attributeName {
      peers += observing(property.name, type, [property.attributeName], isSettable: true)
    }
    return peers
  }

  // MARK: A value computed from others

  static func peers(
    of attribute: AttributeSyntax, on variable: VariableDeclSyntax, _ sourceLines: SourceLines
  ) -> [String] {
    // The compiler itself rejects a property without a type.
    guard let property = DerivedProperty(parsing: attribute, on: variable), let type = property.type else {
      return []
    }
    let keys = property.dependencies.compactMap { $0.names?.joined(separator: ".").filter { $0 != "?" } }
    return DerivedEmission.peers(of: property, type, sourceLines, module: managedObjects)
      + observing(
        property.name, type.trimmedDescription, keys, isSettable: property.binding.hasSetter,
        variable.isVisibleToObjectiveC)
  }

  /// Returns the members for key-value observers: the keys on which the property depends, and the property by its name.
  private static func observing(
    _ token: TokenSyntax, _ type: String, _ keys: [String], isSettable: Bool,
    _ isVisibleToObjectiveC: Bool = false
  ) -> [String] {
    let name = token.unescapedText
    let capital = name.prefix(1).uppercased() + name.dropFirst()
    var lines = [
      "#if canImport(ObjectiveC)",
      "@objc(keyPathsForValuesAffecting\(capital)) class func _keys_\(name)() -> Set<String> {",
      "  [\(keys.map(\.literal).joined(separator: ", "))]", "}",
    ]
    if !isVisibleToObjectiveC {
      lines += ["@objc(\(name)) private var _key_\(name): Any? {", "  get { self.\(token.text) }"]
      if isSettable {
        lines.append("  set { if let value = newValue as? \(type) { self.\(token.text) = value } }")
      }
      lines.append("}")
    }
    return [(lines + ["#endif"]).joined(separator: "\n")]
  }
}

extension PatternBindingSyntax {
  fileprivate var hasSetter: Bool {
    guard case .accessors(let accessors)? = accessorBlock?.accessors else { return false }
    return accessors.contains { $0.accessorSpecifier.tokenKind == .keyword(.set) }
  }
}
