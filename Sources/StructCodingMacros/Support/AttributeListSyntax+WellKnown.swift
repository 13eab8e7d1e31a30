import SwiftSyntax

extension AttributeListSyntax {
  /// Whether every attribute is known to neither wrap a property nor add one. Unknown attributes may be property
  /// wrappers or macros.
  var areWellKnown: Bool {
    allSatisfy { element in
      guard case .attribute(let attribute) = element, let name = attribute.attributeName.nominalPath.last
      else { return false }
      return wellKnownAttributes.contains(name)
    }
  }
}

extension AttributeListSyntax.Element {
  /// Whether this is the attribute with the name.
  func names(_ name: String) -> Bool {
    if case .attribute(let attribute) = self { attribute.attributeName.nominalPath == [name] } else { false }
  }
}

private let wellKnownAttributes: Set<String> = [
  "Archivable", "ArchivableObject", "MainActor", "Stored", "available", "backDeployed", "discardableResult",
  "dynamicCallable",
  "dynamicMemberLookup", "frozen", "inlinable", "inline", "preconcurrency", "propertyWrapper",
  "resultBuilder",
  "usableFromInline", "warn_unqualified_access",
]
