/// Caches the value of a derived property. Only the code that `@Transient(dependsOn:)` generates uses it; the
/// documentation of that macro is for users.
///
/// The cache stores a value together with the property values from which it was computed, and returns it while these
/// stay the same. So it is correct however a property changed. Copies of a struct share the cache, which keeps the last
/// four different values, so that copies that diverge do not evict each other's values. Any thread may use it. The
/// value is computed without a lock, so two threads that ask at the same time may both compute it.
///
/// Two property values are the same if their memory is the same, or if `==` returns `true`: equal values are
/// interchangeable. So if a type's `==` ignores something that affects the derived value, such as the case of a text,
/// the cache may return the value computed from an equal one. However, `Double`, `Float`, `CGFloat`, `String`, and
/// optionals and arrays of these are compared bit for bit: `0.0` and `-0.0` are two values, and so are the two ways to
/// compose "é".
///
/// All caches are equal, have the same hash, and do not take part in `Codable`. So two values of a struct are equal if
/// their properties are.
///
/// ## Memory
///
/// A cache takes two allocations when the struct is created, for its entries and their lock, and one more for each
/// cached value.
///
/// It also holds the property values. It shares an array with the struct, so the next change to the struct's array
/// copies it.
public struct _DerivedCache<Value> {
  private let storage = DerivedStorage()

  /// Creates a cache without a value.
  public init() {}

  /// Returns the value for these parts: the cached one, or a new one.
  ///
  /// - Complexity: Comparing the parts with up to four others. This is constant for numbers, dates, and for strings and
  ///   arrays that have not changed.
  public func value<each Part: Equatable>(of part: repeat each Part, making make: () -> Value) -> Value {
    if let entry = entry(of: repeat each part) { return entry.value }
    let value = make()
    storage.add(Entry(repeat each part, value: value))
    return value
  }

  /// Returns the entry for these parts, and moves it to the front.
  private func entry<each Part: Equatable>(of part: repeat each Part) -> Entry<repeat each Part>? {
    let entries = storage.entries
    // Copies are looked for first, since that runs no code of the parts.
    for case let entry as Entry<repeat each Part> in entries where entry.isMadeOfCopies(of: repeat each part)
    {
      if entry !== entries[0] { storage.moveToFront(entry) }
      return entry
    }
    // If a `==` used the same cache during a comparison, the comparison would never end.
    guard storage.beginComparing() else { return nil }
    defer { storage.endComparing() }
    for case let entry as Entry<repeat each Part> in entries where entry.isMade(of: repeat each part) {
      if entry !== entries[0] { storage.moveToFront(entry) }
      return entry
    }
    return nil
  }

  @available(
    *, unavailable,
    message:
      "the properties that a derived property depends on must be Equatable, so that changes can be detected: conform their types, or name parts of them, '\\.address.city'"
  )
  public func value<each Part>(of part: repeat each Part, making make: () -> Value) -> Value { make() }

  /// A value, with the parts from which it was computed.
  private final class Entry<each Part: Equatable> {
    let parts: (repeat each Part)
    let value: Value

    init(_ part: repeat each Part, value: Value) {
      parts = (repeat each part)
      self.value = value
    }

    func isMadeOfCopies(of part: repeat each Part) -> Bool {
      for (own, other) in repeat (each parts, each part) {
        if !haveSameBits(own, other) { return false }
      }
      return true
    }

    func isMade(of part: repeat each Part) -> Bool {
      for (own, other) in repeat (each parts, each part) {
        if !isSame(own, other) { return false }
      }
      return true
    }
  }
}

// Sendable: entries do not change, only the storage accesses them, and they consist of parts and values of the
// enclosing struct.
extension _DerivedCache: @unchecked Sendable where Value: Sendable {}

// A struct with a derived property synthesises `==` and `hash(into:)` over all stored properties, including the cache.
// A macro cannot leave it out, so the cache itself must never make two values differ.
extension _DerivedCache: Hashable {
  public static func == (left: _DerivedCache, right: _DerivedCache) -> Bool { true }

  public func hash(into hasher: inout Hasher) {}
}

extension _DerivedCache: CustomStringConvertible {
  /// The same for every cache, because its content is not part of the value.
  public var description: String { "_DerivedCache" }
}

extension _DerivedCache: CustomReflectable {
  /// Empty, because the content is not part of the value.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
