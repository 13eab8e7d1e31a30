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
      "var __\(name) = StructCoding.DerivedCache<\(type)>()",
      """
      private func _\(name)(_ make: () -> \(type)) -> \(type) {
        self.__\(name).value(of: \(dependencies.joined(separator: ", ")), making: make)
      }
      """,
    ]
  }

  /// The method that lists the derived properties; none when there are none.
  static func descriptionLines(
    _ properties: [DerivedProperty], storedNames: [String: String], _ access: String
  ) -> [String] {
    if properties.isEmpty { return [] }
    let lines = properties.map { property in
      let names = property.dependencyNames.map { (storedNames[$0] ?? $0).literal }.joined(separator: ", ")
      return "properties.property(\(property.name.unescapedText.literal), \\.\(property.name.text), "
        + "dependsOn: [\(names)])"
    }
    let head =
      "\(access)static func describeDerived(_ properties: inout StructCoding.DerivedProperties<Self>) {"
    return [head] + lines.indented + ["}"]
  }
}
