/// How the bytes of an archive are used: a part of it, the size of the part, and the parts inside it.
public struct ArchiveByteMap: Sendable, Hashable {
  /// The name of the part: of a field, a class, or an element of the format such as `schema`.
  public var name: String
  /// The size in bytes, including the ``children``.
  public var bytes: Int
  /// The number of objects of a class or values of a field; 0 if not applicable.
  public var count: Int
  /// The kind of the values in the part, such as `date`, if the archive states it; otherwise empty.
  public var kind: String
  /// The parts inside it. Together they take at most as many bytes; the rest are ``ownBytes``.
  public var children: [ArchiveByteMap]

  /// Creates a part with a name and a size in bytes, including the children.
  public init(name: String, bytes: Int, count: Int = 0, kind: String = "", children: [ArchiveByteMap] = []) {
    self.name = name
    self.bytes = bytes
    self.count = count
    self.kind = kind
    self.children = children
  }

  /// The number of bytes that are in none of the ``children``.
  public var ownBytes: Int { bytes - children.reduce(0) { $0 + $1.bytes } }

  /// Returns the child with this name, or `nil` if there is none.
  public subscript(name: String) -> ArchiveByteMap? { children.first { $0.name == name } }

  /// Returns the map with at most `limit` children in each part; merges the smallest if there are more.
  ///
  /// - Parameter depth: The number of levels to keep below this one.
  /// - Complexity: O(*n* log *n*) in the number of parts. The parts of the result are sorted by size, largest first.
  public func shortened(to limit: Int, depth: Int = 32) -> ArchiveByteMap {
    var map = self
    guard depth > 0, !children.isEmpty else {
      map.children = []
      return map
    }
    var sorted = children.sorted { $0.bytes != $1.bytes ? $0.bytes > $1.bytes : $0.name < $1.name }
    if sorted.count > limit {
      let rest = sorted[(max(limit, 1) - 1)...]
      sorted.removeLast(rest.count)
      sorted.append(ArchiveByteMap(name: "\(rest.count) others", bytes: rest.reduce(0) { $0 + $1.bytes }))
    }
    map.children = sorted.map { $0.shortened(to: limit, depth: depth - 1) }
    return map
  }
}

/// Counts the bytes of the parts of an archive during a traversal.
package final class ByteTally {
  /// The depth down to which parts are distinguished; deeper parts count towards the part at this level.
  package static let depthLimit = 16
  /// The number of children of a part that are distinguished. Further children are merged.
  package static let widthLimit = 2_000

  package let name: String
  package var kind = ""
  package private(set) var count = 0
  /// The bytes that are in no child.
  package var own = 0
  private var children: [ByteTally] = []
  private var positions: [String: Int] = [:]
  private let depth: Int

  package convenience init(name: String) { self.init(name: name, depth: 0) }

  private init(name: String, depth: Int) {
    self.name = name
    self.depth = depth
  }

  /// Returns the child with a name, or the tally itself at the deepest level.
  package subscript(name: String) -> ByteTally {
    guard depth < Self.depthLimit else { return self }
    if let position = positions[name] { return children[position] }
    if children.count >= Self.widthLimit, name != Self.others { return self[Self.others] }
    let child = ByteTally(name: name, depth: depth + 1)
    positions[name] = children.count
    children.append(child)
    return child
  }

  private static let others = "(others)"

  /// Adds to the count, which saturates at the largest integer, because there may be any number of values without
  /// bytes.
  package func add(count: Int) {
    let (sum, overflow) = self.count.addingReportingOverflow(count)
    self.count = overflow ? .max : sum
  }

  /// Whether children of this part are distinguished.
  package var isDivided: Bool { depth < Self.depthLimit }

  /// The counted bytes as a map.
  package var map: ArchiveByteMap {
    let parts = children.map(\.map)
    return ArchiveByteMap(
      name: name, bytes: own + parts.reduce(0) { $0 + $1.bytes }, count: count, kind: kind, children: parts)
  }

  /// The counted bytes as a map, largest part first, without empty parts.
  package var sortedMap: ArchiveByteMap {
    var map = map
    map.children.removeAll { $0.bytes == 0 }
    map.children.sort { $0.bytes > $1.bytes }
    return map
  }
}
