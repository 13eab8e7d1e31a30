internal import Foundation

/// Those who are told of changes by closures, and what they are still to be told.
final class LiveObservers<Value>: @unchecked Sendable {
  // Sendable: all of it is only touched under the lock. Structs are in it only during a round.

  struct Observer {
    let number: Int
    let property: ObservedProperty<Value>
    let onChange: (_ old: Value, _ new: Value) -> Void
  }

  /// A write, and who is to be told of it.
  struct Message {
    /// Which write: they are counted.
    let number: Int
    let old: Value
    let new: Value
    let observers: [Observer]
  }

  private let lock = NSLock()
  private var observers: [Observer] = []
  private var observerCount = 0
  /// What is still to be told, by those who are in a round.
  private var waiting: [Caller: [Message]] = [:]

  var all: [Observer] { lock.withLock { observers } }

  /// Adds an observer.
  ///
  /// - Returns: Its number.
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
    // What the closure holds is released without the lock, as that may run any code.
    _ = lock.withLock {
      observers.firstIndex { $0.number == number }.map { observers.remove(at: $0) }
    }
  }

  // MARK: Telling

  /// Runs a write, which may have observers write in turn, and then tells of it and of those, in their order. Inside of
  /// another write's round by the same caller, the message waits for the end of that.
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

  /// What the caller is to tell next: the earliest of its writes. When there is none, the round has ended.
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
