internal import ArchiveBytes
public import ArchiveValues
internal import Foundation

/// A property of managed objects with `@Managed`: `Item.$status`.
///
/// It names the attribute, makes sort descriptors and predicates, and reads and sets the property with errors:
///
/// ```swift
/// request.sortDescriptors = [Item.$location.latitude.sortDescriptor()]
/// request.predicate = try Item.$status.predicate(.equalTo, .draft)
/// let session = try Item.$session.value(of: item)
/// ```
@dynamicMemberLookup
public struct ManagedProperty<Object: ManagedStore, Value> {
  /// The name of the attribute.
  public let attributeName: String
  /// The name that the attribute had in an earlier version of the model.
  let formerName: String?
  let storage: AttributeStorage<Value>
  let initialValue: () -> Value
  let asserts: Bool
  let isTransient: Bool

  /// Describes a property. Generated code calls it.
  public init(
    _ attributeName: String, formerly formerName: String? = nil, _ storage: AttributeStorage<Value>,
    initial initialValue: @escaping @autoclosure () -> Value,
    onDecodeFailure policy: DecodeFailurePolicy = .fallbackToDefaultValue, isTransient: Bool = false
  ) {
    self.attributeName = attributeName
    self.formerName = formerName
    self.storage = storage
    self.initialValue = initialValue
    asserts = policy == .debugAssertNil
    self.isTransient = isTransient
  }

  // MARK: With errors

  /// Returns the value of the property.
  ///
  /// - Throws: ``ArchiveError`` if the attribute holds a value that cannot be read. The property itself reports the error
  ///   to ``DecodeFailures``, and has its initial value.
  public func value(of object: Object) throws -> Value { try value(in: stored(of: object)) }

  /// Sets the value of the property.
  ///
  /// - Throws: ``ArchiveError`` if the value cannot be stored; the attribute then keeps what it holds. The property itself
  ///   reports the error to ``DecodeFailures``.
  public func set(_ value: Value, of object: Object) throws {
    store(try attributeValue(of: value), of: object)
  }

  /// Returns what the attribute holds for a value.
  func attributeValue(of value: Value) throws -> Any? {
    do { return try storage.encode(value) } catch { throw located(error) }
  }

  /// Returns the value for what an attribute holds.
  func value(in stored: Any?) throws -> Value {
    // The model has no default for a property that always has a value.
    if stored == nil, !(Value.self is any ExpressibleByNilLiteral.Type) { return initialValue() }
    do { return try storage.decode(stored) } catch { throw located(error) }
  }

  func located(_ error: any Error) -> ArchiveError {
    ArchiveError.wrapping(error).prefixed(.field(attributeName)).prefixed(.field("\(Object.self)"))
  }

  private func stored(of object: Object) -> Any? {
    checkModel(of: object)
    return object.attributeValue(forKey: attributeName)
  }

  private func store(_ stored: Any?, of object: Object) {
    checkModel(of: object)
    object.setAttributeValue(stored, forKey: attributeName)
  }

  // MARK: Generated accessors

  /// Returns the value, which is decoded once for equal data if the cache is kept. If it cannot be read, reports the
  /// error, and returns the initial value.
  public func _get(_ object: Object, _ cache: inout _ManagedCache<Value>) -> Value {
    read(object, &cache).value
  }

  /// Sets the value, and keeps it for the data that it is stored as. If it cannot be stored, reports the error, and leaves
  /// the attribute as it is.
  public func _set(_ value: Value, _ object: Object, _ cache: inout _ManagedCache<Value>) {
    guard let stored = reporting({ try attributeValue(of: value) }, .storedValue) else { return }
    cache.kept = (stored as? Data).map { ($0, value) }
    store(stored, of: object)
  }

  /// Begins a change of the value in place: `item.tags.append("new")`.
  public func _modify(
    _ object: Object, _ cache: inout _ManagedCache<Value>
  ) -> _ManagedChange<Object, Value> {
    let (value, isRead) = read(object, &cache)
    return _ManagedChange(property: self, value: value, isRead: isRead)
  }

  private func read(
    _ object: Object, _ cache: inout _ManagedCache<Value>
  ) -> (value: Value, isRead: Bool) {
    let stored = stored(of: object)
    if let data = stored as? Data, let kept = cache.kept, kept.data == data { return (kept.value, true) }
    guard let value = reporting({ try value(in: stored) }, .defaultValue) else {
      return (initialValue(), false)
    }
    cache.kept = (stored as? Data).map { ($0, value) }
    return (value, true)
  }

  /// Returns what `body` returns, or `nil` after it has reported its error.
  @discardableResult
  func reporting<Result>(
    _ body: () throws -> Result, _ used: DecodeFailure.Replacement
  ) -> Result? {
    do {
      return try body()
    } catch {
      DecodeFailures.report(error, used: used)
      if asserts { assertionFailure("\(error)") }
      return nil
    }
  }
}

@available(*, unavailable)
extension ManagedProperty: Sendable {}

/// A change of a property in place. If the value could not be read, the change is dropped and reported: it would replace
/// data that another version of the program may read.
public struct _ManagedChange<Object: ManagedStore, Value> {
  let property: ManagedProperty<Object, Value>
  /// The value to change.
  public var value: Value
  let isRead: Bool

  /// Stores the changed value, and keeps it.
  public func end(_ object: Object, _ cache: inout _ManagedCache<Value>) {
    if isRead { property._set(value, object, &cache) }
  }
}

/// The value of a property that was decoded last, with the data that it was decoded from.
public struct _ManagedCache<Value> {
  var kept: (data: Data, value: Value)?

  /// Creates a cache without a value.
  public init() {}
}
