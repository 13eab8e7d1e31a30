import SwiftSyntax

extension StorageArgument {
  /// Reads `.raw`, `.codable(.json)`, `StorageMethod.transformed(T.self)` and the like; the compiler checks their
  /// arguments.
  init(parsing expression: ExprSyntax) {
    syntax = expression
    let call = expression.as(FunctionCallExprSyntax.self)
    let member = (call?.calledExpression ?? expression).as(MemberAccessExprSyntax.self)
    let arguments = call?.arguments.trimmedDescription
    switch (member?.declName.baseName.unescapedText, arguments) {
    case ("default", nil): method = .standard
    case ("composition", nil): method = .composition
    case ("raw", nil): method = .call(".raw()")
    case ("codable", nil): method = .call(".codable()")
    case ("codable", let arguments?): method = .call(".codable(\(arguments))")
    case ("transformed", let arguments?): method = .call(".transformed(\(arguments))")
    default: method = nil
    }
  }
}

extension PolicyArgument {
  init(parsing expression: ExprSyntax) {
    syntax = expression
    policy = expression.as(MemberAccessExprSyntax.self).flatMap {
      Policy(rawValue: $0.declName.baseName.unescapedText)
    }
  }
}
