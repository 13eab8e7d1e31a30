import SwiftSyntax

extension MemberBlockItemListSyntax {
  /// Returns the members that `parse` finds in declarations, inside their `#if`s. Leaves out an `#if` without members.
  /// A member that is unavailable on some platforms is inside an `#if` for the others.
  func parsed<Element>(_ parse: (DeclSyntax) -> [Element]) -> [Conditional<Element>] {
    flatMap { item -> [Conditional<Element>] in
      guard let condition = item.decl.as(IfConfigDeclSyntax.self) else {
        let elements = parse(item.decl).map(Conditional.element)
        let excluded = item.decl.attributes.exclusions
        if elements.isEmpty || excluded.isEmpty { return elements }
        let directive = "#if \(excluded.joined(separator: " && "))"
        return [.block(ConditionalBlock(clauses: [.init(directive: directive, members: elements)]))]
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
