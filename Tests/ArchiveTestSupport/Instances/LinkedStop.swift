import Foundation
import StructCoding

/// A link of a chain, which may lead back.
@ArchivableObject
public final class LinkedStop {
  public var number: Int
  public var next: LinkedStop?

  public init(number: Int, next: LinkedStop? = nil) {
    self.number = number
    self.next = next
  }

  /// A chain of so many, which ends.
  public static func chain(_ count: Int) -> LinkedStop {
    var first = LinkedStop(number: count - 1)
    for number in (0..<count - 1).reversed() { first = LinkedStop(number: number, next: first) }
    return first
  }

  /// Takes the chain apart, and says how many links it had. To let go of a long one at its start would end the stack:
  /// each link lets go of the next.
  public func dismantle() -> Int {
    var (count, link) = (0, self as LinkedStop?)
    while let current = link {
      count += 1
      link = current.next
      current.next = nil
    }
    return count
  }
}
