internal import Foundation
public import Observation

/// An observable reference to a struct. Observers are notified of each property's real changes, and of nothing else.
///
/// ```swift
/// let person = LiveValue(Person(firstName: "Ada", lastName: "Byron"))
/// let observation = person.observe(\.fullName) { old, new in print("\(old) is now \(new)") }
///
/// person.lastName = "Lovelace"             // Ada Byron is now Ada Lovelace
/// person.lastName = "Lovelace"             // nothing changes, nobody is notified
/// person.update { person in                // two changes, one notification: Ada Lovelace is now Augusta Ada King
///   person.firstName = "Augusta Ada"
///   person.lastName = "King"
/// }
/// save(person.value)                       // the struct itself
/// ```
///
/// The stored and computed properties of the struct are properties of the reference. If the reference itself has a
/// property of the same name, such as `value` (or, on Apple platforms, a property of `NSObject` such as `description`),
/// reach the struct's property through ``value``.
///
/// After each write, `LiveValue` compares the old and the new struct, but only the properties that someone observes, or
/// has read since they last changed. So observers of a computed property need not know its dependencies. `LiveValue`
/// evaluates their key paths on both structs: subscripts in them, as in `\.items[0]`, must stay valid.
///
/// A property is unchanged if its memory is the same, or if `==` returns `true`. `Double`, `Float`, `CGFloat`,
/// `String`, and optionals and arrays of these are compared bit for bit instead: `0.0` and `-0.0` differ, and so do
/// the two ways to compose "é". A property that is not `Equatable` counts as changed by every ``update(_:)``, and by
/// setting another property, unless the two are known to be stored separately. An object that the struct refers to is
/// one value: `LiveValue` does not see changes inside it.
///
/// If an in-place mutation throws, as in `try live.list.change()`, the changes made so far stay, as with a variable.
/// To change all or nothing, use ``update(_:)``.
///
/// There are three ways to observe:
/// - Swift Observation: SwiftUI and `withObservationTracking` track which properties are read. They are notified right
///   before a change, while the old value can still be read. Reading `live.address.city` observes `address`.
/// - ``observe(_:onChange:)`` passes the old and the new value after a change, until its result is discarded.
/// - Key-value observing on Apple platforms covers the fields of an archivable struct by their stored names, and the
///   properties that the struct lists as ``KeyValueObservable``.
///
/// ## Threads
///
/// You may use a live reference to a `Sendable` struct from any thread. `live.count += 1` and ``update(_:)`` read and
/// write atomically, so no write is lost; meanwhile other writers wait, and readers see the old struct.
/// (`live.count = live.count + 1` is two steps, as with any variable.) Do not `await` inside a write, since other
/// writers wait. A live reference to a struct that is not `Sendable` belongs to one actor, as the struct would.
///
/// The writing thread notifies observers, and holds no lock, so they may read and write the reference:
/// - A write made by an observer takes effect before it returns. The other observers are notified of it after the first
///   write, so each sees the changes in order. Swift Observation is notified of a further change to the same property
///   after the change.
/// - If several threads write at the same time, observers may be notified of their changes in another order, and Swift
///   Observation may be notified of a change after it.
/// - Inside ``update(_:)``, write only to the struct passed to the closure. Writing to the reference during a write, as
///   `swap(&live.first, &live.second)` does, would lose one of the writes, so it traps, as overlapping accesses to a
///   variable do. Reading the reference there returns the old struct.
///
/// The old struct is kept until all observers have been notified, so changing an array in place copies it: make many
/// such changes in one ``update(_:)``.
@dynamicMemberLookup
public final class LiveValue<Value>: _LiveObject, Observable {
  private let turn = WriteTurn()
  private let lock = NSLock()
  /// Accessed only under the lock.
  private var state: LiveState<Value>
  let registrar = ObservationRegistrar()
  let observers = LiveObservers<Value>()

  /// Creates a reference to a copy of `value`: later changes to `value` do not affect it.
  public init(_ value: Value) {
    state = LiveState(value)
    super.init()
  }

  // MARK: Reading and writing

  /// The current struct. Reading it observes all its properties.
  public var value: Value {
    get { read(\.self) }
    _modify {
      var access = beginAccess()
      defer { endAccess(access, \.self) }
      yield &access.new
    }
  }

  /// A property of the struct, stored or computed: `live.name`.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member { read(keyPath) }

