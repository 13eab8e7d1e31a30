import Foundation
import StructCoding

/// A value of one field.
@Archivable
public struct OneField: Equatable, Codable, Sendable {
  public var count: Int

  /// Creates a value whose fields follow from a number.
  public init(_ number: Int) {
    count = number + 0
  }
}
