internal import ArchiveBytes
public import ArchiveNodes

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
