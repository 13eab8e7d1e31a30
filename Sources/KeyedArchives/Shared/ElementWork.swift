internal import Foundation

/// Long work on elements. It counts them for a `Progress`, and stops when the progress or the task is cancelled.
struct ElementWork {
  private let progress: Progress?
  /// The number of elements that are done.
  private(set) var count = 0
  /// The number of elements between two reports. Each report calls the observers of the `Progress`.
  private let interval: Int
  /// The number of elements between two checks for cancellation.
  private static let checkInterval = 64

  /// Begins the work.
  ///
  /// - Parameter total: The number of elements; 0 if it is not known.
  init(_ progress: Progress?, total: Int) {
    self.progress = progress
    interval = total > 0 ? (total + 99) / 100 : Self.checkInterval
    progress?.completedUnitCount = 0
    // Foundation on Linux ends the process when a total becomes 0.
    if total > 0 { progress?.totalUnitCount = Int64(total) }
  }

  /// Throws `CancellationError` if the work was cancelled.
  func check() throws {
    if Task.isCancelled || progress?.isCancelled ?? false { throw CancellationError() }
  }

  /// Counts an element, and throws `CancellationError` if the work was cancelled.
  mutating func advance() throws {
    count += 1
    if Task.isCancelled { throw CancellationError() }
    guard let progress else { return }
    if count % interval == 0 { progress.completedUnitCount = Int64(count) }
    if count % Self.checkInterval == 0 { try check() }
  }

  /// Reports that all elements are done.
  func finish() {
    guard let progress else { return }
    if count > 0 { progress.totalUnitCount = Int64(count) }
    progress.completedUnitCount = progress.totalUnitCount
  }
}
