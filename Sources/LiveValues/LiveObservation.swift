/// An observation of one property of a ``Live`` reference. It lasts until it is invalidated, or nobody holds it any
/// more; it does not keep the reference alive.
public final class LiveObservation: Sendable {
  private let end: @Sendable () -> Void

  fileprivate init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }

  /// Ends the observation. Another thread may be telling of a change at the moment; nothing is told from the next one
  /// on.
  public func invalidate() { end() }
}

extension Live {
  /// Tells of each change of a property, until the result is invalidated or discarded.
  ///
  /// The closure is called after the change, by the thread that made it: for a reference that belongs to an actor, by
  /// that actor. Where other threads write, they may have changed the property again meanwhile; old and new value are
  /// those of the one change.
  ///
  /// ```swift
  /// let observation = person.observe(\.fullName) { old, new in print("\(old) is now \(new)") }
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The property, stored or computed; `\.self` for the whole struct. It is evaluated on each write, so
  ///     an index in it must stay valid for as long as the observation lasts.
  ///   - onChange: Is given the old and the new value. A batch of changes is one change.
  /// - Returns: Hold it for as long as the observation shall last.
  public func observe<Member>(
    _ keyPath: KeyPath<Value, Member>, onChange: @escaping @Sendable (_ old: Member, _ new: Member) -> Void
  ) -> LiveObservation {
    let number = addObserver(keyPath, onChange)
    return LiveObservation { [weak observers] in observers?.remove(number) }
  }
}
