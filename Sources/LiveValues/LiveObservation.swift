/// An observation of one property of a ``LiveValue`` reference. It lasts until it is invalidated or released, and does not
/// keep the reference alive.
public final class LiveObservation: Sendable {
  private let end: @Sendable () -> Void

  fileprivate init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }

  /// Ends the observation. A notification in progress on another thread may still finish; later changes are not
  /// reported.
  public func invalidate() { end() }
}

extension LiveValue {
  /// Calls a closure after each change of a property, until the result is invalidated or released.
  ///
  /// The thread that made the change calls the closure after it; if the reference belongs to an actor, that actor does.
  /// Other threads may have changed the property again meanwhile. The old and new values belong to this change.
  ///
  /// ```swift
  /// let observation = person.observe(\.fullName) { old, new in print("\(old) is now \(new)") }
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The property, stored or computed; `\.self` for the whole struct. It is evaluated on each write, so
  ///     an index in it must stay valid while the observation lasts.
  ///   - onChange: Receives the old and the new value. A batch of changes counts as one change.
  /// - Returns: The observation. Keep a reference to it as long as you want to observe.
  public func observe<Member>(
    _ keyPath: KeyPath<Value, Member>, onChange: @escaping @Sendable (_ old: Member, _ new: Member) -> Void
  ) -> LiveObservation {
    let number = addObserver(keyPath, onChange)
    return LiveObservation { [weak observers] in observers?.remove(number) }
  }
}
