import SwiftSyntax

/// One `@Stored` with what it stands before and where.
struct StoredUse {
  let attribute: StoredAttribute
  let target: Target
  /// The type around it: nil in a function or at the top of a file.
  let type: Surrounding?

  enum Target {
    case property(String)
    case `case`(String)
    /// One declaration of several properties or cases.
    case several(nouns: String)
    /// A property that is left out of archives: `@Transient` complains.
    case transient
    /// Something that is not archived, in words.
    case other(String)
  }

  struct Surrounding {
    let name: String
    let isArchivable: Bool
  }
}
