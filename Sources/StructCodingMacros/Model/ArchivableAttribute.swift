import SwiftSyntax

/// The arguments of `@Archivable`, with the expressions they were written as.
struct ArchivableAttribute {
  let syntax: AttributeSyntax
  /// `className:`, unless absent or `nil`.
  var className: Argument<String>?
  /// The elements of `formerly:`.
  var formerly: [Argument<String>] = []
  /// `version:`, and whether newer versions are read.
  var version: ExprSyntax?
  var acceptsNewerVersions: ExprSyntax?

  /// `names:`, unless absent.
  var names: Argument<StoredNaming>?

  /// How stored names follow from Swift names.
  var namingRule: StoredNaming { names?.value ?? .asDeclared }

  /// The version, if it is written as a decimal number.
  var versionNumber: Int? {
    version?.as(IntegerLiteralExprSyntax.self).flatMap { Int($0.literal.text.filter { $0 != "_" }) }
  }

  /// Whether the type is marked as a class that others inherit from.
  var isSuperclass = false

  /// The argument of `formerly:` if it is not an array literal.
  var formerlyOtherThanArray: ExprSyntax?
}
