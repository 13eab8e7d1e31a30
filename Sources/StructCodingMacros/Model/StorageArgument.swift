import SwiftSyntax

/// The storage method in a `@Stored`, with the expression it was written as.
struct StorageArgument {
  let syntax: ExprSyntax
  /// The method; nil if the expression is not written as one.
  let method: Method?

  enum Method: Equatable {
    case standard
    case composition
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
    case throwError, fallbackToDefaultValue, debugAssertNil
  }
}
