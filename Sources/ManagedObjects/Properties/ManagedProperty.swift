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
public struct ManagedProperty<Object: ManagedStore, Value>: ManagedKey {
  /// The name of the attribute.
  public let attributeName: String
  /// The name that the attribute had in an earlier version of the model.
  let formerName: String?
  let storage: AttributeStorage<Value>
  let initialValue: () -> Value
  let asserts: Bool
  let isTransient: Bool

  public var keyPath: String { attributeName }

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
  /// - Throws: ``ArchiveError`` if the attribute holds a value that cannot be read. The property itself reports the
  ///   error to ``DecodeFailures``, and returns its initial value.
  public func value(of object: Object) throws -> Value { try value(in: stored(of: object)) }

  /// Sets the value of the property.
  ///
  /// - Throws: ``ArchiveError`` if the value cannot be stored; the attribute then keeps its content. The property
  ///   itself reports the error to ``DecodeFailures``.
  public func set(_ value: Value, of object: Object) throws {
    store(try attributeValue(of: value), of: object)
  }

  /// Returns the content of an attribute for a value.
  func attributeValue(of value: Value) throws -> Any? {
    do { return try storage.encode(value) } catch { throw located(error) }
  }

  /// Returns the value for the content of an attribute.
  func value(in stored: Any?) throws -> Value {
    // The model has no default for a property that is not optional.
    if stored == nil, !(Value.self is any ExpressibleByNilLiteral.Type) { return initialValue() }
    do { return try storage.decode(stored) } catch { throw located(error) }
  }

  func located(_ error: any Error) -> ArchiveError {
    ArchiveError.wrapping(error).prefixed(.field(attributeName)).prefixed(.field("\(Object.self)"))
  }

  /// Returns the content of the attribute, as an accessor of Core Data does.
  private func stored(of object: Object) -> Any? {
    checkModel(of: object)
    object.willAccessValue(forKey: attributeName)
    defer { object.didAccessValue(forKey: attributeName) }
    return object.primitiveValue(forKey: attributeName)
  }

  /// Sets the content of the attribute, as an accessor of Core Data does.
  private func store(_ stored: Any?, of object: Object) {
    checkModel(of: object)
    object.willChangeValue(forKey: attributeName)
    defer { object.didChangeValue(forKey: attributeName) }
    object.setPrimitiveValue(stored, forKey: attributeName)
  }

  // MARK: Generated accessors

  /// The value of the property, for the accessors that `@Managed` generates. Errors are reported.
  ///
  /// - If the content cannot be read, the value is the initial value. A change of it in place is dropped: it would
  ///   replace data that another version of the program may be able to read.
  /// - A value that cannot be stored leaves the attribute as it is.
  ///
  /// - Parameter cache: Keeps the decoded value for equal data.
  public subscript(_of object: Object, cache: _ManagedCache<Value>? = nil) -> Value {
    get { read(object, cache) ?? initialValue() }
    nonmutating set {
      guard let stored = reporting(.storedValue, { try attributeValue(of: newValue) }) else { return }
      cache?.keep(newValue, for: stored)
      store(stored, of: object)
    }
    nonmutating _modify {
      let read = read(object, cache)
      var value = read ?? initialValue()
      defer { if read != nil { self[_of: object, cache] = value } }
      yield &value
    }
  }

  /// Returns the value; `nil` if the error was reported.
  private func read(_ object: Object, _ cache: _ManagedCache<Value>?) -> Value? {
    let stored = stored(of: object)
    if let data = stored as? Data, let kept = cache?.kept, kept.data == data { return kept.value }
    guard let value = reporting(.defaultValue, { try value(in: stored) }) else { return nil }
    cache?.keep(value, for: stored)
    return value
  }

  /// Returns the result of `body`, or reports its error and returns `nil`.
  @discardableResult
  func reporting<Result>(_ used: DecodeFailure.Replacement, _ body: () throws -> Result) -> Result? {
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

/// The last decoded value of a property, with the data from which it was decoded.
public final class _ManagedCache<Value> {
  fileprivate private(set) var kept: (data: Data, value: Value)?

  /// Creates a cache without a value.
  public init() {}

  fileprivate func keep(_ value: Value, for stored: Any?) { kept = (stored as? Data).map { ($0, value) } }
}
