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
    case ("constant", nil): method = .constant
    case ("writeOnly", nil): method = .writeOnly
    case ("fallback", nil): method = .fallback
    case ("raw", nil): method = .call(".raw()")
    case ("codable", nil): method = .call(".codable()")
    case ("codable", let arguments?): method = .call(".codable(\(arguments))")
    case ("transformed", let arguments?):
      method = .call(".transformed" + (call?.withoutFunction ?? "(\(arguments))"))
    default: method = nil
    }
  }
}

extension FunctionCallExprSyntax {
  /// The call after the function, if closures follow the parentheses.
  fileprivate var withoutFunction: String? {
    guard trailingClosure != nil else { return nil }
    return String(trimmedDescription.dropFirst(calledExpression.trimmedDescription.count))
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
