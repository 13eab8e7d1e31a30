import SwiftParser
import SwiftSyntax

/// A name given to an attribute, with the expression it was written as.
struct NameArgument {
  let syntax: ExprSyntax
  /// The name, or nil when the expression is not a plain string literal.
  let value: String?

  init(parsing expression: ExprSyntax) {
    syntax = expression
    value = expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }
}
