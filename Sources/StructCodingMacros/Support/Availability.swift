import SwiftSyntax

extension DeclSyntax {
  var attributes: AttributeListSyntax {
    asProtocol((any WithAttributesSyntax).self)?.attributes ?? []
  }
}

extension AttributeListSyntax {
  /// Whether a declaration is unavailable everywhere.
  var areExcluding: Bool { unavailablePlatforms.contains("*") }

  /// Where a declaration is unavailable: conditions of an `#if` that are true elsewhere.
  var exclusions: [String] {
    unavailablePlatforms.sorted().compactMap { conditions[$0] }
      + availabilityArguments.filter { $0.first?.platform == "swift" }.flatMap { arguments in
        arguments.compactMap {
          $0.labeled("obsoleted").map { "!swift(>=\(Syntax($0.value).trimmedDescription))" }
        }
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

// What is unavailable on iOS is so on visionOS, and under Catalyst, which is iOS to the compiler.
private let conditions = [
  "macOS": "!os(macOS)", "OSX": "!os(macOS)", "iOS": "!os(iOS) && !os(visionOS)", "tvOS": "!os(tvOS)",
  "watchOS": "!os(watchOS)", "visionOS": "!os(visionOS)", "macCatalyst": "!targetEnvironment(macCatalyst)",
]
