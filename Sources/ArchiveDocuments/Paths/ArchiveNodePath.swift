public import ArchiveBytes
public import ArchiveNodes

/// A path from a node to a part of it, such as `sessions[3].events[0].timeStamp`.
///
/// Paths have the same syntax as in errors, so you can look up the place of an error:
///
/// | step | written |
/// |---|---|
/// | field of a record, or value of a dictionary | `name`, with a dot before it unless it comes first |
/// | element of an array or a set | `[3]`, counted from 0 |
/// | value of a dictionary, or field of a record | `["key"]` |
///
/// Keys that are not strings are written as they print, `["3"]`. Put a name that contains a dot or a bracket in
/// backticks, or write it as a key. The names of Foundation's fields, such as `NS.objects`, need neither:
///
/// ```text
/// owner.`first.name`
/// owner["first.name"]
/// ```
///
/// In both kinds of quotes, a backslash before `n`, `t`, `r`, `u{…}`, a quote, a backtick or a backslash escapes that
/// character.
///
/// ```swift
/// node[path: "owner.name"] = "Ann"
/// let path = try ArchiveNodePath(parsing: argument)
/// print(node[path: path] ?? .null)
/// ```
///
/// These paths have no types. ``ArchivePath`` is a typed path from a struct along its properties.
public struct ArchiveNodePath: Hashable, Sendable {
  /// The steps, outermost first.
  public var steps: [ArchiveError.PathComponent]

  /// Creates a path from steps. The empty path leads to the node itself.
  public init(_ steps: [ArchiveError.PathComponent] = []) { self.steps = steps }

  /// Parses a path.
  ///
  /// - Throws: ``ArchiveError/Code/malformed``, with the position of the wrong character, if the text is not a path.
  public init(parsing text: String) throws {
    var parser = PathParser(text)
    steps = try parser.parse().map { step in
      guard case .one(let component) = step.kind else {
        throw parser.failure(
          "one part", found: "“\(step.kind)”, which matches many", at: step.position,
          advice: .changeCode("To find many parts, use ArchiveNode.matches(of:)."))
      }
      return component
    }
  }
}

extension ArchiveNodePath: ExpressibleByStringLiteral {
  /// Creates a path from a literal in the program, which must be valid. Use ``init(parsing:)`` for other text.
  public init(stringLiteral text: String) {
    do {
      try self.init(parsing: text)
    } catch {
      preconditionFailure("\(error)")
    }
  }
}

extension ArchiveNodePath {
  /// The path as errors write it. The empty path is written in words.
  var text: String { ArchiveError(.custom, path: steps).pathDescription }
}

extension ArchiveNodePath: CustomStringConvertible {
  /// The path as text; empty for the node itself.
  public var description: String {
    var text = ""
    for step in steps { step.append(to: &text) }
    return text
  }
}

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

extension ArchiveNode {
  /// The part at the end of a path; `nil` if it does not exist.
  ///
  /// ```swift
  /// node[path: "sessions[3].events[0].eventTag"] = "open"
  /// ```
  ///
  /// Setting a part works as with `node["name"]`: a missing last part is added, and `nil` removes a part. If anything
  /// else on the path is missing, the node does not change; use ``set(_:at:)`` to get an error. In a graph, only the
  /// object that contains the part changes.
  ///
  /// - Complexity: Linear in the length of the path, and in the number of fields or entries along it.
  public subscript(path path: ArchiveNodePath) -> ArchiveNode? {
    get { find(path.steps) }
    set { set(newValue, at: path.steps) }
    _modify { yield &self[steps: path.steps] }
  }

  /// Returns the part at the end of a path.
  ///
  /// - Throws: ``ArchiveError/Code/missingField``, located at the first step that leads nowhere, with the parts that
  ///   exist there.
  public func part(at path: ArchiveNodePath) throws -> ArchiveNode {
    var (holder, part): (NodePlace?, ArchiveNode) = (nil, self)
    for (position, step) in path.steps.enumerated() {
      let place = NodePlace(part, in: holder?.objects)
      guard !place.isMissing, let next = place.part(at: step) else {
        throw place.missing(step, path: Array(path.steps.prefix(position + 1)))
      }
      (holder, part) = (place, next)
    }
    let place = NodePlace(part, in: holder?.objects)
    if place.isMissing { throw place.missing(path.steps.last, path: path.steps) }
    return holder?.standalone(part) ?? part
  }

  /// Sets the part at the end of a path, like ``subscript(path:)``, or throws the reason why it cannot be set.
  ///
  /// - Throws: ``ArchiveError/Code/missingField`` if something on the path is missing;
  ///   ``ArchiveError/Code/typeMismatch`` if the node there cannot have such a part.
  public mutating func set(_ newValue: ArchiveNode?, at path: ArchiveNodePath) throws {
    if set(newValue, at: path.steps) { return }
    let holder = try part(at: ArchiveNodePath(path.steps.dropLast()))
    throw ArchiveError(
      .typeMismatch, expected: "a node that can have a part \(path.steps.last.map { "\($0)" } ?? "")",
      found: holder.kindDescription, path: path.steps)
  }
}

extension NodePlace {
  /// Returns the error for a step that leads nowhere, with the parts that exist there.
  func missing(_ step: ArchiveError.PathComponent?, path: [ArchiveError.PathComponent]) -> ArchiveError {
    if isMissing || step == nil {
      return ArchiveError(
        .missingField, expected: "an object", found: "a reference that leads to none", path: path)
    }
    let names = (0..<min(partCount, 1000)).compactMap { part(at: $0).step.name }
    let count =
      switch content {
      case .array(let elements), .set(let elements): " of \(elements.count)"
      case .dictionary, .record: names.isEmpty ? " without parts" : ""
      default: ""
      }
    return ArchiveError(
      .missingField, expected: "a part \(step.map { "\($0)" } ?? "")", found: content.kindDescription + count,
      path: path, advice: .names(names, near: step?.name))
  }
}
