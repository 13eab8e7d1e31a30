package import ArchiveValues
internal import Foundation

extension ArchiveWrapper {
  /// Returns whether `object` has the same class and an equal value. If the value is not `Equatable`, only the same
  /// object is equal.
  ///
  /// The generated `isEqual(_:)` calls it.
  package func hasEqualValue(to object: Any?) -> Bool {
    guard let other = object as? Self else { return false }
    if self === other { return true }
    guard let value = decoded as? any Equatable else { return false }
    return value.isEqual(to: other.decoded)
  }

  /// A hash consistent with ``hasEqualValue(to:)``.
  package var hashOfValue: Int {
    if let value = decoded as? any Hashable { return value.hashValue }
    // Equal values must have equal hashes, so all values that are not `Hashable` share one hash.
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
