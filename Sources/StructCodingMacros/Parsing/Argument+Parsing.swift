import SwiftParser
import SwiftSyntax

extension Argument<String> {
  /// Reads a string literal without interpolation.
  init(name expression: ExprSyntax) {
    syntax = expression
    value = expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }
}

extension Argument where Value: RawRepresentable<String> {
  /// Reads a member of an enumeration: `.snakeCase`.
  init(member expression: ExprSyntax) {
    syntax = expression
    value = expression.as(MemberAccessExprSyntax.self).flatMap {
      Value(rawValue: $0.declName.baseName.unescapedText)
    }
  }
}

extension Argument<FieldMethod> {
  /// Reads `.raw`, `.codable(.json)`, `StorageMethod.transformed(T.self)` and the like; the compiler checks their
  /// arguments.
  init(method expression: ExprSyntax) {
    syntax = expression
    let call = expression.as(FunctionCallExprSyntax.self)
    let member = (call?.calledExpression ?? expression).as(MemberAccessExprSyntax.self)
    let arguments = call?.arguments.trimmedDescription
    switch (member?.declName.baseName.unescapedText, arguments) {
    case ("default", nil): value = .standard
    case ("archive", nil): value = .archive
    case ("coding", _): value = .coding(arguments ?? "")
    case ("composition", nil): value = .composition
    case ("constant", nil): value = .constant
    case ("writeOnly", nil): value = .writeOnly
    case ("fallback", nil): value = .fallback
    case ("raw", nil): value = .call(".raw()")
    case ("codable", nil): value = .call(".codable()")
    case ("codable", let arguments?): value = .call(".codable(\(arguments))")
    case ("transformed", let arguments?):
      value = .call(".transformed" + (call?.withoutFunction ?? "(\(arguments))"))
    default: value = nil
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
