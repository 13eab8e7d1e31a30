/// An attribute of an entity, as a class describes it with `@Managed`, or as a model has it.
public struct ManagedAttribute {
  /// The name in the model.
  public let name: String
  /// What it holds.
  public let type: AttributeType
  /// Whether the attribute may hold nothing.
  public let isOptional: Bool
  /// Whether the store leaves it out.
  public var isTransient = false
  /// The name in an earlier version of the model: the renaming identifier.
  public var formerName: String?
  /// What new objects hold.
  public var defaultValue: Any?

  /// Describes an attribute.
  public init(name: String, type: AttributeType, isOptional: Bool) {
    (self.name, self.type, self.isOptional) = (name, type, isOptional)
  }
}

extension ManagedProperty {
  /// The attribute that the property needs.
  ///
  /// - Throws: ``ArchiveError`` if no attribute can hold the values of the property, or its initial value.
  public var attribute: ManagedAttribute {
    get throws {
      do {
        let (type, isOptional) = try storage.type()
        var attribute = ManagedAttribute(name: attributeName, type: type, isOptional: isOptional)
        attribute.defaultValue = try storage.encode(initialValue())
        attribute.isTransient = isTransient
        attribute.formerName = formerName
        return attribute
      } catch { throw located(error) }
    }
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

  /// Adds nothing: the property is a relationship, or another attribute that the library does not know.
  @_disfavoredOverload
  public mutating func _append<Value>(_ name: String, _ type: Value.Type) {}
}
