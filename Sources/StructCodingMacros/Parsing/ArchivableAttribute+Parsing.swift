import SwiftSyntax

extension ArchivableAttribute {
  /// Reads the arguments of `@Archivable`; the compiler has checked their labels and types.
  init(parsing attribute: AttributeSyntax) {
    syntax = attribute
    guard case .argumentList(let arguments)? = attribute.arguments else { return }
    for argument in arguments {
      switch argument.label?.text {
      case "className" where !argument.expression.is(NilLiteralExprSyntax.self):
        className = Argument(name: argument.expression)
      case nil: isSuperclass = true
      case "names": names = Argument(member: argument.expression)
      case "version": version = argument.expression
      case "acceptsNewerVersions": acceptsNewerVersions = argument.expression
      case "formerly":
        if let array = argument.expression.as(ArrayExprSyntax.self) {
          formerly = array.elements.map { Argument(name: $0.expression) }
        } else {
          formerlyOtherThanArray = argument.expression
        }
      default:
        break
      }
    }
  }
}
