import SwiftSyntax

/// Writes the members for a derived property: the storage of its value, and the function that reads it.
enum DerivedEmission {
  /// Returns the peers of a property `fullName`: `__fullName`, which stores the value, and `_fullName(_:)`, which the
  /// getter calls with a closure that computes the value.
  ///
  /// The stored property is not private, since a memberwise initializer would become private as well. It has an
  /// initial value, so callers of that initializer need not pass one.
  static func peers(
    of property: DerivedProperty, _ type: TypeSyntax, _ sourceLines: SourceLines, module: String = liveValues
  ) -> [String] {
    let (name, type) = (property.cache, type.trimmedDescription)
    let dependencies = property.dependencies.compactMap(\.names).map { "self.\($0.joined(separator: "."))" }
    let value = "self._\(name).value(of: \(dependencies.joined(separator: ", ")), making: make)"
    let body = SourceLines.ended(sourceLines.storing(value, at: property.name, type: nil))
    let function =
      (property.isDeprecated ? [Deprecation.attribute] : [])
      + body.braced(after: "private func \(name)(_ make: () -> \(type)) -> \(type)")
    return ["var _\(name) = \(module)_DerivedCache<\(type)>()", function.joined(separator: "\n")]
  }
}
