import SwiftSyntax

/// A property or a case, which archives identify by its stored name.
protocol Named {
  /// `property` or `case`.
  static var noun: String { get }

  /// The name in the source, without backticks.
  var declaredName: String { get }
  /// The location for errors about the name.
  var nameSyntax: Syntax { get }
  /// The rule that derives the stored name from the declared one.
  var namingRule: StoredNaming { get }
  /// Every `@Stored` attached to it; more than one is an error.
  var stored: [StoredAttribute] { get }
}

extension Named {
  var namingRule: StoredNaming { .asDeclared }

  /// The name in archives.
  var storedName: String {
    guard let name = stored.first?.name?.value, !name.isEmpty else {
      return namingRule.name(of: declaredName)
    }
    return name
  }

  /// Former names in archives.
  var formerNames: [Argument<String>] { stored.first?.formerly ?? [] }

  /// The kind and the name as written in messages.
  var quotedName: String { "\(Self.noun) '\(declaredName)'" }
}
