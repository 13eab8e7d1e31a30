import SwiftSyntax

extension DeclSyntax {
  var attributes: AttributeListSyntax {
    asProtocol((any WithAttributesSyntax).self)?.attributes ?? []
  }
}

extension AttributeListSyntax {
  /// Whether a declaration is unavailable everywhere.
  var areExcluding: Bool { unavailablePlatforms.contains("*") }

  /// Whether a declaration is unavailable somewhere.
  var areLimiting: Bool {
    !unavailablePlatforms.isEmpty
      || availabilityArguments.contains { arguments in
        arguments.first?.platform == "swift" && arguments.contains { $0.labeled("obsoleted") != nil }
      }
  }

  private var unavailablePlatforms: Set<String> {
    Set(
      availabilityArguments.filter { $0.contains { $0.isKeyword("unavailable") } }.compactMap(
        \.first?.platform))
  }

  /// Whether a declaration is deprecated somewhere.
  var areDeprecating: Bool {
    availabilityArguments.contains { arguments in
      arguments.contains {
        $0.isKeyword("deprecated") || $0.labeled("deprecated") != nil
      }
    }
  }

  private var availabilityArguments: [[AvailabilityArgumentSyntax]] {
    compactMap { element in
      guard case .attribute(let attribute) = element, attribute.attributeName.nominalPath == ["available"],
        case .availability(let arguments)? = attribute.arguments
      else { return nil }
      return Array(arguments)
    }
  }
}

extension AvailabilityArgumentSyntax {
  fileprivate func isKeyword(_ text: String) -> Bool { argument.as(TokenSyntax.self)?.text == text }

  /// `*`, `swift` or the name of a platform, if the argument is one.
  fileprivate var platform: String? { argument.as(TokenSyntax.self)?.text }

  fileprivate func labeled(_ label: String) -> AvailabilityLabeledArgumentSyntax? {
    argument.as(AvailabilityLabeledArgumentSyntax.self).flatMap { $0.label.text == label ? $0 : nil }
  }
}
