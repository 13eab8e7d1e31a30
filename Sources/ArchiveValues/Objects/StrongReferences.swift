/// Which instance holds which, of those that a decoder makes, by their positions.
struct StrongReferences {
  /// The holder and the held of each.
  private var pairs: [(holder: Int32, held: Int32)] = []
  /// The instances that are being made or completed, the outermost first.
  private var owners: [Owner] = []
  /// What those hold that are being made and so have no position yet, the outermost first.
  private var pending: [Int32] = []

  private struct Owner {
    /// The position, or -1 for one that is being made.
    let position: Int32
    /// How many were pending before.
    let start: Int
  }

  /// Says that references are read of an instance: one that is being made when there is no position.
  ///
  /// - Returns: What ``close(_:as:)`` needs.
  mutating func open(_ position: Int?) -> Int {
    owners.append(Owner(position: Int32(truncatingIfNeeded: position ?? -1), start: pending.count))
    return owners.count - 1
  }

  /// Says that the references are read, or that reading them has failed.
  ///
  /// - Parameter position: That of the instance, when it has been made.
  mutating func close(_ owner: Int, as position: Int? = nil) {
    guard owners.indices.contains(owner) else { return }
    let start = owners[owner].start
    // Mostly it is the innermost, and holds nothing that is being made.
    if owner == owners.count - 1 { owners.removeLast() } else { owners.removeLast(owners.count - owner) }
    if pending.count == start { return }
    if let position {
      for held in pending[start...] { pairs.append((Int32(truncatingIfNeeded: position), held)) }
    }
    pending.removeLast(pending.count - start)
  }

  /// Adds a reference of the innermost instance that is open. Those of values that are no instances do not count.
  @inline(__always)
  mutating func add(_ held: Int) {
    guard let owner = owners.last else { return }
    if owner.position < 0 {
      pending.append(Int32(truncatingIfNeeded: held))
    } else {
      pairs.append((owner.position, Int32(truncatingIfNeeded: held)))
    }
  }

  /// What the last reference of the innermost instance leads to.
  var last: Int? {
    guard let owner = owners.last else { return nil }
    if owner.position < 0 { return pending.count > owner.start ? pending.last.map { Int($0) } : nil }
    return pairs.last.flatMap { $0.holder == owner.position ? Int($0.held) : nil }
  }

  /// Takes away the reference that ``last`` tells of.
  mutating func removeLast() {
    if let owner = owners.last, owner.position < 0 { pending.removeLast() } else { pairs.removeLast() }
  }

  /// Gives instances other positions; those that get -1 are gone.
  mutating func move(_ position: (Int) -> Int) {
    pairs = pairs.compactMap { pair in
      let (holder, held) = (position(Int(pair.holder)), position(Int(pair.held)))
      return holder < 0 || held < 0 ? nil : (Int32(holder), Int32(held))
    }
  }

  /// How many instances the longest chain has, of so many. Where references lead back to an instance of the chain, it ends.
  ///
  /// - Complexity: Linear in the counts of instances and references; without recursion.
  func depth(of count: Int) -> Int {
    // The held ones of each side by side.
    var starts = [Int32](repeating: 0, count: count + 1)
    for pair in pairs { starts[Int(pair.holder) + 1] += 1 }
    for index in 0..<count { starts[index + 1] += starts[index] }
    var (held, used) = ([Int32](repeating: 0, count: pairs.count), starts)
    for pair in pairs {
      held[Int(used[Int(pair.holder)])] = pair.held
      used[Int(pair.holder)] += 1
    }
    // Depth first: an instance is as deep as the deepest that it holds, and one.
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
