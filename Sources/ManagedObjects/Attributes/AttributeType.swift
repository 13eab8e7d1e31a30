/// The type of an attribute in a model. Its raw value is the name that the model editor shows.
public enum AttributeType: String, Sendable {
  /// An integer of 16 bits.
  case integer16 = "Integer 16"
  /// An integer of 32 bits.
  case integer32 = "Integer 32"
  /// An integer of 64 bits.
  case integer64 = "Integer 64"
  /// A Boolean.
  case boolean = "Boolean"
  /// A floating-point number of four bytes.
  case float = "Float"
  /// A floating-point number of eight bytes.
  case double = "Double"
  /// A decimal number.
  case decimal = "Decimal"
  /// A string.
  case string = "String"
  /// A date.
  case date = "Date"
  /// Binary data.
  case binaryData = "Binary Data"
  /// A UUID.
  case uuid = "UUID"
  /// A URL.
  case uri = "URI"
  /// A composite attribute: a dictionary of ``ManagedAttribute/elements``.
  case composite = "Composite"
  /// A transformable attribute: the value transformer ``ManagedAttribute/transformerName`` converts an object to data.
  case transformable = "Transformable"
}
