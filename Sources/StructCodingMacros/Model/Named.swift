import SwiftSyntax

/// A property or a case, which is found in archives by its stored name.
protocol Named {
  /// `property` or `case`.
  static var noun: String { get }

  /// The name in the source, without backticks.
  var declaredName: String { get }
  /// Where complaints about the name go.
  var nameSyntax: Syntax { get }
  /// Every `@Stored` before it; more than one is a mistake.
  var stored: [StoredAttribute] { get }
}

extension Named {
  /// The name in archives.
  var storedName: String {
    guard let name = stored.first?.name?.value, !name.isEmpty else { return declaredName }
    return name
  }

  /// Older names in archives.
  var formerNames: [NameArgument] { stored.first?.formerly ?? [] }

  /// The kind and the name as messages write them.
  var quotedName: String { "\(Self.noun) '\(declaredName)'" }
}
