internal import Foundation

/// The entries of a cache, shared by all copies of a struct: up to four, the most recently used first.
///
/// Entries are compared and released outside the lock, because both may run arbitrary code, and that code may use the
/// same cache.
final class DerivedStorage: @unchecked Sendable {
  // Sendable: mutable state is only accessed under the lock.
  private let lock = NSLock()
  private var kept: [AnyObject] = []
  private var isComparing = false
  private static let capacity = 4

  var entries: [AnyObject] { lock.withLock { kept } }

  func add(_ entry: AnyObject) {
    change { entries in
      if entries.count == Self.capacity { entries.removeLast() }
      entries.insert(entry, at: 0)
    }
  }

  /// Moves an entry to the front, if it has not been removed.
  func moveToFront(_ entry: AnyObject) {
    change { entries in
      guard let index = entries.firstIndex(where: { $0 === entry }) else { return }
      entries.insert(entries.remove(at: index), at: 0)
    }
  }

  /// Changes the entries. Removed entries are released after the lock.
  private func change(_ body: (inout [AnyObject]) -> Void) {
    let former = lock.withLock {
      let former = kept
      body(&kept)
      return former
    }
    withExtendedLifetime(former) {}
  }

  /// Returns whether the caller may compare the entries now. If not, this thread or another is comparing them.
  func beginComparing() -> Bool {
    lock.withLock {
      guard !isComparing else { return false }
      isComparing = true
      return true
    }
  }

  func endComparing() { lock.withLock { isComparing = false } }
}
