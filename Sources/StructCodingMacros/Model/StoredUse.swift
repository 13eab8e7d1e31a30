import SwiftSyntax

/// One `@Stored`, with the declaration it is attached to and its context.
struct StoredUse {
  let attribute: StoredAttribute
  let target: Target
  /// The enclosing type; nil in a function or at the top of a file.
  let type: Surrounding?

  enum Target {
    case property(String)
    case `case`(String)
    /// A single declaration of several properties or cases.
    case several(nouns: String)
    /// A property that is left out of archives; `@Transient` reports the error.
    case transient
    /// A description of something that is not archived.
    case other(String)
  }

  struct Surrounding {
    let name: String
    let isArchivable: Bool
    /// How the type names what it stores.
    var namingRule = StoredNaming.asDeclared
  }
}
