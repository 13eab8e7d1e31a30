import Foundation
import StructCoding

/// A value of ten fields.
@Archivable
public struct TenFields: Equatable, Codable, Sendable {
  public var count1: Int
  public var share1: Double
  public var title1: String
  public var isOpen1: Bool
  public var opened1: Date
  public var count2: Int
  public var share2: Double
  public var title2: String
  public var isOpen2: Bool
  public var opened2: Date

  /// Creates a value whose fields follow from a number.
  public init(_ number: Int) {
    count1 = number + 0
    share1 = Double(number) / 4
    title1 = "field 2 of value \(number)"
    isOpen1 = number % 4 == 0
    opened1 = Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(number + 4) / 4)
    count2 = number + 5000
    share2 = Double(number) / 9
    title2 = "field 7 of value \(number)"
    isOpen2 = number % 9 == 0
    opened2 = Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(number + 9) / 4)
  }
}
