import SwiftParser
import SwiftSyntax

/// An argument of an attribute: its source expression, and the value that the macro reads from it.
struct Argument<Value> {
  let syntax: ExprSyntax
  /// Nil if the macro cannot read the expression.
  let value: Value?
}

/// The storage method in a `@Stored`.
enum FieldMethod: Equatable {
  case standard
  case composition
  /// For an attribute of managed objects: a keyed archive.
  case archive
  /// For an attribute of managed objects: the `Coding` object, with the name of its transformer.
  case coding(String)
  /// The value of a constant; archives are checked against it.
  case constant
  /// Stored, and never read.
  case writeOnly
  /// For a case: unknown cases are read as this one.
  case fallback
  /// A method of the library, as the argument in generated code: `.transformed(T.self)`.
  case call(String)

  /// Whether properties can be stored in this way, and not only cases or attributes of managed objects.
  var isOfProperties: Bool {
    switch self {
    case .archive, .coding, .fallback: false
    case .standard, .composition, .constant, .writeOnly, .call: true
    }
  }
}

/// The policy in a `@Stored` for values that cannot be read.
enum FailurePolicy: String {
  case throwError, fallbackToDefaultValue, debugAssertNil, dropElements

  /// Whether the property gets another value.
  var replacesValue: Bool { self == .fallbackToDefaultValue || self == .debugAssertNil }
}

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
  /// The arguments and closures of the call, without the function; nil without trailing closures.
  fileprivate var withoutFunction: String? {
    guard trailingClosure != nil else { return nil }
    return String(trimmedDescription.dropFirst(calledExpression.trimmedDescription.count))
  }
}
