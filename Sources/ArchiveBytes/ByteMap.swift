/// Where the bytes of an archive are: a part of it, how many bytes the part takes, and the parts inside of it.
public struct ByteMap: Sendable, Hashable {
  /// What the part is called: the name of a field, of a class, or of a piece of the format such as `schema`.
  public var name: String
  /// How many bytes it takes, those of its ``children`` included.
  public var bytes: Int
  /// How many there are: objects of a class, values of a field; 0 where that says nothing.
  public var count: Int
  /// What a value of the part is, such as `date`, where the archive says it; empty otherwise.
  public var kind: String
  /// The parts inside of it. Together they take no more bytes than it does; the rest are its own.
  public var children: [ByteMap]

  /// A part with its name and its size in bytes, those of the children included.
  public init(name: String, bytes: Int, count: Int = 0, kind: String = "", children: [ByteMap] = []) {
    self.name = name
    self.bytes = bytes
    self.count = count
    self.kind = kind
    self.children = children
  }

  /// The bytes that are in none of the ``children``.
  public var ownBytes: Int { bytes - children.reduce(0) { $0 + $1.bytes } }

  /// The part inside of this one that has a name; `nil` when there is none.
  public subscript(name: String) -> ByteMap? { children.first { $0.name == name } }

  /// The same map with no more than `limit` parts in each part: of more, the smallest are taken together.
  ///
  /// - Parameter depth: How many levels are kept below this one.
  /// - Complexity: Linear in the count of parts, and their sorting. Parts are in the order of their bytes, the largest
  ///   first.
  public func shortened(to limit: Int, depth: Int = 32) -> ByteMap {
    var map = self
    guard depth > 0, !children.isEmpty else {
      map.children = []
      return map
    }
    var sorted = children.sorted { $0.bytes != $1.bytes ? $0.bytes > $1.bytes : $0.name < $1.name }
    if sorted.count > limit {
      let rest = sorted[(max(limit, 1) - 1)...]
      sorted.removeLast(rest.count)
      sorted.append(ByteMap(name: "\(rest.count) others", bytes: rest.reduce(0) { $0 + $1.bytes }))
    }
    map.children = sorted.map { $0.shortened(to: limit, depth: depth - 1) }
    return map
  }
}

/// Counts the bytes of the parts of an archive while it is gone through.
package final class ByteTally {
  /// How deeply parts are told apart; what is deeper counts for the part at this level.
  package static let depthLimit = 16
  /// How many parts of one part are told apart; further ones are taken together.
  package static let widthLimit = 2_000

  package let name: String
  package var kind = ""
  package private(set) var count = 0
  /// The bytes that are in no part below.
  package var own = 0
  private var children: [ByteTally] = []
  private var positions: [String: Int] = [:]
  private let depth: Int

  package convenience init(name: String) { self.init(name: name, depth: 0) }

  private init(name: String, depth: Int) {
    self.name = name
    self.depth = depth
  }

  /// The part of a name, or the tally itself at the deepest level.
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

  /// Adds to the count, which stays at the greatest integer: values of no bytes may be any number.
  package func add(count: Int) {
    let (sum, overflow) = self.count.addingReportingOverflow(count)
    self.count = overflow ? .max : sum
  }

  /// Whether parts of this one are told apart.
  package var isDivided: Bool { depth < Self.depthLimit }

  /// What was counted.
  package var map: ByteMap {
    let parts = children.map(\.map)
    return ByteMap(
      name: name, bytes: own + parts.reduce(0) { $0 + $1.bytes }, count: count, kind: kind, children: parts)
  }

  /// What was counted, the largest part first; without those that have no bytes.
  package var sortedMap: ByteMap {
    var map = map
    map.children.removeAll { $0.bytes == 0 }
    map.children.sort { $0.bytes > $1.bytes }
    return map
  }
}
