/// Keeps the value of a derived property. For the code that `@Transient(dependsOn:)` generates only: its documentation
/// says what users have to know.
///
/// A value is kept together with the values of the properties it was made from, and given out again as long as these are
/// the same. So it is right whichever way a property changed; copies of a struct share what is kept, and the last four
/// different values are, so that copies that have gone apart do not push out each other's. It may be asked from any
/// thread; the value is made without a lock, so two threads that ask at the same time may both make it.
///
/// Properties are the same when their memory is, and otherwise when `==` says so: equal values are taken for each other.
/// So a type whose `==` overlooks what the derived value shows, such as the case of a text, gets the value that was made
/// of an equal one. `Double`, `Float`, `CGFloat`, `String`, and optionals and arrays of these are compared bit for bit,
/// though: `0.0` and `-0.0` are two values, and so are the two ways to compose "é".
///
/// All caches are equal, have the same hash, and take no part in `Codable`: two values of a struct are equal when their
/// properties are.
///
/// ## Memory
///
/// A cache takes one allocation, when the struct is created, and one more for each value that is kept.
///
/// The values of the properties are held as well. An array among them is shared with the struct, and copied when the
/// struct's own is changed next.
public struct _DerivedCache<Value> {
  private let storage = DerivedStorage()

  /// Creates a cache without a value.
  public init() {}

  /// The value for these parts: the one that is kept, or a new one.
  ///
  /// - Complexity: That of comparing the parts with up to four others, which is constant for numbers, dates, and
  ///   strings and arrays that were not changed since.
  public func value<each Part: Equatable>(of part: repeat each Part, making make: () -> Value) -> Value {
    if let entry = entry(of: repeat each part) { return entry.value }
    let value = make()
    storage.add(Entry(repeat each part, value: value))
    return value
  }

  /// The entry for these parts, which becomes the first.
  private func entry<each Part: Equatable>(of part: repeat each Part) -> Entry<repeat each Part>? {
    let entries = storage.entries
    // Copies first, for which no code of the parts runs.
    for case let entry as Entry<repeat each Part> in entries where entry.isMadeOfCopies(of: repeat each part)
    {
      if entry !== entries[0] { storage.moveToFront(entry) }
      return entry
    }
    // Asked again by a `==`, the entries are those that are being compared: there would be no end.
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
      "the properties that a derived property depends on have to be Equatable, so that a change can be told: conform their types, or name parts of them, '\\.address.city'"
  )
  public func value<each Part>(of part: repeat each Part, making make: () -> Value) -> Value { make() }

  /// A value, with what it was made of.
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

// Sendable: what is kept does not change, is only reached through the storage, and consists of parts and values of the struct around it.
extension _DerivedCache: @unchecked Sendable where Value: Sendable {}

extension _DerivedCache: Hashable {
  public static func == (left: _DerivedCache, right: _DerivedCache) -> Bool { true }

  public func hash(into hasher: inout Hasher) {}
}

extension _DerivedCache: CustomStringConvertible {
  /// The same for every cache: what is kept is no part of the value.
  public var description: String { "_DerivedCache" }
}

extension _DerivedCache: CustomReflectable {
  /// Nothing: what is kept is no part of the value.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
