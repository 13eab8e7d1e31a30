internal import ArchiveBytes

/// A path with places left open, to find all parts it fits, such as `sessions[*].events[*].eventTag`.
///
/// Besides the steps of an ``ArchiveNodePath`` there are
///
/// | step | stands for |
/// |---|---|
/// | `*` | every field of a record, every value of a dictionary |
/// | `[*]` | every element of an array or a set, every value of a dictionary |
/// | `**` | any number of steps, none included: `**.eventTag` finds the tags at every depth |
public struct ArchiveNodeQuery: Hashable, Sendable {
  let steps: [PathParser.Kind]

  /// Reads a query.
  ///
  /// - Throws: ``ArchiveError/Code/malformed``, which says at which character, when it is none.
  public init(parsing text: String) throws {
    var parser = PathParser(text)
    steps = try parser.parse().map(\.kind)
  }

  /// The query for the part at the end of one path.
  public init(_ path: ArchiveNodePath) { steps = path.steps.map { .one($0) } }
}

extension ArchiveNodeQuery: ExpressibleByStringLiteral {
  /// A query that is written in the program; it must be one. Use ``init(parsing:)`` for others.
  public init(stringLiteral text: String) {
    do {
      try self.init(parsing: text)
    } catch {
      preconditionFailure("\(error)")
    }
  }
}

extension ArchiveNodeQuery: CustomStringConvertible {
  /// The query as it is written.
  public var description: String {
    var text = ""
    for step in steps {
      switch step {
      case .one(let component): component.append(to: &text)
      case .everyElement: text += "[*]"
      case .everyName, .anyDepth: text += (text.isEmpty ? "" : ".") + step.description
      }
    }
    return text
  }
}
