import SwiftSyntax

/// The storage method that a `@Stored` names, with the expression it was written as.
struct StorageArgument {
  let syntax: ExprSyntax
  /// The method; nil when the expression is not written as one.
  let method: Method?

  enum Method: Equatable {
    case standard
    case composition
    /// One that the library does, by the call that generated code passes to it: `.transformed(T.self)`.
    case call(String)
  }
}

/// What a `@Stored` says of values that cannot be read, with the expression it was written as.
struct PolicyArgument {
  let syntax: ExprSyntax
  /// The policy; nil when the expression is not written as one.
  let policy: Policy?

  enum Policy: String {
    case throwError, fallbackToDefaultValue, debugAssertNil
  }
}
