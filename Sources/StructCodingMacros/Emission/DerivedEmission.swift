import SwiftSyntax

/// Writes what derived properties need: where their values are kept, and a table of what they depend on.
enum DerivedEmission {
  /// The peers of a property `fullName`: `__fullName`, which keeps the value, and `_fullName(_:)`, which the getter
  /// calls with how the value is made.
  ///
  /// The first is no private property: a memberwise initialiser would then be private as well. It has an initial
  /// value, so nothing is asked of who calls one.
  static func peers(of property: DerivedProperty) -> [String] {
    let name = property.name.unescapedText
    let type = property.type?.description ?? ""
    let dependencies = property.attribute.dependencies.compactMap(\.names).map { names in
      "self.\(names.joined(separator: "."))"
    }
    return [
      "var __\(name) = \(structCoding)_DerivedCache<\(type)>()",
      """
      private func _\(name)(_ make: () -> \(type)) -> \(type) {
        self.__\(name).value(of: \(dependencies.joined(separator: ", ")), making: make)
      }
      """,
    ]
  }

  /// The method that lists the derived properties; none when there are none.
  static func descriptionLines(
    _ properties: [Conditional<DerivedProperty>], storedNames: [String: String], _ access: String
  ) -> [String] {
    if properties.isEmpty { return [] }
    let head =
      "\(access)static func describeDerived(_ properties: inout \(structCoding)DerivedProperties<Self>) {"
    return [head] + lines(properties, storedNames).indented + ["}"]
  }

  private static func lines(
    _ members: [Conditional<DerivedProperty>], _ storedNames: [String: String]
  ) -> [String] {
    members.flatMap { member -> [String] in
      switch member {
      case .element(let property):
        let names = property.dependencyNames.map { (storedNames[$0] ?? $0).literal }.joined(separator: ", ")
        return [
          "properties.property(\(property.declaredName.literal), \\.\(property.name.text), "
            + "dependsOn: [\(names)])"
        ]
      case .block(let block):
        return block.clauses.flatMap { [$0.directive] + lines($0.members, storedNames).indented } + ["#endif"]
      }
    }
  }
}
