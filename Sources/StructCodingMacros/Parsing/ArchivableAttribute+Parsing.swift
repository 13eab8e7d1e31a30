import SwiftSyntax

extension ArchivableAttribute {
  /// Reads the arguments of `@Archivable`; the compiler has checked their labels and types.
  init(parsing attribute: AttributeSyntax) {
    syntax = attribute
    guard case .argumentList(let arguments)? = attribute.arguments else { return }
    for argument in arguments {
      switch argument.label?.text {
      case "className" where !argument.expression.is(NilLiteralExprSyntax.self):
        className = NameArgument(parsing: argument.expression)
      case nil: isSuperclass = true
      case "names": names = NamesArgument(parsing: argument.expression)
      case "version": version = argument.expression
      case "acceptsNewerVersions": acceptsNewerVersions = argument.expression
      case "formerly":
        if let array = argument.expression.as(ArrayExprSyntax.self) {
          formerly = array.elements.map { NameArgument(parsing: $0.expression) }
        } else {
          formerlyOtherThanArray = argument.expression
        }
      default:
        break
      }
    }
  }
}

extension NamesArgument {
  init(parsing expression: ExprSyntax) {
    syntax = expression
    rule = expression.as(MemberAccessExprSyntax.self).flatMap {
      StoredNaming(rawValue: $0.declName.baseName.unescapedText)
    }
  }
}
