public import ArchiveBytes

/// A way from a node to a part of it, such as `sessions[3].events[0].timeStamp`.
///
/// Paths are written as errors print them, so the place of an error can be looked at:
///
/// | step | written |
/// |---|---|
/// | field of a record, or value of a dictionary | `name`, with a dot before it unless it comes first |
/// | element of an array or a set | `[3]`, counted from 0 |
/// | value of a dictionary, or field of a record | `["key"]` |
///
/// Keys that are no strings are written as they print, `["3"]`. A name with a dot or a bracket in it stands in backticks,
/// or is written as a key; the names of Foundation's fields, such as `NS.objects`, need neither:
///
/// ```text
/// owner.`first.name`
/// owner["first.name"]
/// ```
///
/// In both kinds of quotes a backslash before `n`, `t`, `r`, `u{…}`, a quote, a backtick or a backslash stands for that
/// character.
///
/// ```swift
/// node[path: "owner.name"] = "Ann"
/// let path = try ArchiveNodePath(parsing: argument)
/// print(node[path: path] ?? .null)
/// ```
///
/// These paths know nothing of types; ``ArchivePath`` is one from a property of a struct to others.
public struct ArchiveNodePath: Hashable, Sendable {
  /// The steps, outermost first.
  public var steps: [ArchiveError.PathComponent]

  /// A path of steps; the empty one leads to the node itself.
  public init(_ steps: [ArchiveError.PathComponent] = []) { self.steps = steps }

  /// Reads a path.
  ///
  /// - Throws: ``ArchiveError/Code/malformed``, which says at which character, when it is none.
  public init(parsing text: String) throws {
    var parser = PathParser(text)
    steps = try parser.parse().map { step in
      guard case .one(let component) = step.kind else {
        throw parser.failure(
          "one part", found: "“\(step.kind)”, which stands for many", at: step.position,
          advice: "To find many parts, use ArchiveNode.matches(of:).")
      }
      return component
    }
  }

  /// The path and one more step.
  public func appending(_ step: ArchiveError.PathComponent) -> ArchiveNodePath {
    ArchiveNodePath(steps + [step])
  }
}

extension ArchiveNodePath: ExpressibleByStringLiteral {
  /// A path that is written in the program; it must be one. Use ``init(parsing:)`` for others.
  public init(stringLiteral text: String) {
    do {
      try self.init(parsing: text)
    } catch {
      preconditionFailure("\(error)")
    }
  }
}

extension ArchiveNodePath: CustomStringConvertible {
  /// The path as it is written; empty for the node itself.
  public var description: String {
    var text = ""
    for step in steps { step.append(to: &text) }
    return text
  }
}
