import SwiftSyntax

/// The storage method in a `@Stored`, with the expression it was written as.
struct StorageArgument {
  let syntax: ExprSyntax
  /// The method; nil if the expression is not written as one.
  let method: Method?

  enum Method: Equatable {
    case standard
    case composition
    /// The value of a constant, which is checked when it is read.
    case constant
    /// Stored, and never read.
    case writeOnly
    /// For a case: unknown ones are read as it.
    case fallback
    /// A method of the library, as the call that generated code passes to it: `.transformed(T.self)`.
    case call(String)
  }
}

/// The policy in a `@Stored` for values that cannot be read, with the expression it was written as.
struct PolicyArgument {
  let syntax: ExprSyntax
  /// The policy; nil if the expression is not written as one.
  let policy: Policy?

  enum Policy: String {
    case throwError, fallbackToDefaultValue, debugAssertNil, dropElements

    /// Whether the property gets another value.
    var replacesValue: Bool { self == .fallbackToDefaultValue || self == .debugAssertNil }
  }
}
