import SwiftSyntax

extension AttributeListSyntax {
  /// Whether all attributes are known neither to wrap a property nor to add one. Others may be property wrappers or
  /// macros.
  var areWellKnown: Bool {
    allSatisfy { element in
      guard case .attribute(let attribute) = element, let name = attribute.attributeName.nominalPath.last
      else { return false }
      return wellKnownAttributes.contains(name)
    }
  }
}

private let wellKnownAttributes: Set<String> = [
  "Archivable", "MainActor", "Stored", "available", "backDeployed", "discardableResult", "dynamicCallable",
  "dynamicMemberLookup", "frozen", "inlinable", "inline", "preconcurrency", "propertyWrapper",
  "resultBuilder",
  "usableFromInline", "warn_unqualified_access",
]
