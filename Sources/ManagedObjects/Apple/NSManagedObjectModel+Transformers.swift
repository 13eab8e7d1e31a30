// Core Data exists only on Apple platforms. It was type-checked for iOS, and never run.

#if canImport(CoreData)
  public import CoreData

  extension NSManagedObjectModel {
    /// The transformer names of attributes that no `ValueTransformer` has, in alphabetical order. Core Data logs such a name,
    /// and goes on without a transformer; a test finds a mistyped one:
    ///
    /// ```swift
    /// XCTAssertEqual(model.unregisteredTransformerNames, [])
    /// ```
    ///
    /// Call it when all transformers are registered.
    public var unregisteredTransformerNames: [NSValueTransformerName] {
      var names: Set<String> = []
      var properties = entities.flatMap(\.properties)
      while let property = properties.popLast() {
        if let name = (property as? NSAttributeDescription)?.valueTransformerName { names.insert(name) }
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *),
          let composite = property as? NSCompositeAttributeDescription
        {
          properties += composite.elements
        }
      }
      return names.sorted().map { NSValueTransformerName($0) }.filter { ValueTransformer(forName: $0) == nil }
    }
  }
#endif
