internal import Foundation

/// How large the collections of an archive are when everything they share is counted each time.
///
/// Members of sets and keys of dictionaries are compared with one another, and Foundation compares collections part by
/// part; a few kilobytes of arrays that share their parts can so take longer than anyone waits. So can taking such an
/// array apart in Swift, where Foundation on Linux converts all that is in it.
struct ExpandedSizes {
  /// The objects are kept, since they are known by their addresses.
  private var sizes: [ObjectIdentifier: (object: NSObject, size: Int)] = [:]

  private func size(of object: AnyObject) -> Int? {
    sizes.isEmpty ? nil : sizes[ObjectIdentifier(object)]?.size
  }

  /// Notes a collection that was made of these parts, and returns its size.
  mutating func note(_ collection: NSObject, parts: [AnyObject]) -> Int {
    let total = parts.reduce(1) { Self.sum($0, size(of: $1) ?? 1) }
    sizes[ObjectIdentifier(collection)] = (collection, total)
    return total
  }

  /// The steps it may take to compare all collections among the members with one another; their hashes need not differ.
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
