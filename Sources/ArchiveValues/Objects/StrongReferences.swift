/// Which instances hold which, among those that a decoder creates, by position.
struct StrongReferences {
  /// The holder and the held instance of each reference.
  private var pairs: [(holder: Int32, held: Int32)] = []
  /// The instances that are being created or completed, outermost first.
  private var owners: [Owner] = []
  /// The instances held by owners that are still being created and so have no position, outermost owner first.
  private var pending: [Int32] = []

  private struct Owner {
    /// The position, or -1 for an instance that is being created.
    let position: Int32
    /// The number of pending instances before this owner.
    let start: Int
  }

  /// Begins to read the references of an instance. An instance without a position is being created.
  ///
  /// - Returns: The token for ``close(_:as:)``.
  mutating func open(_ position: Int?) -> Int {
    owners.append(Owner(position: Int32(truncatingIfNeeded: position ?? -1), start: pending.count))
    return owners.count - 1
  }

  /// Records that the references were read, or that reading them failed.
  ///
  /// - Parameter position: The position of the instance, if it was created.
  mutating func close(_ owner: Int, as position: Int? = nil) {
    guard owners.indices.contains(owner) else { return }
    let start = owners[owner].start
    // Usually, it is the innermost one, and none is pending.
    if owner == owners.count - 1 { owners.removeLast() } else { owners.removeLast(owners.count - owner) }
    if pending.count == start { return }
    if let position {
      for held in pending[start...] { pairs.append((Int32(truncatingIfNeeded: position), held)) }
    }
    pending.removeLast(pending.count - start)
  }

  /// Adds a reference from the innermost open instance. References from values that are not instances do not count.
  @inline(__always)
  mutating func add(_ held: Int) {
    guard let owner = owners.last else { return }
    if owner.position < 0 {
      pending.append(Int32(truncatingIfNeeded: held))
    } else {
      pairs.append((owner.position, Int32(truncatingIfNeeded: held)))
    }
  }

  /// The position that the last reference of the innermost instance leads to.
  var last: Int? {
    guard let owner = owners.last else { return nil }
    if owner.position < 0 { return pending.count > owner.start ? pending.last.map { Int($0) } : nil }
    return pairs.last.flatMap { $0.holder == owner.position ? Int($0.held) : nil }
  }

  /// Removes the reference that ``last`` describes.
  mutating func removeLast() {
    if let owner = owners.last, owner.position < 0 { pending.removeLast() } else { pairs.removeLast() }
  }

  /// Changes the positions of instances. -1 removes an instance.
  mutating func move(_ position: (Int) -> Int) {
    pairs = pairs.compactMap { pair in
      let (holder, held) = (position(Int(pair.holder)), position(Int(pair.held)))
      return holder < 0 || held < 0 ? nil : (Int32(holder), Int32(held))
    }
  }

  /// Returns the number of instances in the longest chain, among `count` instances. A chain ends where a reference
  /// leads back into it.
  ///
  /// - Complexity: Linear in the numbers of instances and references, without recursion.
  func depth(of count: Int) -> Int {
    // The held instances, grouped by holder.
    var starts = [Int32](repeating: 0, count: count + 1)
    for pair in pairs { starts[Int(pair.holder) + 1] += 1 }
    for index in 0..<count { starts[index + 1] += starts[index] }
    var (held, used) = ([Int32](repeating: 0, count: pairs.count), starts)
    for pair in pairs {
      held[Int(used[Int(pair.holder)])] = pair.held
      used[Int(pair.holder)] += 1
    }
    // Depth first: the depth of an instance is one more than that of the deepest instance it holds.
    var depths = [Int32](repeating: 0, count: count)
    var next = starts
    var (chain, deepest) = ([Int](), Int32(0))
    for first in 0..<count where depths[first] == 0 {
      chain.append(first)
      depths[first] = -1
      while let top = chain.last {
        if next[top] < starts[top + 1] {
          let inner = Int(held[Int(next[top])])
          next[top] += 1
          if depths[inner] == 0 {
            depths[inner] = -1
            chain.append(inner)
          }
          continue
        }
        var depth: Int32 = 0
        for index in starts[top]..<starts[top + 1] { depth = max(depth, depths[Int(held[Int(index)])]) }
        depths[top] = depth + 1
        deepest = max(deepest, depth + 1)
        chain.removeLast()
      }
    }
    return Int(deepest)
  }
}
