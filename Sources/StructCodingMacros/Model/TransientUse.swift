import SwiftSyntax

/// One `@Transient`, with the declaration it is attached to and its context.
struct TransientUse {
  let attribute: TransientAttribute
  let target: Target
  /// The enclosing type; nil in a function or at the top of a file.
  let type: Surrounding?
  /// Whether the same property also has a `@Stored`.
  let isStored: Bool

  enum Target {
    /// A stored property: its name, and whether it has a value without being given one.
    case stored(String, hasInitialValue: Bool)
    case computed(String, DerivedProperty?)
    /// A description of something that archives never contain.
    case other(String)
  }

  struct Surrounding {
    let name: String
    let isStructure: Bool
    let isArchivable: Bool
  }
}
