internal import Foundation

/// The sizes of an archive's collections, counting shared parts each time.
///
/// Sets and dictionaries compare their members and keys, and Foundation compares collections part by part. So a few
/// kilobytes of arrays that share their parts can take practically forever to compare. The same applies to bridging
/// such an array to Swift, where Foundation on Linux converts everything in it.
///
/// Foundation's hashes are the same in every process, and those of strings look at 96 characters only. So a file can have
/// many different members with one hash, each of which is compared with all the others.
struct ExpandedSizes {
  /// The objects are retained, since they are identified by address.
  private var sizes: [ObjectIdentifier: (object: NSObject, size: Int)] = [:]

  private func size(of object: AnyObject) -> Int? {
    sizes.isEmpty ? nil : sizes[ObjectIdentifier(object)]?.size
  }

  /// Records a collection with these parts, and returns its size.
  mutating func note(_ collection: NSObject, parts: [AnyObject]) -> Int {
    let total = parts.reduce(1) { Self.sum($0, size(of: $1) ?? 1) }
    sizes[ObjectIdentifier(collection)] = (collection, total)
    return total
  }

  /// Returns how many steps it may take to compare all members with one another whose hashes are equal. Those of
  /// collections may all be.
  func stepsToCompare(_ members: some Sequence<AnyObject>) -> Int {
    var collections = (size: 0, count: 0)
    /// The members with each hash, and the size of the largest.
    var plain: [Int: (count: Int, size: Int)] = [:]
    for member in members {
      if let size = size(of: member) {
        collections = (Self.sum(collections.size, size), collections.count + 1)
      } else if let object = member as? NSObject {
        let known = plain[object.hash] ?? (0, 1)
        plain[object.hash] = (known.count + 1, max(known.size, Self.stepsToCompare(object)))
      }
    }
    var steps = Self.product(collections.size, collections.count)
    for (count, size) in plain.values where count > 1 {
      steps = Self.sum(steps, Self.product(Self.product(count, count - 1) / 2, size))
    }
    return steps
  }

  /// Returns how many steps it takes to compare two of the object's kind and size.
  private static func stepsToCompare(_ object: NSObject) -> Int {
    switch object {
    case let text as NSString: 1 + text.length / 64
    case let data as NSData: 1 + data.length / 64
    default: 1
    }
  }

  private static func product(_ left: Int, _ right: Int) -> Int {
    let (product, overflow) = left.multipliedReportingOverflow(by: right)
    return overflow ? .max : product
  }

  private static func sum(_ left: Int, _ right: Int) -> Int {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? .max : sum
  }
}
