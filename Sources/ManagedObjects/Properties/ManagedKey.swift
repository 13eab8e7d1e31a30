/// A key that a store sorts and filters by: the attribute of a property, or an element of a composite attribute.
public protocol ManagedKey<Value> {
  /// The type of the property or the field.
  associatedtype Value
  /// The name of the attribute, or its name and that of its element with a dot between them: a key path for predicates.
  var keyPath: String { get }
  /// Returns what a store compares with the stored form of a value.
  ///
  /// - Throws: ``ArchiveError`` if the value cannot be stored, or if a store cannot compare its stored form.
  func _comparedValue(of value: Value) throws -> Any?
}
