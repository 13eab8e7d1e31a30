import SwiftSyntax

/// The name and the arguments of `@Archivable` or `@ArchivableObject`, with their source expressions.
struct ArchivableAttribute {
  let syntax: AttributeSyntax
  /// `Archivable`, or for classes `ArchivableObject`.
  let name: String
  /// `className:`, unless absent or `nil`.
  var className: Argument<String>?
  /// The elements of `formerly:`, or its expression if that is not a list.
  var formerly: [Argument<String>] = []
  /// `version:`, and whether newer versions are read.
  var version: ExprSyntax?
  var acceptsNewerVersions: ExprSyntax?

  /// `names:`, unless absent.
  var names: Argument<StoredNaming>?

  /// The rule that derives stored names from Swift names.
  var namingRule: StoredNaming { names?.value ?? .asDeclared }

  /// The version, if it is written as a decimal number.
  var versionNumber: Int? {
    version?.as(IntegerLiteralExprSyntax.self).flatMap { Int($0.literal.text.filter { $0 != "_" }) }
  }
}

extension ArchivableAttribute {
  /// Reads the name and the arguments; the compiler has checked their labels and types.
  init(parsing attribute: AttributeSyntax) {
    syntax = attribute
    name = attribute.attributeName.nominalPath.last ?? ""
    guard case .argumentList(let arguments)? = attribute.arguments else { return }
    for argument in arguments {
      switch argument.label?.text {
      case "className" where !argument.expression.is(NilLiteralExprSyntax.self):
        className = Argument(name: argument.expression)
      case "names": names = Argument(member: argument.expression)
      case "version": version = argument.expression
      case "acceptsNewerVersions": acceptsNewerVersions = argument.expression
      case "formerly":
        let names = argument.expression.as(ArrayExprSyntax.self)?.elements.map(\.expression)
        formerly = (names ?? [argument.expression]).map { Argument(name: $0) }
      default:
        break
      }
    }
  }
}
