import SwiftSyntax

extension DeclSyntax {
  var attributes: AttributeListSyntax {
    asProtocol((any WithAttributesSyntax).self)?.attributes ?? []
  }
}

extension AttributeListSyntax {
  /// Whether a declaration is unavailable everywhere.
  var areExcluding: Bool { !unavailablePlatforms.isDisjoint(with: ["*", "swift"]) }

  /// The platforms on which a declaration is unavailable, as conditions of an `#if` that are true elsewhere.
  var exclusions: [String] { unavailablePlatforms.sorted().compactMap { conditions[$0] } }

  private var unavailablePlatforms: Set<String> {
    Set(
      availabilityArguments.filter { $0.contains { $0.isKeyword("unavailable") } }
        .compactMap { $0.first?.argument.as(TokenSyntax.self)?.text })
  }

  /// Whether a declaration is deprecated somewhere.
  var areDeprecating: Bool {
    availabilityArguments.contains { arguments in
      arguments.contains {
        $0.isKeyword("deprecated")
          || $0.argument.as(AvailabilityLabeledArgumentSyntax.self)?.label.text == "deprecated"
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
}

// What is unavailable on iOS is so on visionOS, and under Catalyst, which is iOS to the compiler.
private let conditions = [
  "macOS": "!os(macOS)", "OSX": "!os(macOS)", "iOS": "!os(iOS) && !os(visionOS)", "tvOS": "!os(tvOS)",
  "watchOS": "!os(watchOS)", "visionOS": "!os(visionOS)", "macCatalyst": "!targetEnvironment(macCatalyst)",
]
