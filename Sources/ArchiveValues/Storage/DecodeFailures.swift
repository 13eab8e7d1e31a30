public import ArchiveBytes
internal import Foundation

/// A value that could not be read, and what the program has in its place.
public struct DecodeFailure: Sendable, CustomStringConvertible {
  /// Which value, and why. The path begins at the type that has the policy.
  public let error: ArchiveError
  /// What was used instead.
  public let used: Replacement

  /// What was used in place of a value.
  public enum Replacement: Sendable, Hashable {
    /// The value that the property has if an archive lacks the field.
    case defaultValue
    /// Nothing: the element was left out of its collection.
    case leftOut
    /// What the attribute of a managed object held before: the new value could not be stored.
    case storedValue
  }

  package init(_ error: ArchiveError, used: Replacement) { (self.error, self.used) = (error, used) }

  /// The error, and what was used instead.
  public var description: String {
    switch used {
    case .defaultValue: "\(error) The property has its default value."
    case .leftOut: "\(error) The element was left out."
    case .storedValue: "\(error) The attribute keeps its value."
    }
  }
}
public enum DecodeFailures {
  private static let handler = Locked<(@Sendable (DecodeFailure) -> Void)?>(nil)

  /// Calls a closure for each failure that ``collecting(_:)`` does not collect, on the thread that meets it; `nil` calls
  /// none. Without a closure, failures of managed objects are logged.
  public static func handle(_ body: (@Sendable (DecodeFailure) -> Void)?) { handler.withLock { $0 = body } }

  package static func report(_ failure: DecodeFailure, logs: Bool = false) {
    if let handle = handler.withLock({ $0 }) { return handle(failure) }
    if logs { NSLog("%@", failure.description) }
  }
}
