internal import ArchiveBytes

/// A path with wildcards, to find all parts that match it, such as `sessions[*].events[*].eventTag`.
///
/// In addition to the steps of an ``ArchiveNodePath``, it may contain these:
///
/// | step | matches |
/// |---|---|
/// | `*` | every field of a record, every value of a dictionary |
/// | `[*]` | every element of an array or a set, every value of a dictionary |
/// | `**` | any number of steps, including none: `**.eventTag` finds the tags at every depth |
public struct ArchiveNodeQuery: Hashable, Sendable {
  let steps: [PathParser.Kind]

  /// Parses a query.
  ///
  /// - Throws: ``ArchiveError/Code/malformed``, with the position of the wrong character, if the text is not a query.
  public init(parsing text: String) throws {
    var parser = PathParser(text)
    steps = try parser.parse().map(\.kind)
  }
}

extension ArchiveNodeQuery: ExpressibleByStringLiteral {
  /// Creates a query from a literal in the program, which must be valid. Use ``init(parsing:)`` for other text.
  public init(stringLiteral text: String) {
    do {
      try self.init(parsing: text)
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
