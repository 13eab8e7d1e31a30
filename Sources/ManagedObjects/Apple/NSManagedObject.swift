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
    /// Creates the description of the entity, with the attributes for the properties of the class. Add the
    /// relationships yourself.
    ///
    /// - Parameter name: The name of the entity; the name of the class by default.
    /// - Throws: ``ArchiveError`` if no attribute can hold the values of a property.
    public static func entityDescription(named name: String? = nil) throws -> NSEntityDescription {
      let entity = NSEntityDescription()
      entity.name = name ?? "\(Self.self)"
      entity.managedObjectClassName = NSStringFromClass(Self.self)
      entity.properties = try managedAttributes.map(\.modelDescription)
      return entity
    }
  }

  extension NSManagedObjectModel {
    /// Creates a model of classes, for tests and small programs. Add relationships to the entities. Keep the model:
    /// Core Data assigns a class to a single model.
    ///
    /// The entity of a class is a subentity of its nearest superclass's entity in the list.
    ///
    /// - Throws: ``ArchiveError`` if no attribute can hold the values of a property.
    public convenience init(_ classes: [any (NSManagedObject & ManagedEntity).Type]) throws {
      self.init()
      let entities = try classes.map { try $0.entityDescription() }
      for (entity, type) in zip(entities, classes) {
        let ancestors = sequence(first: type as AnyClass) { class_getSuperclass($0) }.dropFirst()
        let parents = ancestors.compactMap { ancestor in classes.firstIndex { $0 == ancestor } }
        guard let parent = parents.first else { continue }
        let inherited = Set(try classes[parent].managedAttributes.map(\.name))
        entity.properties.removeAll { inherited.contains($0.name) }
        entities[parent].subentities.append(entity)
      }
      self.entities = entities
    }

    /// Returns the differences between classes and their entities in this model, one sentence each. An entity belongs
    /// to the class that it names.
    public func differences(from classes: [any (NSManagedObject & ManagedEntity).Type]) throws -> [String] {
      try classes.flatMap { type -> [String] in
        let name = NSStringFromClass(type)
        guard let entity = entities.first(where: { $0.managedObjectClassName == name }) else {
          return ["\(type): the model has no entity of the class \(name)."]
        }
        return try type.differences(from: entity.attributesByName.values.compactMap { ManagedAttribute($0) })
      }
    }

    /// The transformer names of attributes for which no `ValueTransformer` is registered, in alphabetical order. Core
    /// Data logs such a name, and continues without a transformer; a test finds a mistyped one:
    ///
    /// ```swift
    /// XCTAssertEqual(model.unregisteredTransformerNames, [])
    /// ```
    ///
    /// Call it when all transformers are registered.
    public var unregisteredTransformerNames: [NSValueTransformerName] {
      func names(_ attributes: [NSAttributeDescription]) -> [String] {
        attributes.compactMap(\.valueTransformerName)
          + attributes.flatMap { names(($0 as? NSCompositeAttributeDescription)?.elements ?? []) }
      }
      return Set(names(entities.flatMap { $0.attributesByName.values })).sorted()
        .map { NSValueTransformerName($0) }.filter { ValueTransformer(forName: $0) == nil }
    }
  }

  // MARK: Attributes

  private let types: [(AttributeType, NSAttributeType)] = [
    (.integer16, .integer16AttributeType), (.integer32, .integer32AttributeType),
    (.integer64, .integer64AttributeType), (.boolean, .booleanAttributeType), (.float, .floatAttributeType),
    (.double, .doubleAttributeType), (.decimal, .decimalAttributeType), (.string, .stringAttributeType),
    (.date, .dateAttributeType), (.binaryData, .binaryDataAttributeType), (.uuid, .UUIDAttributeType),
    (.uri, .URIAttributeType), (.transformable, .transformableAttributeType),
  ]

  extension ManagedAttribute {
    /// The description of the attribute in a model.
    fileprivate var modelDescription: NSAttributeDescription {
      let description: NSAttributeDescription
      if type == .composite {
        let composite = NSCompositeAttributeDescription()
        composite.elements = elements.map {
          var element = $0
          // The elements of an optional composite are empty if the composite is.
          element.isOptional = true
          return element.modelDescription
        }
        description = composite
      } else {
        description = NSAttributeDescription()
        if let type = types.first(where: { $0.0 == type })?.1 { description.attributeType = type }
        description.valueTransformerName = transformerName
      }
      description.name = name
      description.isOptional = isOptional
      description.isTransient = isTransient
      description.renamingIdentifier = formerName
      description.defaultValue = defaultValue
      return description
    }

    /// Describes an attribute of a model; `nil` if no property of this library has its type.
    fileprivate init?(_ description: NSAttributeDescription) {
      let composite = description as? NSCompositeAttributeDescription
      let type = types.first { $0.1 == description.attributeType }?.0 ?? (composite == nil ? nil : .composite)
      guard let type else { return nil }
      self.init(name: description.name, type: type, isOptional: description.isOptional)
      elements = composite?.elements.compactMap { ManagedAttribute($0) } ?? []
      transformerName = description.valueTransformerName
      isTransient = description.isTransient
      formerName = description.renamingIdentifier
      defaultValue = description.defaultValue
    }
  }

  // MARK: Fetching

  extension ManagedKey {
    /// Creates a descriptor that sorts by the attribute, or by the element of the composite attribute. The store sorts
    /// by the stored form.
    public func sortDescriptor(ascending: Bool = true) -> NSSortDescriptor {
      NSSortDescriptor(key: keyPath, ascending: ascending)
    }

    /// Creates a predicate that compares the attribute or the element with the stored form of a value:
    /// `Item.$status.predicate(.equalTo, .draft)`.
    ///
    /// - Throws: ``ArchiveError`` if the value cannot be stored, or is stored as an archive or another payload: equal
    ///   values may have different bytes.
    public func predicate(_ relation: NSComparisonPredicate.Operator, _ value: Value) throws -> NSPredicate {
      comparison(relation, try _comparedValue(of: value))
    }

    /// Creates a predicate that checks whether the attribute or the element holds the stored form of one of some
    /// values.
    ///
    /// - Throws: ``ArchiveError`` if a value cannot be stored or compared.
    public func predicate(in values: [Value]) throws -> NSPredicate {
      comparison(.in, try values.map { try _comparedValue(of: $0) ?? NSNull() })
    }

    private func comparison(_ relation: NSComparisonPredicate.Operator, _ stored: Any?) -> NSPredicate {
      NSComparisonPredicate(
        leftExpression: NSExpression(forKeyPath: keyPath),
        rightExpression: NSExpression(forConstantValue: stored), modifier: .direct, type: relation)
    }
  }
#endif
