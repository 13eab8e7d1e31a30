public import ArchiveValues

/// An attribute of an entity, as a class describes it with `@Managed`, or as a model has it.
public struct ManagedAttribute {
  /// The name in the model.
  public let name: String
  /// The type of its values.
  public let type: AttributeType
  /// Whether the attribute may hold nothing.
  public let isOptional: Bool
  /// Whether the store leaves it out.
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

  /// Returns how the attribute of a model differs from this one, which a property needs: a sentence each.
  func differences(from found: ManagedAttribute) -> [String] {
    var texts: [String] = []
    if !found.type.holds(type) {
      texts.append("the property needs \(type), and the model has \(found.type).")
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
    if isInitialValue == nil, !isOptional, found.isOptional, found.defaultValue == nil {
      texts.append("the property always has a value, but the model allows nil and has no default.")
    }
    return texts
  }
}

extension [ManagedAttribute] {
  /// Adds the attribute of an `@NSManaged` property. Generated code calls it.
  public mutating func _append<Value: AttributeValue>(_ name: String, _ type: Value.Type) {
    append(ManagedAttribute(name: name, type: Value.attributeType, isOptional: false))
  }

  /// Adds the attribute of an optional `@NSManaged` property. Generated code calls it.
  public mutating func _append<Value: AttributeValue>(_ name: String, _ type: Value?.Type) {
    append(ManagedAttribute(name: name, type: Value.attributeType, isOptional: true))
  }

  /// Adds the transformable attribute of an `@NSManaged` property of a `Coding` class. Generated code calls it.
  public mutating func _append<Object: ArchiveWrapper>(_ name: String, _ type: Object?.Type) {
    append(
      ManagedAttribute(
        name: name, type: .transformable(Object.Value.secureTransformerName), isOptional: true))
  }

  /// Adds the transformable attribute of an `@NSManaged` property of an array. Generated code calls it.
  public mutating func _append<Object: ArchiveWrapper>(_ name: String, _ type: [Object]?.Type) {
    _append(name, Object?.self)
  }

  /// Adds the transformable attribute of an `@NSManaged` property of a set. Generated code calls it.
  public mutating func _append<Object: ArchiveWrapper & Hashable>(_ name: String, _ type: Set<Object>?.Type) {
    _append(name, Object?.self)
  }

  /// Adds the transformable attribute of an `@NSManaged` property of a dictionary. Generated code calls it.
  public mutating func _append<Object: ArchiveWrapper>(_ name: String, _ type: [String: Object]?.Type) {
    _append(name, Object?.self)
  }

  /// Adds nothing: the property is a relationship, or another attribute that the library does not know.
  @_disfavoredOverload
  public mutating func _append<Value>(_ name: String, _ type: Value.Type) {}
}
