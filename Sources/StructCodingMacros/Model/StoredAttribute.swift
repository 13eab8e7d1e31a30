import SwiftSyntax

/// The arguments of `@Stored`: how a property or a case is stored.
struct StoredAttribute {
  let syntax: AttributeSyntax
  /// The name in archives, unless absent or `nil`.
  var name: Argument<String>?
  /// Former names.
  var formerly: [Argument<String>] = []
  /// The storage method, unless absent.
  var method: Argument<FieldMethod>?
  /// The value for archives that lack the field, unless absent.
  var defaultValue: ExprSyntax?
  /// What happens when a value cannot be read, unless absent.
  var policy: Argument<FailurePolicy>?

  /// Whether it says how a value is read.
  var hasOptions: Bool { defaultValue != nil || policy != nil }
  /// Whether it says nothing.
  var isEmpty: Bool { name == nil && formerly.isEmpty && method == nil && !hasOptions }

  /// Whether a constant is stored although it has a value.
  var storesConstant: Bool { [.constant, .writeOnly].contains(method?.value) }
}
