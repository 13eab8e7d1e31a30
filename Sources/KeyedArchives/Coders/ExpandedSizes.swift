internal import Foundation

/// The sizes of an archive's collections, counting shared parts each time.
///
/// Sets and dictionaries compare their members and keys, and Foundation compares collections part by part. So a few
/// kilobytes of arrays that share their parts can take practically forever to compare. The same applies to bridging
/// such an array to Swift, where Foundation on Linux converts everything in it.
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

  /// Returns how many steps it may take to compare all collections among the members with one another; their hashes
  /// may all be equal.
  func stepsToCompare(_ members: some Sequence<AnyObject>) -> Int {
    let found = members.compactMap { size(of: $0) }
    let (steps, overflow) = found.reduce(0, Self.sum).multipliedReportingOverflow(by: found.count)
    return overflow ? .max : steps
  }

  private static func sum(_ left: Int, _ right: Int) -> Int {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? .max : sum
  }
}
