import Foundation

/// Something that brings events to a file.
protocol Contestant: AnyObject {
  static var name: String { get }

  /// Creates a new file in an empty folder.
  ///
  /// - Parameter isSynced: Whether each write waits until it is on the disk.
  init(in folder: URL, isSynced: Bool) throws
  /// Writes one event as a step of its own.
  func append(_ event: Event) async throws
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
