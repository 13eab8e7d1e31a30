import SwiftSyntax

extension MemberBlockItemListSyntax {
  /// Returns the members that `parse` finds in declarations, inside their `#if`s. Leaves out an `#if` without members.
  func parsed<Element>(_ parse: (DeclSyntax) -> [Element]) -> [Conditional<Element>] {
    flatMap { item -> [Conditional<Element>] in
      guard let condition = item.decl.as(IfConfigDeclSyntax.self) else {
        return parse(item.decl).map(Conditional.element)
      }
      let block = ConditionalBlock(
        clauses: condition.clauses.map { clause in
          var members: [Conditional<Element>] = []
          if case .decls(let declarations)? = clause.elements { members = declarations.parsed(parse) }
          return ConditionalBlock.Clause(directive: clause.directive, members: members)
        })
      return block.clauses.allSatisfy(\.members.isEmpty) ? [] : [.block(block)]
    }
  }
}

extension IfConfigClauseSyntax {
  /// The line that opens the clause.
  fileprivate var directive: String {
    guard let condition else { return poundKeyword.text }
    return "\(poundKeyword.text) \(condition.trimmedDescription)"
  }
}
