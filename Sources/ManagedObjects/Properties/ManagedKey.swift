/// A key by which a store sorts and filters: the attribute of a property, or an element of a composite attribute.
public protocol ManagedKey<Value> {
  /// The type of the property or the field.
  associatedtype Value
  /// The key path for predicates: the name of the attribute, or the names of the attribute and its element with a dot
  /// between them.
  var keyPath: String { get }
  /// Returns the stored form of a value, for comparisons in a store.
  ///
  /// - Throws: ``ArchiveError`` if the value cannot be stored, or if a store cannot compare its stored form.
  func _comparedValue(of value: Value) throws -> Any?
}
