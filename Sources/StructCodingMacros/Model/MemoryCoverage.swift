import SwiftSyntax

extension ArchivePlan {
  /// Whether the generated `init(fields:)` reads every stored property from its field and does nothing else, as far as
  /// syntax shows: every stored property is archived, none is wrapped or observed, and no macro may add one.
  var archivesAllMemory: Bool {
    let isPlain = fields.allSatisfy {
      !$0.mayBeWrapped && !$0.isObserved && $0.method != .writeOnly && $0.method != .constant
    }
    let members = subject.members.parsed { [$0] } + subject.members.conditional { [$0] }
    return isPlain && subject.declaration.attributes.areWellKnown
      && members.allSatisfy { !$0.is(MacroExpansionDeclSyntax.self) && $0.attributes.areWellKnown }
      && members.reduce(0) { $0 + $1.storedProperties } == fields.count
  }
}

extension DeclSyntax {
  /// The number of stored properties that it declares.
  fileprivate var storedProperties: Int {
    guard let variable = self.as(VariableDeclSyntax.self), !variable.isStatic else { return 0 }
    return variable.bindings.count { !$0.isComputed }
  }
}
