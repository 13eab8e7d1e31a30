import SwiftSyntax

extension MemberBlockItemListSyntax {
  /// Returns the results of `parse` for the declarations, except those inside an `#if`.
  func parsed<Element>(_ parse: (DeclSyntax) -> [Element]) -> [Element] { flatMap { parse($0.decl) } }

  /// Returns the results of `parse` for the declarations inside every `#if`.
  func conditional<Element>(_ parse: (DeclSyntax) -> [Element]) -> [Element] {
    flatMap { item -> [Element] in
      guard let condition = item.decl.as(IfConfigDeclSyntax.self) else { return [] }
      return condition.clauses.flatMap { clause -> [Element] in
        guard case .decls(let members)? = clause.elements else { return [] }
        return members.parsed(parse) + members.conditional(parse)
      }
    }
  }
}
