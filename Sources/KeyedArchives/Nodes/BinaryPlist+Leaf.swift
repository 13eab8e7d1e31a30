internal import ArchiveBytes
package import ArchiveNodes
internal import Foundation
internal import PropertyLists

extension BinaryPlist {
  /// Returns the value at an offset if it neither contains nor refers to others; otherwise `nil`.
  package func leaf(at offset: Int) throws -> ArchiveNode? {
    switch kind(at: offset) {
    case Kind.ascii: return try string(at: offset).map { .string($0) }
    case Kind.utf16:
      let units = try utf16Units(at: offset)
      return String(validUTF16: units).map { .string($0) } ?? KeyedNodes.brokenText(units)
    case Kind.data:
      let (count, start) = try counted(at: offset, width: 1)
      return .data(unsafe Data(bytes(from: start, count: count)))
    case Kind.date: return date(at: offset).map { .date($0) }
    default:
      if let wide = wideInteger(at: offset) { return KeyedNodes.wideInteger(high: wide.high, low: wide.low) }
      return try number(at: offset).map(ArchiveNode.init)
    }
  }
}
