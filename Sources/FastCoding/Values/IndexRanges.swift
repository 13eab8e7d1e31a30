internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation

/// The ranges of an index set: pairs of 32-bit numbers in a FastCoding file, the fields of an `NSIndexSet` in a node.
struct IndexRanges {
  struct Range {
    let location: UInt64
    let length: UInt64
  }

  /// The ranges, ascending and not adjacent.
  let ranges: [Range]

  /// Creates the set from ranges in any order, as a file may have them.
  init(_ ranges: [Range]) {
    var merged: [Range] = []
    merged.reserveCapacity(ranges.count)
    for range in ranges.sorted(by: { $0.location < $1.location }) where range.length > 0 {
      if let last = merged.last, range.location <= last.location + last.length {
        let end = max(last.location + last.length, range.location + range.length)
        merged[merged.count - 1] = Range(location: last.location, length: end - last.location)
      } else {
        merged.append(range)
      }
    }
    self.ranges = merged
  }

  /// Creates the ranges from the fields of a record; returns `nil` if these are not those of an index set of 32-bit
  /// numbers.
  init?(_ field: (String) -> ArchiveNode?) {
    func number(_ name: String) -> UInt64? {
      if case .integer(let value)? = field(name) { UInt64(exactly: value) } else { nil }
    }
    let numbers: [UInt64]
    switch number("NSRangeCount") {
    case 0: numbers = []
    case 1:
      guard let location = number("NSLocation"), let length = number("NSLength") else { return nil }
      numbers = [location, length]
    case let count?:
      guard case .data(let data)? = field("NSRangeData"), let packed = Varints.unpacked(data),
        packed.count.isMultiple(of: 2), packed.count / 2 == count
      else { return nil }
      numbers = packed
    case nil: return nil
    }
    // FastCoder truncates larger numbers.
    guard numbers.allSatisfy({ $0 <= UInt64(UInt32.max) }) else { return nil }
    self.init(
      stride(from: 0, to: numbers.count, by: 2).map {
        Range(location: numbers[$0], length: numbers[$0 + 1])
      })
  }

  func fields(isMutable: Bool) -> ArchiveNode.Fields {
    var fields = ArchiveNode.Fields(
      className: isMutable ? "NSMutableIndexSet" : "NSIndexSet",
      ["NSRangeCount": .integer(Int64(ranges.count))])
    if isMutable { fields.superclassNames = ["NSIndexSet", "NSObject"] }
    if let range = ranges.first, ranges.count == 1 {
      fields["NSLocation"] = ArchiveNode(range.location)
      fields["NSLength"] = ArchiveNode(range.length)
    } else if ranges.count > 1 {
      fields["NSRangeData"] = .data(Varints.packed(ranges.flatMap { [$0.location, $0.length] }))
    }
    return fields
  }
}
