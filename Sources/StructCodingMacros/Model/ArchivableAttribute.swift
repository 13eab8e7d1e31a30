import SwiftSyntax

/// The arguments of `@Archivable`, with the expressions they were written as.
struct ArchivableAttribute {
  /// `className:`, unless absent or `nil`.
  var className: NameArgument?
  /// The elements of `formerly:`.
  var formerly: [NameArgument] = []
  /// `version:`, and whether newer ones are read.
  var version: ExprSyntax?
  var acceptsNewerVersions: ExprSyntax?
  /// The argument of `formerly:` when it is not an array literal.
  var formerlyOtherThanArray: ExprSyntax?
}
