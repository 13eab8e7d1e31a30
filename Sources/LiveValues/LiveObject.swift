/// Reads and sets one property of a live reference by its name.
struct NameAccessor {
  let get: () -> Any?
  /// Sets the property, and returns `false` if the value has another type; `nil` if the property cannot be set.
  var set: ((Any?) -> Bool)?
}

#if !canImport(ObjectiveC)
  /// The superclass of ``LiveValue``: an object for key-value observing on Apple platforms, empty here. It is public only
  /// because ``LiveValue`` is. ``LiveValue`` determines whether it is `Sendable`.
  public class _LiveObject {
    init() {}

    /// Returns the accessors of the property with this name, or `nil` if it does not exist. ``LiveValue`` overrides it.
    func nameAccessor(_ name: String) -> NameAccessor? { nil }

    /// Whether anyone observes properties by name.
    var hasNameObservers: Bool { false }
    func willChange(_ names: [String]) {}
    func didChange(_ names: [String]) {}
  }
#endif
