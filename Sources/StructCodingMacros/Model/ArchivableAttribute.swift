import SwiftSyntax

/// The arguments of `@Archivable`, with the expressions they were written as.
struct ArchivableAttribute {
  /// `className:`, unless absent or `nil`.
  var className: Text?
  /// The elements of `formerly:`.
  var formerly: [Text] = []
  /// The argument of `formerly:` when it is not an array literal.
  var formerlyOtherThanArray: ExprSyntax?

  /// A name given as an expression.
  struct Text {
    let syntax: ExprSyntax
    /// The name, or nil when the expression is not a plain string literal.
    let value: String?
  }
}