  /// A writable property of the struct: `live.name = "Ann"`. Setting it notifies the observers of every property that
  /// changes.
  public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Value, Member>) -> Member {
    get { read(keyPath) }
    _modify {
      var access = beginAccess()
      defer { endAccess(access, keyPath) }
      yield &access.new[keyPath: keyPath]
    }
  }

  /// Changes the struct atomically for other threads, and notifies observers once.
  ///
  /// - Parameter body: Receives the struct to change. If it throws, nothing changes.
  /// - Returns: The result of `body`.
  public func update<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var access = beginAccess()
    let result: Result
    do {
      result = try body(&access.new)
    } catch {
      turn.end()
      throw error
    }
    endAccess(access, nil)
    return result
  }

  override func nameAccessor(_ name: String) -> NameAccessor? { accessor(named: name) }

  /// The current struct, without observing it.
  var snapshot: Value { withState { $0.current } }

  private func read<Member>(_ keyPath: KeyPath<Value, Member>) -> Member {
    let read = withState { $0.property(at: keyPath) }
    // The property is registered before the value is read, so that no write in between goes unnoticed.
    read.property.access(self)
    let value = withState { state in
      state.markAsRead(read)
      return state.current
    }
    return value[keyPath: keyPath]
  }

  // MARK: One write

  /// A write that has begun and is not yet stored.
  private struct Access {
    let old: Value
    var new: Value
  }

  private func beginAccess() -> Access {
    turn.begin()
    let value = withState { $0.latest }
    return Access(old: value, new: value)
  }

  /// Stores the written struct, or only the property at `keyPath` if there is one, and notifies the observers of the
  /// changed properties.
  private func endAccess(_ access: Access, _ keyPath: PartialKeyPath<Value>?) {
    let (old, new) = (access.old, access.new)
    let (number, known, knownCount) = withState { state in
      state.latest = new
      state.latestNumber += 1
      return (state.latestNumber, state.properties, state.propertyCount)
    }
    turn.end()

    observers.round {
      lazy var written = keyPath.map { ObservedProperty($0) }
      var results: [PartialKeyPath<Value>: Bool] = [:]
      func differs(_ property: ObservedProperty<Value>) -> Bool {
        if let result = results[property.keyPath] { return result }
        let result = property.differs(old, new, written: written)
        results[property.keyPath] = result
        return result
      }
      func differing(_ properties: some Sequence<ReadProperty<Value>>) -> [ReadProperty<Value>] {
        properties.filter { differs($0.property) }.sorted { $0.number < $1.number }
      }
      var changed = differing(known.values)
      let names = hasNameObservers ? self.properties.names(changedFrom: old, to: new) : []
      for read in changed { announce(read.property) }
      willChange(names)

      // The replaced struct is released outside the lock, since that may run arbitrary code.
      let (properties, observers, _) = withState { state in
        let replaced = state.store(new, number: number)
        return (state.properties, self.observers.all, replaced)
      }
      // These properties were first read since then, with the old value.
      let late = properties.values.filter { $0.number > knownCount && known[$0.property.keyPath] == nil }
      let changedLate = differing(late)
      for read in changedLate { announce(read.property) }
      changed += changedLate

      for read in changed { read.property.didChange(self) }
      didChange(names)
      if !changed.isEmpty { withState { $0.forget(changed, readBefore: number) } }
      return .init(
        number: number, old: old, new: new, observers: observers.filter { differs($0.property) })
    }
  }

  /// Notifies Swift Observation that a property will change.
  ///
  /// An observer stays registered until its notification returns. If it changed the same property, it would be notified
  /// again and again. So the change is announced after the notification has returned, to the observers registered
  /// since.
  private func announce(_ property: ObservedProperty<Value>) {
    let caller = Caller.current
    guard withState({ $0.beginAnnouncing(property.keyPath, by: caller) }) else { return }
    repeat {
      property.willChange(self)
    } while withState { $0.mustAnnounceAgain(property.keyPath, by: caller) }
  }

  private func withState<Result>(_ body: (inout LiveState<Value>) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&state)
  }

  func addObserver<Member>(
    _ keyPath: KeyPath<Value, Member>, _ onChange: @escaping @Sendable (Member, Member) -> Void
  ) -> Int {
    // Under the lock, so that the observer is notified of every write stored from now on.
    withState { _ in observers.add(keyPath, onChange) }
  }
}

extension LiveValue: @unchecked Sendable where Value: Sendable {
  // Mutable state is accessed only under the lock. Key paths cross threads with the reference; they are immutable.
}
