internal import Foundation

/// The observer closures, and the notifications still pending for them.
final class LiveObservers<Value>: @unchecked Sendable {
  // Sendable: all state is accessed only under the lock. It contains structs only during a round.

  struct Observer {
    let number: Int
    let property: ObservedProperty<Value>
    let onChange: (_ old: Value, _ new: Value) -> Void
  }

  /// A write, and the observers to notify of it.
  struct Message {
    /// The sequence number of the write.
    let number: Int
    let old: Value
    let new: Value
    let observers: [Observer]
  }

  private let lock = NSLock()
  private var observers: [Observer] = []
  private var observerCount = 0
  /// The pending notifications of each caller in a round.
  private var waiting: [Caller: [Message]] = [:]

  var all: [Observer] { lock.withLock { observers } }

  /// Adds an observer.
  ///
  /// - Returns: The observer's number.
  func add<Member>(
    _ keyPath: KeyPath<Value, Member>, _ onChange: @escaping @Sendable (_ old: Member, _ new: Member) -> Void
  ) -> Int {
    let property = ObservedProperty(keyPath)
    return lock.withLock {
      observerCount += 1
      observers.append(
        Observer(number: observerCount, property: property) { old, new in
          onChange(old[keyPath: keyPath], new[keyPath: keyPath])
        })
      return observerCount
    }
  }

  func remove(_ number: Int) {
    // The closure's captures are released outside the lock, since that may run arbitrary code.
    _ = lock.withLock {
      observers.firstIndex { $0.number == number }.map { observers.remove(at: $0) }
    }
  }

  // MARK: Notifying

  /// Runs a write, then notifies its observers, in order. Writes that these observers make are notified in the same
  /// round. Inside a round of another write by the same caller, the notifications wait for the end of that round.
  func round(_ write: () -> Message) {
    let caller = Caller.current
    let isOutermost = lock.withLock {
      guard waiting[caller] == nil else { return false }
      waiting[caller] = []
      return true
    }
    let message = write()
    lock.withLock { waiting[caller]?.append(message) }
    guard isOutermost else { return }
    while let message = nextMessage(for: caller) {
      for observer in message.observers where isObserving(observer.number) {
        observer.onChange(message.old, message.new)
      }
    }
  }

  private func isObserving(_ number: Int) -> Bool {
    lock.withLock { observers.contains { $0.number == number } }
  }

  /// Returns the caller's next notification, for the earliest of its writes. If there is none, ends the round.
  private func nextMessage(for caller: Caller) -> Message? {
    lock.withLock {
      let messages = waiting[caller] ?? []
      guard let first = messages.indices.min(by: { messages[$0].number < messages[$1].number }) else {
        waiting[caller] = nil
        return nil
      }
      return waiting[caller]?.remove(at: first)
    }
  }
}
