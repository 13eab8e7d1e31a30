internal import Foundation

/// The sizes of an archive's collections, counting shared parts each time.
///
/// Sets and dictionaries compare their members and keys, and Foundation compares collections part by part. So a few
/// kilobytes of arrays that share their parts can take practically forever to compare. The same applies to bridging
/// such an array to Swift, where Foundation on Linux converts everything in it.
///
/// Foundation's hashes are the same in every process. A string's hash covers only 96 characters, and a collection's
/// only its count. So a file can contain many different members with the same hash, and each is compared with all the
/// others.
struct ExpandedSizes {
  /// The objects are retained, since they are identified by address. The sizes of nested collections multiply, and a
  /// `Double` does not overflow.
  private var sizes: [ObjectIdentifier: (object: NSObject, size: Double)] = [:]

  /// Records a collection with these parts, and returns its size.
  mutating func note(_ collection: NSObject, parts: [AnyObject]) -> Int {
    let size = parts.reduce(1) { $0 + (sizes[ObjectIdentifier($1)]?.size ?? 1) }
    sizes[ObjectIdentifier(collection)] = (collection, size)
    return Self.steps(size)
  }

  /// Returns the maximum number of steps for comparing all members with equal hashes with one another.
  func stepsToCompare(_ members: some Sequence<AnyObject>) -> Int {
    /// The members with each hash: their number and their total size.
    var groups: [Int: (count: Double, size: Double)] = [:]
    for case let member as NSObject in members {
      let known = groups[member.hash] ?? (0, 0)
      groups[member.hash] = (known.count + 1, known.size + stepsToCompare(member))
    }
    // Comparing two members takes no more steps than the smaller of them has.
    return Self.steps(groups.values.reduce(0) { $0 + ($1.count - 1) * $1.size / 2 })
  }

  private func stepsToCompare(_ object: NSObject) -> Double {
    switch object {
    case let text as NSString: 1 + Double(text.length) / 64
    case let data as NSData: 1 + Double(data.length) / 64
    default: sizes[ObjectIdentifier(object)]?.size ?? 1
    }
  }

  private static func steps(_ size: Double) -> Int { Int(min(size, Double(Int.max / 32))) }
}
