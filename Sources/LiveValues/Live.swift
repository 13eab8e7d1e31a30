internal import Foundation
public import Observation

/// A reference to a struct that can be observed: property by property, and only for real changes.
///
/// ```swift
/// let person = Live(Person(firstName: "Ada", lastName: "Byron"))
/// let observation = person.observe(\.fullName) { old, new in print("\(old) is now \(new)") }
///
/// person.lastName = "Lovelace"             // Ada Byron is now Ada Lovelace
/// person.lastName = "Lovelace"             // nothing changes, nobody is told
/// person.update { person in                // two changes, told as one: Ada Lovelace is now Augusta Ada King
///   person.firstName = "Augusta Ada"
///   person.lastName = "King"
/// }
/// save(person.value)                       // the struct itself
/// ```
///
/// The properties of the struct are properties of the reference, stored and computed ones alike. Where the reference
/// has a property of that name itself, as `value` (and on Apple platforms those of `NSObject`, as `description`), the
/// struct's is reached by ``value``.
///
/// After each write the old and the new struct are compared, property by property, but only those that someone
/// observes, or has read since they changed. So observers of a computed property need not know what it is computed from.
/// Their key paths are evaluated for both structs: subscripts in them, as in `\.items[0]`, must stay valid.
///
/// A property is the same as before when its memory is, and otherwise when `==` says so: equal values are taken for the
/// same. `Double`, `Float`, `CGFloat`, `String`, and optionals and arrays of these are compared bit for bit, though:
/// `0.0` and `-0.0` are two values, and so are the two ways to compose "é". A property that is not `Equatable` counts as
/// changed by every ``update(_:)``, and by setting a property that changed, unless the two are known to be stored apart.
/// An object that the struct refers to is one value: what changes inside of it is not seen.
///
/// A mutation in place that throws, as in `try live.list.change()`, leaves what it has changed, as it does in a variable.
/// To change all or nothing, use ``update(_:)``.
///
/// There are three ways to observe:
/// - Swift Observation: SwiftUI and `withObservationTracking` see which properties are read. They are told right before
///   a change, while the old value can be read. What is observed of `live.address.city` is `address`.
/// - ``observe(_:onChange:)`` tells old and new value after a change, until its result is discarded.
/// - On Apple platforms key-value observing, for an ``ArchiveRecord``: fields by their stored names, derived
///   properties by the names that ``ArchiveRecord/describeDerived(_:)`` gives.
///
/// ## Threads
///
/// A live reference to a `Sendable` struct may be used from any thread. `live.count += 1` and ``update(_:)`` read and
/// write in one step, so no write is lost; other writers wait meanwhile, readers see the struct as it was.
/// (`live.count = live.count + 1` are two steps, as with any variable.) Keep `await` out of a write, since others wait.
/// A live reference to a struct that is not `Sendable` belongs to one actor, as the struct would.
///
/// Observers are told by the thread that wrote, without any lock, so they may read and write the reference:
/// - A write made by an observer is there when it returns. The others are told of it after they have been told of the
///   first write, so each sees the changes in their order. Swift Observation is told of a further change to the same
///   property after it.
/// - Where several threads write at the same time, observers may be told of their changes in another order, and
///   Swift Observation of a change after it.
/// - Inside of a write the struct that the closure of ``update(_:)`` is given is the only one to write to. Writing to
///   the reference there, as `swap(&live.first, &live.second)` does, would lose one of the writes, and ends the
///   program, as overlapping accesses to a variable do. Reading it there gives the struct as it was.
///
/// Since the old struct is kept until all have been told, changing an array in place copies it: make many such changes
/// in one ``update(_:)``.
@dynamicMemberLookup
public final class Live<Value>: _LiveObject, Observable {
  private let turn = WriteTurn()
  private let lock = NSLock()
  /// Only touched under the lock.
  private var state: LiveState<Value>
  let registrar = ObservationRegistrar()
  let observers = LiveObservers<Value>()

  /// Creates a reference to a struct of its own: what happens to `value` elsewhere does not change it.
  public init(_ value: Value) {
    state = LiveState(value)
    super.init()
  }

  // MARK: Reading and writing

  /// The struct as it is now. Reading it observes all of it.
  public var value: Value {
    get { read(\.self) }
    set { write(\.self) { $0 = newValue } }
    _modify {
      var access = beginAccess()
      defer { endAccess(access, \.self) }
      yield &access.new
    }
  }

  /// A property of the struct, stored or computed: `live.name`.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member { read(keyPath) }

  /// A property of the struct, to read and to write: `live.name = "Ann"`. Observers of what changes by it are told.
  public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Value, Member>) -> Member {
    get { read(keyPath) }
    set { write(keyPath) { $0[keyPath: keyPath] = newValue } }
    _modify {
      var access = beginAccess()
      defer { endAccess(access, keyPath) }
      yield &access.new[keyPath: keyPath]
    }
  }

  /// Changes the struct, in one step for other threads and with one message for observers.
  ///
  /// - Parameter body: Is given the struct to change. When it throws, nothing has changed.
  /// - Returns: What the body returns.
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

  /// The struct as it is now, without observing it.
  var snapshot: Value { withState { $0.current } }

  private func read<Member>(_ keyPath: KeyPath<Value, Member>) -> Member {
    let read = withState { $0.property(at: keyPath) }
    // Before the value is taken and the property marked, so that no write comes between unnoticed.
    read.property.access(self)
    let value = withState { state in
      state.markAsRead(read)
      return state.current
    }
    return value[keyPath: keyPath]
  }

  private func write(_ keyPath: PartialKeyPath<Value>, _ body: (inout Value) -> Void) {
    var access = beginAccess()
    body(&access.new)
    endAccess(access, keyPath)
  }

  // MARK: One write

  /// A write that has begun, and has not been stored.
  private struct Access {
    let old: Value
    var new: Value
  }

  private func beginAccess() -> Access {
    turn.begin()
    let value = withState { $0.latest }
    return Access(old: value, new: value)
  }

  /// Stores what was written, at `keyPath` alone if there is one, and tells those who observe what changed.
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
      let names = hasNameObservers ? self.names(changedFrom: old, to: new) : []
      for read in changed { announce(read.property) }
      willChange(names)

      // What is replaced is released without the lock, as that may run any code.
      let (properties, observers, _) = withState { state in
        let replaced = state.store(new, number: number)
        return (state.properties, self.observers.all, replaced)
      }
      // Read for the first time since then, by someone who saw the old value.
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

  /// Says that a property will change.
  ///
  /// An observer that is told so is there until it returns. If it changes the same property it would be told again, and
  /// again; so this is said after it has returned, to those who have come since.
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
    // Under the lock, so that an observer is told of all writes that are stored from now on.
    withState { _ in observers.add(keyPath, onChange) }
  }
}

extension Live: @unchecked Sendable where Value: Sendable {
  // What can change is only touched under the lock. Key paths cross threads with the reference; they are immutable.
}
