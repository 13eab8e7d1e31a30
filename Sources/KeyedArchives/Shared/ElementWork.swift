internal import Foundation

/// Long work on elements: it counts them for a `Progress`, and ends when that or the task is cancelled.
struct ElementWork {
  private let progress: Progress?
  /// The number of elements that are done.
  private(set) var count = 0
  /// How many elements are done between two reports: observers of a `Progress` are called for each.
  private let interval: Int

  /// Begins the work.
  ///
  /// - Parameter total: The number of elements, or what is known of it: at least so many.
  init(_ progress: Progress?, total: Int) {
    self.progress = progress
    interval = max(1, min(total / 100, 1_024))
    progress?.totalUnitCount = Int64(total)
    progress?.completedUnitCount = 0
  }

  /// Throws `CancellationError` if the work is to end.
  func check() throws {
    if Task.isCancelled || progress?.isCancelled ?? false { throw CancellationError() }
  }

  /// Counts an element, and throws `CancellationError` if the work is to end before the next one.
  mutating func advance() throws {
    count += 1
    if Task.isCancelled { throw CancellationError() }
    guard let progress, count % interval == 0 else { return }
    progress.completedUnitCount = Int64(count)
    try check()
  }

  /// Reports that all elements are done.
  func finish() {
    progress?.totalUnitCount = Int64(count)
    progress?.completedUnitCount = Int64(count)
  }
}
