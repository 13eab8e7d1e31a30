/// Reads and sets one property of a live reference by its name.
struct NameAccessor {
  let get: () -> Any?
  /// Sets the property, unless the value is of another type; `nil` where it cannot be set.
  var set: ((Any?) -> Bool)?
}

#if !canImport(ObjectiveC)
  /// What a ``Live`` reference is below its type: on Apple platforms an object for key-value observing, here nothing. Public
  /// since ``Live`` is; there is no other use for it. Whether it is `Sendable` is said by ``Live``.
  public class _LiveObject {
    init() {}

    /// How the property of this name is read and set; `nil` when there is none. ``Live`` knows.
    func nameAccessor(_ name: String) -> NameAccessor? { nil }

    /// Whether anyone observes properties by their names.
    var hasNameObservers: Bool { false }
    func willChange(_ names: [String]) {}
    func didChange(_ names: [String]) {}
  }
#endif
