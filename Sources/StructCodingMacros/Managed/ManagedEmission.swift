import SwiftSyntax

/// Writes the members for `@Managed`.
enum ManagedEmission {
  // MARK: A value in an attribute

  static func accessors(of property: ManagedVariable) -> [String] {
    let name = property.name.unescapedText
    let description = "\(property.owner).$\(name)"
    // Values that are made of data are kept; others are read again.
    let cache = property.isKept ? "self.__\(name)" : "kept"
    let local =
      property.isKept
      ? "" : "var kept = \(managedObjects)_ManagedCache<\(property.type.trimmedDescription)>(); "
    return [
      "get { \(local)return \(description)._get(self, &\(cache)) }",
      "set { \(local)\(description)._set(newValue, self, &\(cache)) }",
      """
      _modify {
        \(local)var change = \(description)._modify(self, &\(cache))
        defer { change.end(self, &\(cache)) }
        yield &change.value
      }
      """,
    ]
  }

  /// Returns the description of the property, the place of its value, and what observers ask for.
  static func peers(of property: ManagedVariable) -> [String] {
    let name = property.name.unescapedText
    let arguments = property.arguments
    let type = property.type.trimmedDescription
    var parts = [property.attributeName.literal]
    if let former = arguments.formerly.first?.value { parts.append("formerly: \(former.literal)") }
    parts.append("\(managedObjects)AttributeStorage<\(type)>\(property.storage ?? "")")
    parts.append("initial: \(property.initialValue?.trimmedDescription ?? "nil")")
    if let policy = arguments.policy?.syntax { parts.append("onDecodeFailure: \(policy.trimmedDescription)") }
    if let isTransient = property.isTransient {
      parts.append("isTransient: \(isTransient.trimmedDescription)")
    }
    var peers = [
      """
      \(property.access?.prefix ?? "")static var $\(name): \(managedObjects)ManagedProperty<\(property.owner), \(type)> {
        \(managedObjects)ManagedProperty(\(parts.joined(separator: ", ")))
      }
      """
    ]
    if property.isKept { peers.append("private var __\(name) = \(managedObjects)_ManagedCache<\(type)>()") }
    if name != property.attributeName {
      peers += observing(name, property.name.text, type, [property.attributeName], isSettable: true)
    }
    return peers
  }

  // MARK: A value computed from others

  static func peers(of property: DerivedProperty, _ type: TypeSyntax, isVisibleToObjectiveC: Bool) -> [String]
  {
    let (name, cache) = (property.name.unescapedText, property.cache)
    let dependencies = property.dependencies.compactMap(\.names)
    let parts = dependencies.map { "self.\($0.joined(separator: "."))" }.joined(separator: ", ")
    let type = type.trimmedDescription
    return [
      "private let _\(cache) = \(managedObjects)_ManagedDerived<\(type)>()",
      """
      private func \(cache)(_ make: () -> \(type)) -> \(type) {
        self._\(cache).value(of: \(parts), making: make)
      }
      """,
    ]
      + observing(
        name, property.name.text, type, dependencies.map { $0.joined(separator: ".").filter { $0 != "?" } },
        isSettable: property.binding.hasSetter, isVisibleToObjectiveC)
  }

  /// Returns what key-value observers ask for: the keys that the property depends on, and the property by its name.
  private static func observing(
    _ name: String, _ reference: String, _ type: String, _ keys: [String], isSettable: Bool,
    _ isVisibleToObjectiveC: Bool = false
  ) -> [String] {
    let capital = name.prefix(1).uppercased() + name.dropFirst()
    var lines = [
      "#if canImport(ObjectiveC)",
      "@objc(keyPathsForValuesAffecting\(capital)) class func _keys_\(name)() -> Set<String> {",
      "  [\(keys.map(\.literal).joined(separator: ", "))]", "}",
    ]
    if !isVisibleToObjectiveC {
      lines += ["@objc(\(name)) private var _key_\(name): Any? {", "  get { self.\(reference) }"]
      if isSettable {
        lines.append("  set { if let value = newValue as? \(type) { self.\(reference) = value } }")
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
