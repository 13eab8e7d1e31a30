/// The type of an attribute in a model.
public enum AttributeType: Hashable, Sendable {
  /// An integer of 16 bits.
  case integer16
  /// An integer of 32 bits.
  case integer32
  /// An integer of 64 bits.
  case integer64
  /// A Boolean.
  case boolean
  /// A floating-point number of four bytes.
  case float
  /// A floating-point number of eight bytes.
  case double
  /// A decimal number.
  case decimal
  /// A string.
  case string
  /// A date.
  case date
  /// Binary data.
  case binaryData
  /// A UUID.
  case uuid
  /// A URL.
  case uri
  /// A composite attribute: a dictionary with these elements.
  case composite([Element])
  /// A transformable attribute: an object that the value transformer with this name turns into data.
  case transformable(String)

  /// An element of a composite attribute.
  public struct Element: Hashable, Sendable {
    /// Its name in the dictionary.
    public let name: String
    /// The type of its values.
    public let type: AttributeType
    /// Whether the element may be absent.
    public let isOptional: Bool
    /// The name in an earlier version of the model: the renaming identifier.
    public let formerName: String?

    /// Describes an element.
    public init(name: String, type: AttributeType, isOptional: Bool, formerName: String? = nil) {
      (self.name, self.type, self.isOptional, self.formerName) = (name, type, isOptional, formerName)
    }
  }
}

extension AttributeType {
  /// Whether an attribute of this type holds every value of a property that needs another: an integer attribute of any
  /// width holds integers, as Core Data checks no range. A composite has no further elements: setting the property would
  /// clear them.
  func holds(_ needed: AttributeType) -> Bool {
    let integers: [AttributeType] = [.integer16, .integer32, .integer64]
    if integers.contains(self) { return integers.contains(needed) }
    guard case .composite(let own) = self, case .composite(let others) = needed else { return self == needed }
    return own.count == others.count
      && others.allSatisfy { other in own.contains { $0.name == other.name && $0.type.holds(other.type) } }
  }
}

extension AttributeType: CustomStringConvertible {
  /// The name that the model editor shows.
  public var description: String {
    switch self {
    case .integer16: "Integer 16"
    case .integer32: "Integer 32"
    case .integer64: "Integer 64"
    case .boolean: "Boolean"
    case .float: "Float"
    case .double: "Double"
    case .decimal: "Decimal"
    case .string: "String"
    case .date: "Date"
    case .binaryData: "Binary Data"
    case .uuid: "UUID"
    case .uri: "URI"
    case .composite(let elements):
      "Composite(\(elements.map { "\($0.name): \($0.type)" }.joined(separator: ", ")))"
    case .transformable(let transformer): "Transformable(\(transformer))"
    }
  }
}
