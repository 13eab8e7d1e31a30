import SwiftSyntax

/// Writes the members for derived properties: the storage of their values, and a table of their dependencies.
enum DerivedEmission {
  /// Returns the peers of a property `fullName`: `__fullName`, which stores the value, and `_fullName(_:)`, which the
  /// getter calls with a closure that computes the value.
  ///
  /// The stored property is not private, since a memberwise initializer would become private as well. It has an
  /// initial value, so callers of that initializer need not pass one.
  static func peers(of property: DerivedProperty, _ sourceLines: SourceLines) -> [String] {
    let name = property.name.unescapedText
    let type = property.type?.description ?? ""
    let dependencies = property.attribute.dependencies.compactMap(\.names).map { names in
      "self.\(names.joined(separator: "."))"
    }
    let value = "self.__\(name).value(of: \(dependencies.joined(separator: ", ")), making: make)"
    let body = SourceLines.ended(sourceLines.storing(value, at: property.name, type: nil))
    return [
      "var __\(name) = \(structCoding)_DerivedCache<\(type)>()",
      ((property.isDeprecated ? [Deprecation.attribute] : [])
        + ["private func _\(name)(_ make: () -> \(type)) -> \(type) {"] + body.indented + ["}"])
        .joined(separator: "\n"),
    ]
  }

  /// Returns the method that lists the derived properties; no lines if there are none.
  static func descriptionLines(
    _ properties: [Conditional<DerivedProperty>], storedNames: [String: String], _ access: String,
    _ sourceLines: SourceLines
  ) -> [String] {
    if properties.isEmpty { return [] }
    let head =
      "\(access)static func _describeDerived(_ properties: inout \(structCoding)_DerivedProperties<Self>) {"
    return [head] + SourceLines.ended(lines(properties, storedNames, sourceLines)).indented + ["}"]
  }

  private static func lines(
    _ members: [Conditional<DerivedProperty>], _ storedNames: [String: String], _ sourceLines: SourceLines
  ) -> [String] {
    members.flatMap { member -> [String] in
      switch member {
      case .element(let property):
        let names = property.dependencyNames.map { (storedNames[$0] ?? $0).literal }.joined(separator: ", ")
        return sourceLines.storing(
          "properties.property(\(property.declaredName.literal), \\.\(property.name.text), dependsOn: [\(names)])",
          at: property.name, type: nil)
      case .block(let block):
        return block.clauses.flatMap { [$0.directive] + lines($0.members, storedNames, sourceLines).indented }
          + ["#endif"]
      }
    }
  }
}
