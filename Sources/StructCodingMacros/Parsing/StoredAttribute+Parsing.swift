import SwiftSyntax

extension StoredAttribute {
  /// Reads the arguments of `@Stored`; the compiler has checked their labels and types.
  init(parsing attribute: AttributeSyntax) {
    syntax = attribute
    guard case .argumentList(let arguments)? = attribute.arguments else { return }
    for argument in arguments {
      let isFormer = argument.label != nil || !formerly.isEmpty
      if isFormer {
        formerly.append(NameArgument(parsing: argument.expression))
      } else if !argument.expression.is(NilLiteralExprSyntax.self) {
        name = NameArgument(parsing: argument.expression)
      }
    }
  }
}

extension AttributeListSyntax {
  /// Every `@Stored`.
  var stored: [StoredAttribute] {
    compactMap { element in
      guard case .attribute(let attribute) = element,
        [["Stored"], ["StructCoding", "Stored"]].contains(attribute.attributeName.nominalPath)
      else { return nil }
      return StoredAttribute(parsing: attribute)
    }
  }
}
