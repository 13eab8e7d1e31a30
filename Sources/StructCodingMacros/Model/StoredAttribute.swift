import SwiftSyntax

/// The arguments of `@Stored`: how a property is stored, or a case.
struct StoredAttribute {
  let syntax: AttributeSyntax
  /// The name in archives, unless absent or `nil`.
  var name: NameArgument?
  /// Older names.
  var formerly: [NameArgument] = []
  /// The storage method, unless absent.
  var method: StorageArgument?
  /// The value for archives that lack the field, unless absent.
  var defaultValue: ExprSyntax?
  /// What happens when a value cannot be read, unless absent.
  var policy: PolicyArgument?
}
