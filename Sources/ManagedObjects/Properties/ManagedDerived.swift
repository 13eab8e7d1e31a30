internal import LiveValues

/// The kept value of a property with `@Managed(dependsOn:)`.
public struct _ManagedDerived<Value> {
  private let cache = _DerivedCache<Value>()

  /// Creates it without a value.
  public init() {}

  /// Returns the value for these parts: the kept one, or a new one.
  public func value<each Part: Equatable>(of part: repeat each Part, making make: () -> Value) -> Value {
    cache.value(of: repeat each part, making: make)
  }

  @available(
    *, unavailable,
    message:
      "the properties that a derived property depends on must be Equatable, so that changes can be detected: conform their types, or name parts of them, '\\.address.city'"
  )
  public func value<each Part>(of part: repeat each Part, making make: () -> Value) -> Value { make() }
}
