import SwiftSyntax

/// The arguments of `@Archivable`, with the expressions they were written as.
struct ArchivableAttribute {
  /// `className:`, unless absent or `nil`.
  var className: NameArgument?
  /// The elements of `formerly:`.
  var formerly: [NameArgument] = []
  /// The argument of `formerly:` when it is not an array literal.
  var formerlyOtherThanArray: ExprSyntax?
}
