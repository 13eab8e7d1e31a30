import SwiftSyntax

/// The arguments of `@Stored`: how a property or a case is stored.
struct StoredAttribute {
  let syntax: AttributeSyntax
  /// The name in archives, unless absent or `nil`.
  var name: Argument<String>?
  /// Former names.
  var formerly: [Argument<String>] = []
  /// The storage method, unless absent.
  var method: Argument<FieldMethod>?
  /// The value for archives that lack the field, unless absent.
  var defaultValue: ExprSyntax?
  /// What happens when a value cannot be read, unless absent.
  var policy: Argument<FailurePolicy>?

  /// Whether it has options for reading the value.
  var hasOptions: Bool { defaultValue != nil || policy != nil }
  /// Whether it has no arguments.
  var isEmpty: Bool { name == nil && formerly.isEmpty && method == nil && !hasOptions }

  /// Whether it stores a constant that has a value.
  var storesConstant: Bool { [.constant, .writeOnly].contains(method?.value) }
}

extension StoredAttribute {
  /// Reads the arguments of `@Stored`; the compiler has checked their labels and types.
  init(parsing attribute: AttributeSyntax) {
    syntax = attribute
    guard case .argumentList(let arguments)? = attribute.arguments else { return }
    // An argument without a label belongs to the preceding label: `formerly: "a", "b"`.
    var label: String?
    for argument in arguments {
      label = argument.label?.text ?? label
      switch label {
      case "formerly": formerly.append(Argument(name: argument.expression))
      case "default": defaultValue = argument.expression
      case "isTransient": break  // of `@Managed`
      case "onDecodeFailure": policy = Argument(member: argument.expression)
      default: read(unlabelled: argument.expression)
      }
    }
  }

  /// Reads a string as the name, and a member expression as the method.
  private mutating func read(unlabelled expression: ExprSyntax) {
    if expression.is(NilLiteralExprSyntax.self) { return }
    let isMember =
      expression.is(MemberAccessExprSyntax.self)
      || expression.as(FunctionCallExprSyntax.self)?.calledExpression.is(MemberAccessExprSyntax.self) == true
    if isMember || name != nil {
      method = Argument(method: expression)
    } else {
      name = Argument(name: expression)
    }
  }
}

extension AttributeListSyntax {
  /// Every `@Stored`.
  var stored: [StoredAttribute] { named("Stored").map(StoredAttribute.init(parsing:)) }

  /// Whether there is a `@Transient`.
  var areTransient: Bool { !named("Transient").isEmpty }

  /// Returns every attribute of the library with a name.
  func named(_ name: String) -> [AttributeSyntax] {
    compactMap { element in
      guard case .attribute(let attribute) = element,
        [[name], ["StructCoding", name], ["LiveValues", name], ["ManagedObjects", name]].contains(
          attribute.attributeName.nominalPath)
      else { return nil }
      return attribute
    }
  }
}
