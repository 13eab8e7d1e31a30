internal import Foundation

/// What a cache keeps, for all copies of a struct: up to four entries, the last used first.
///
/// Entries are compared and released without the lock, as both may run any code, which may ask the same cache.
final class DerivedStorage: @unchecked Sendable {
  // Sendable: what can change is only touched under the lock.
  private var kept: [AnyObject] = []
  private var isComparing = false
  private static let capacity = 4

  /// Shared by many caches, since each struct has its own and most are never asked.
  private static let locks = (0..<16).map { _ in NSLock() }

  private func withLock<Result>(_ body: () -> Result) -> Result {
    Self.locks[ObjectIdentifier(self).hashValue & 15].withLock(body)
  }

  var entries: [AnyObject] { withLock { kept } }

  func add(_ entry: AnyObject) {
    change { entries in
      if entries.count == Self.capacity { entries.removeLast() }
      entries.insert(entry, at: 0)
    }
  }

  /// Makes an entry the first, if it is still there.
  func moveToFront(_ entry: AnyObject) {
    change { entries in
      guard let index = entries.firstIndex(where: { $0 === entry }) else { return }
      entries.insert(entries.remove(at: index), at: 0)
    }
  }

  /// Changes the entries. What falls out is held until the lock is given back.
  private func change(_ body: (inout [AnyObject]) -> Void) {
    let former = withLock {
      let former = kept
      body(&kept)
      return former
    }
    withExtendedLifetime(former) {}
  }

  /// Whether the entries may be compared now; otherwise that is being done, by this thread or another.
  func beginComparing() -> Bool {
    withLock {
      guard !isComparing else { return false }
      isComparing = true
      return true
    }
  }

  func endComparing() { withLock { isComparing = false } }
}
