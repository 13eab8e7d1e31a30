internal import Foundation

/// Keeps the value of a derived property: what `@Transient(dependsOn:)` adds to a struct.
///
/// A value is kept together with the values of the properties it was made from, and given out again as long as these are
/// the same. So it is right whichever way a property changed; copies of a struct share what is kept, and the last four
/// different values are, so that copies that have gone apart do not push out each other's. It may be asked from any
/// thread; the value is made without a lock, so two threads that ask at the same time may both make it.
///
/// All caches are equal, have the same hash, and take no part in `Codable`: two values of a struct are equal when their
/// properties are.
///
/// - Note: The values of the properties are held as well. An array among them is shared with the struct, and copied when
///   the struct's own is changed next.
public struct DerivedCache<Value> {
  private let storage = Storage()

  /// Creates a cache without a value.
  public init() {}

  /// The value for these parts: the one that is kept, or a new one.
  ///
  /// - Complexity: That of comparing the parts with up to four others, which is constant for numbers, dates, and
  ///   strings and arrays that were not changed since.
  public func value<each Part: Equatable>(of part: repeat each Part, making make: () -> Value) -> Value {
    if let kept = storage.value(of: repeat each part) { return kept }
    let value = make()
    storage.keep(Entry(repeat each part, value: value))
    return value
  }

  @available(
    *, unavailable,
    message:
      "the properties that a derived property depends on have to be Equatable, so that a change can be told: conform their types, or name parts of them, '\\.address.city'"
  )
  public func value<each Part>(of part: repeat each Part, making make: () -> Value) -> Value { make() }

  /// The values that are kept, the last used first.
  private final class Storage: @unchecked Sendable {
    private let lock = NSLock()
    private var entries: [AnyObject] = []
    private static var capacity: Int { 4 }

    func value<each Part: Equatable>(of part: repeat each Part) -> Value? {
      lock.lock()
      defer { lock.unlock() }
      for index in entries.indices {
        guard let entry = entries[index] as? Entry<repeat each Part>, entry.isMade(of: repeat each part)
        else {
          continue
        }
        if index > 0 { entries.insert(entries.remove(at: index), at: 0) }
        return entry.value
      }
      return nil
    }

    func keep(_ entry: AnyObject) {
      lock.lock()
      defer { lock.unlock() }
      if entries.count == Self.capacity { entries.removeLast() }
      entries.insert(entry, at: 0)
    }
  }

  /// A value, with what it was made of.
  private final class Entry<each Part: Equatable> {
    let parts: (repeat each Part)
    let value: Value

    init(_ part: repeat each Part, value: Value) {
      parts = (repeat each part)
      self.value = value
    }

    func isMade(of part: repeat each Part) -> Bool {
      for (own, other) in repeat (each parts, each part) {
        if !isSame(own, other) { return false }
      }
      return true
    }
  }
}

// Sendable: what is kept is only reached under the lock, and consists of parts and values of the struct around it.
extension DerivedCache: @unchecked Sendable where Value: Sendable {}

/// Whether two values are the same, down to what `==` overlooks: the sign of a zero, and how a string is composed.
private func isSame<Value: Equatable>(_ left: Value, _ right: Value) -> Bool {
  guard left == right else { return false }
  switch (left, right) {
  case (let left as String, let right as String): return left.utf8.elementsEqual(right.utf8)
  case (let left as Double, let right as Double): return left.bitPattern == right.bitPattern
  case (let left as Float, let right as Float): return left.bitPattern == right.bitPattern
  default: return true
  }
}

extension DerivedCache: Hashable {
  public static func == (left: DerivedCache, right: DerivedCache) -> Bool { true }

  public func hash(into hasher: inout Hasher) {}
}

extension DerivedCache: CustomReflectable {
  /// Nothing: what is kept is no part of the value.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
