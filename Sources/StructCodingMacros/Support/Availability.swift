import SwiftSyntax

extension DeclSyntax {
  var attributes: AttributeListSyntax {
    asProtocol((any WithAttributesSyntax).self)?.attributes ?? []
  }
}

extension AttributeListSyntax {
  /// Whether a declaration is unavailable everywhere.
  var areExcluding: Bool { availability.contains { $0.first == "*" && $0.contains("unavailable") } }

  /// Whether a declaration is unavailable somewhere.
  var areLimiting: Bool {
    availability.contains {
      $0.contains("unavailable") || $0.first == "swift" && $0.contains("obsoleted")
    }
  }

  /// Whether a declaration is deprecated somewhere.
  var areDeprecating: Bool { availability.contains { $0.contains("deprecated") } }

  /// The arguments of each `@available`: a platform, words like `unavailable`, and labels.
  private var availability: [[String]] {
    compactMap { element in
      guard case .attribute(let attribute) = element, attribute.attributeName.nominalPath == ["available"],
        case .availability(let arguments)? = attribute.arguments
      else { return nil }
      return arguments.compactMap { element in
        let word = element.argument.as(AvailabilityLabeledArgumentSyntax.self)?.label
        return (word ?? element.argument.as(TokenSyntax.self))?.text
      }
    }
  }
}
