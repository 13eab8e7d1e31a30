public import ArchiveValues
internal import Foundation

extension ArchiveDecodable {
  /// Whether `object` is of the same class and holds an equal value. Values that are not `Equatable` equal only
  /// themselves: the two objects must be one.
  ///
  /// What the generated `isEqual(_:)` answers.
  public func hasEqualValue(to object: Any?) -> Bool {
    guard let other = object as? Self else { return false }
    if self === other { return true }
    guard let value = decoded as? any Equatable else { return false }
    return value.isEqual(to: other.decoded)
  }

  /// A hash that agrees with ``hasEqualValue(to:)``.
  public var hashOfValue: Int {
    if let value = decoded as? any Hashable { return value.hashValue }
    // Equal values must have equal hashes; without a hash of their own, all of them share one.
    if decoded is any Equatable { return ObjectIdentifier(Self.self).hashValue }
    return ObjectIdentifier(self).hashValue
  }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool {
    guard let other = other as? Self else { return false }
    return self == other
  }
}
