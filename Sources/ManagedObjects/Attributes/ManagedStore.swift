/// An object whose attributes are read and set by their names: `NSManagedObject` on Apple platforms, a class of your own
/// in tests.
///
/// The requirements are methods of `NSManagedObject`, so its conformance has no code. A class for tests keeps a
/// dictionary:
///
/// ```swift
/// class StoredObject: ManagedStore {
///   var values: [String: Any] = [:]
///   func willAccessValue(forKey key: String?) {}
///   func didAccessValue(forKey key: String?) {}
///   func willChangeValue(forKey key: String) {}
///   func didChangeValue(forKey key: String) {}
///   func primitiveValue(forKey key: String) -> Any? { values[key] }
///   func setPrimitiveValue(_ value: Any?, forKey key: String) { values[key] = value }
/// }
/// ```
public protocol ManagedStore: AnyObject {
  /// Announces that the value of an attribute is about to be read. Core Data fires the fault.
  func willAccessValue(forKey key: String?)
  /// Announces that the value of an attribute was read.
  func didAccessValue(forKey key: String?)
  /// Announces that the value of an attribute is about to change. Core Data registers undo, and notifies observers.
  func willChangeValue(forKey key: String)
  /// Announces that the value of an attribute changed.
  func didChangeValue(forKey key: String)
  /// Returns the content of an attribute, without any announcement.
  func primitiveValue(forKey key: String) -> Any?
  /// Sets the content of an attribute, without any announcement.
  func setPrimitiveValue(_ value: Any?, forKey key: String)
  /// Returns the attribute of the object's model; `nil` without a model, as by default.
  func _modelAttribute(forKey key: String) -> ManagedAttribute?
}

extension ManagedStore {
  public func _modelAttribute(forKey key: String) -> ManagedAttribute? { nil }
}
