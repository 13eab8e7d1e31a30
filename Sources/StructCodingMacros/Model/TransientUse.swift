import SwiftSyntax

/// One `@Transient` with what it stands before and where.
struct TransientUse {
  let attribute: TransientAttribute
  let target: Target
  /// The type around it: nil in a function or at the top of a file.
  let type: Surrounding?
  /// Whether a `@Stored` stands before the same property.
  let isStored: Bool

  enum Target {
    /// A stored property; whether it has a value without being given one, and its name.
    case stored(String, hasInitialValue: Bool)
    case computed(String, DerivedProperty?)
    /// Something that no archive holds anyway, in words.
    case other(String)
  }

  struct Surrounding {
    let name: String
    let isStructure: Bool
    let isArchivable: Bool
  }
}
