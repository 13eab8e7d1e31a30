import SwiftSyntax

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
