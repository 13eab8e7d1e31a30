import Foundation

/// Something that brings events to a file. Several tasks may append at the same time.
protocol Contestant: AnyObject, Sendable {
  static var name: String { get }

  /// Creates a new file in an empty folder.
  ///
  /// - Parameter isSynced: Whether each write waits until it is on the disk.
  init(in folder: URL, isSynced: Bool) throws
  /// Writes events in one step.
  func append(_ events: [Event]) async throws
  func close() async throws
  /// Reads everything.
  static func events(in folder: URL) throws -> [Event]
}

struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
