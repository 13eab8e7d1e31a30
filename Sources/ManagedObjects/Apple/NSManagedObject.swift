#if canImport(CoreData)
  internal import ArchiveBytes
  internal import ArchiveValues
  public import CoreData

  /// Every other requirement is a method of `NSManagedObject`.
  extension NSManagedObject: ManagedStore {
    public func _modelAttribute(forKey key: String) -> ManagedAttribute? {
      entity.attributesByName[key].flatMap { ManagedAttribute($0) }
    }
  }

  extension ManagedEntity where Self: NSManagedObject {
    /// Makes the description of the entity, with the attributes that the class has properties for. Add its relationships
    /// to it.
    ///
    /// - Parameter name: The name of the entity; that of the class by default.
    /// - Throws: ``ArchiveError`` if no attribute can hold the values of a property.
    public static func entityDescription(named name: String? = nil) throws -> NSEntityDescription {
      let entity = NSEntityDescription()
      entity.name = name ?? "\(Self.self)"
      entity.managedObjectClassName = NSStringFromClass(Self.self)
      entity.properties = try managedAttributes.map { NSAttributeDescription.make($0) }
      return entity
    }

    /// Returns what differs between the properties of the class and its entity in a model, a sentence each.
    public static func differences(from entity: NSEntityDescription) throws -> [String] {
      try differences(from: entity.attributesByName.values.compactMap { ManagedAttribute($0) })
    }
  }

  extension NSManagedObjectModel {
    /// Makes a model of classes, for tests and small programs. Relationships are added to the entities. Keep the model: Core
    /// Data takes a class for one of a single model.
    ///
    /// The entity of a class is a subentity of that of its nearest superclass in the list.
    ///
    /// - Throws: ``ArchiveError`` if no attribute can hold the values of a property.
    public convenience init(_ classes: [any (NSManagedObject & ManagedEntity).Type]) throws {
      self.init()
      var found: [ObjectIdentifier: (entity: NSEntityDescription, properties: [NSPropertyDescription])] = [:]
      for type in classes {
        let entity = try type.entityDescription()
        found[ObjectIdentifier(type)] = (entity, entity.properties)
      }
      for type in classes {
        let ancestors = sequence(first: type as AnyClass) { class_getSuperclass($0) }.dropFirst()
        guard let own = found[ObjectIdentifier(type)]?.entity,
          let parent = ancestors.lazy.compactMap({ found[ObjectIdentifier($0)] }).first
        else { continue }
        let inherited = Set(parent.properties.map(\.name))
        own.properties.removeAll { inherited.contains($0.name) }
        parent.entity.subentities.append(own)
      }
      entities = classes.compactMap { found[ObjectIdentifier($0)]?.entity }
    }

    /// Returns what differs between classes and their entities in this model, a sentence each. An entity belongs to the
    /// class that it names.
    public func differences(from classes: [any (NSManagedObject & ManagedEntity).Type]) throws -> [String] {
      try classes.flatMap { type -> [String] in
        let name = NSStringFromClass(type)
        guard let entity = entities.first(where: { $0.managedObjectClassName == name }) else {
          return ["\(type): the model has no entity of the class \(name)."]
        }
        return try type.differences(from: entity)
      }
    }
  }

  // MARK: Attributes

  /// `NSAttributeDescription` has a type of the same name.
  private typealias Kind = AttributeType

  extension NSAttributeDescription {
    fileprivate static func make(_ attribute: ManagedAttribute) -> NSAttributeDescription {
      let description: NSAttributeDescription
      if case .composite(let elements) = attribute.type {
        let composite = NSCompositeAttributeDescription()
        composite.elements = elements.map {
          var element = ManagedAttribute(name: $0.name, type: $0.type, isOptional: true)
          element.formerName = $0.formerName
          return make(element)
        }
        description = composite
      } else {
        description = NSAttributeDescription()
        description.attributeType =
          Kind.types.first { $0.0 == attribute.type }?.1 ?? .transformableAttributeType
        if case .transformable(let name) = attribute.type { description.valueTransformerName = name }
      }
      description.name = attribute.name
      description.isOptional = attribute.isOptional
      description.isTransient = attribute.isTransient
      description.renamingIdentifier = attribute.formerName
      description.defaultValue = attribute.defaultValue
      return description
    }
  }

  extension ManagedAttribute {
    /// Describes an attribute of a model; `nil` if it has a type that no property of this library has.
    fileprivate init?(_ description: NSAttributeDescription) {
      guard let type = AttributeType(description) else { return nil }
      self.init(name: description.name, type: type, isOptional: description.isOptional)
      isTransient = description.isTransient
      formerName = description.renamingIdentifier
      defaultValue = description.defaultValue
    }
  }

  extension AttributeType {
    fileprivate static let types: [(AttributeType, NSAttributeType)] = [
      (.integer16, .integer16AttributeType), (.integer32, .integer32AttributeType),
      (.integer64, .integer64AttributeType), (.boolean, .booleanAttributeType), (.float, .floatAttributeType),
      (.double, .doubleAttributeType), (.decimal, .decimalAttributeType), (.string, .stringAttributeType),
      (.date, .dateAttributeType), (.binaryData, .binaryDataAttributeType), (.uuid, .UUIDAttributeType),
      (.uri, .URIAttributeType),
    ]

    fileprivate init?(_ description: NSAttributeDescription) {
      if let composite = description as? NSCompositeAttributeDescription {
        self = .composite(
          composite.elements.compactMap { element in
            AttributeType(element).map {
              Element(name: element.name, type: $0, isOptional: element.isOptional)
            }
          })
      } else if description.attributeType == .transformableAttributeType {
        self = .transformable(description.valueTransformerName ?? "")
      } else if let type = Self.types.first(where: { $0.1 == description.attributeType })?.0 {
        self = type
      } else {
        return nil
      }
    }
  }

  // MARK: Fetching

  extension ManagedProperty {
    /// A descriptor that sorts by the attribute. The store sorts by what the attribute holds.
    public func sortDescriptor(ascending: Bool = true) -> NSSortDescriptor {
      NSSortDescriptor(key: attributeName, ascending: ascending)
    }

    /// A predicate that compares what the attribute holds with the stored form of a value:
    /// `Item.$status.predicate(.equalTo, .draft)`.
    ///
    /// - Throws: ``ArchiveError`` if the value cannot be stored, or is stored as an archive or another payload: equal
    ///   values may have different bytes.
    public func predicate(_ relation: NSComparisonPredicate.Operator, _ value: Value) throws -> NSPredicate {
      comparison(attributeName, relation, try comparedValue(of: value))
    }

    /// A predicate that asks whether the attribute holds the stored form of one of some values.
    ///
    /// - Throws: ``ArchiveError`` if a value cannot be stored or compared.
    public func predicate(in values: [Value]) throws -> NSPredicate {
      comparison(attributeName, .in, try values.map { try comparedValue(of: $0) ?? NSNull() })
    }
  }

  extension ManagedPath {
    /// A descriptor that sorts by the element of the composite attribute.
    public func sortDescriptor(ascending: Bool = true) -> NSSortDescriptor {
      NSSortDescriptor(key: keyPath, ascending: ascending)
    }

    /// A predicate that compares what the element holds with the stored form of a value.
    ///
    /// - Throws: ``ArchiveError`` if the value cannot be stored.
    public func predicate(_ relation: NSComparisonPredicate.Operator, _ value: Value) throws -> NSPredicate {
      comparison(keyPath, relation, try comparedValue(of: value))
    }

    /// A predicate that asks whether the element holds the stored form of one of some values.
    ///
    /// - Throws: ``ArchiveError`` if a value cannot be stored.
    public func predicate(in values: [Value]) throws -> NSPredicate {
      comparison(keyPath, .in, try values.map { try comparedValue(of: $0) ?? NSNull() })
    }
  }

  private func comparison(
    _ keyPath: String, _ relation: NSComparisonPredicate.Operator, _ stored: Any?
  ) -> NSPredicate {
    NSComparisonPredicate(
      leftExpression: NSExpression(forKeyPath: keyPath),
      rightExpression: NSExpression(forConstantValue: stored),
      modifier: .direct, type: relation)
  }
#endif
