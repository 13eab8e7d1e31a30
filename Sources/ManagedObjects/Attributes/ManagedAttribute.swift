public import ArchiveValues

/// An attribute of an entity, or an element of a composite attribute: described by a class with `@Managed`, or taken
/// from a model.
public struct ManagedAttribute {
  /// The name in the model.
  public let name: String
  /// The type of its values.
  public let type: AttributeType
  /// Whether the attribute may be empty.
  public var isOptional: Bool
  /// The elements of a composite attribute.
  public var elements: [ManagedAttribute] = []
  /// The name of the value transformer of a transformable attribute.
  public var transformerName: String?
  /// Whether the attribute is not stored.
  public var isTransient = false
  /// The name in an earlier version of the model: the renaming identifier.
  public var formerName: String?
  /// The value that new objects get.
  public var defaultValue: Any?
  /// Whether a model with this default gives new objects the initial value of the property; `nil` if the source has no
  /// initial value.
  var isInitialValue: ((_ defaultValue: Any?) throws -> Bool)?

  /// Describes an attribute.
  public init(name: String, type: AttributeType, isOptional: Bool) {
    (self.name, self.type, self.isOptional) = (name, type, isOptional)
  }

  /// The type with its elements or its transformer: `Composite(latitude: Double, longitude: Double)`.
  public var typeDescription: String {
    switch type {
    case .composite:
      "\(type.rawValue)(\(elements.map { "\($0.name): \($0.typeDescription)" }.joined(separator: ", ")))"
    case .transformable: "\(type.rawValue)(\(transformerName ?? ""))"
    default: type.rawValue
    }
  }

  /// Whether the attribute can hold every value of a property that needs another attribute. An integer attribute of any
  /// width can hold integers, as Core Data checks no range. A composite must have no further elements: setting the
  /// property would clear them.
  private func holds(_ needed: ManagedAttribute) -> Bool {
    let integers: [AttributeType] = [.integer16, .integer32, .integer64]
    if integers.contains(type) { return integers.contains(needed.type) }
    return type == needed.type && transformerName == needed.transformerName
      && elements.count == needed.elements.count
      && needed.elements.allSatisfy { other in elements.contains { $0.name == other.name && $0.holds(other) }
      }
  }

  /// Returns the differences of a model's attribute from this one, which a property needs, one sentence each.
  func differences(from found: ManagedAttribute) -> [String] {
    var texts: [String] = []
    if !found.holds(self) {
      texts.append("the property needs \(typeDescription), and the model has \(found.typeDescription).")
    }
    if isTransient != found.isTransient {
      texts.append(
        isTransient ? "the property is transient, and the attribute is not." : "the attribute is transient.")
    }
    do {
      if try isInitialValue?(found.defaultValue) == false {
        texts.append(
          "new objects get \(found.defaultValue ?? "nil") from the model, not \(defaultValue ?? "nil").")
      }
    } catch { texts.append("the default of the model cannot be read: \(error)") }
    if isOptional, !found.isOptional {
      texts.append("the property may be nil, and the model requires a value.")
    }
    return texts
  }
}

extension [ManagedAttribute] {
  /// Adds the attribute of an `@NSManaged` property. Generated code calls it.
  public mutating func _append<Value: AttributeValue>(_ name: String, _ type: Value.Type) {
    let isOptional = type is any ExpressibleByNilLiteral.Type
    append(ManagedAttribute(name: name, type: type.attributeType, isOptional: isOptional))
  }

  /// Adds the transformable attribute of an `@NSManaged` property of a `Coding` class. Generated code calls it.
  public mutating func _append<Object: ArchiveWrapper>(_ name: String, _ type: Object?.Type) {
    var attribute = ManagedAttribute(name: name, type: .transformable, isOptional: true)
    attribute.transformerName = Object.Value.secureTransformerName
    append(attribute)
  }

  /// Adds nothing: the property is a relationship, or an attribute that the library does not know.
  @_disfavoredOverload
  public mutating func _append<Value>(_ name: String, _ type: Value.Type) {}
}
