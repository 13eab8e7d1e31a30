public import ArchiveValues

#if Macros
  extension StorageMethod {
    /// Stores the value as a keyed archive in a Binary Data attribute, for `@Managed`.
    public static var archive: StorageMethod { .default }

    /// Stores the `Coding` object of the value, or an array, a set or a dictionary of them, in a Transformable attribute, for
    /// `@Managed`.
    ///
    /// The attribute uses the type's transformer: `Session.registerSecureTransformer()` registers it.
    public static var coding: StorageMethod { .default }

    /// Stores the `Coding` object of the value in a Transformable attribute whose transformer has this name, for
    /// `@Managed`.
    public static func coding(_ transformer: String) -> StorageMethod { .default }
  }

  /// Stores a property of managed objects in an attribute of the model.
  ///
  /// ```swift
  /// @objc(Item)
  /// final class Item: NSManagedObject {
  ///   @Managed var rating: Double?                                // Double, and no NSNumber
  ///   @Managed(.raw) var status: Status = .draft                  // the type of the raw value
  ///   @Managed(.codable(.json)) var settings: Settings?           // Binary Data
  ///   @Managed(.archive) var session: Session?                    // Binary Data: a keyed archive
  ///   @Managed(.transformed(TagList.self)) var tags: [String]?    // the transformer's stored form: String
  ///   @Managed(.composition) var location: GeoPoint?              // Composite
  ///   @Managed(.coding) var notes: Notes?                         // Transformable, for a model that has it already
  ///   @Managed("kind_raw", .raw) var kind: Kind?                  // an attribute of another name
  /// }
  /// ```
  ///
  /// It is an ordinary attribute: faults, undo, refresh, validation, `changedValues()` and observers see its content.
  /// The property reads it with `willAccessValue(forKey:)` and `primitiveValue(forKey:)`, and sets it between
  /// `willChangeValue(forKey:)` and `didChangeValue(forKey:)`. A value stored as data is decoded once for equal data.
  ///
  /// `Item.$status` describes the property: ``ManagedProperty`` makes sort descriptors and predicates, and reads the
  /// property with errors.
  ///
  /// ## Values that cannot be read
  ///
  /// A getter cannot throw. If the attribute holds a value that cannot be read, the property returns its initial value,
  /// or `nil`, and the error goes to ``DecodeFailures``. The attribute keeps its content until the property is set; a
  /// change in place, `item.tags.append("new")`, is dropped and reported. In the same way, a value that cannot be
  /// stored is reported, and the attribute keeps its content.
  ///
  /// ## Empty attributes
  ///
  /// If the attribute is empty, an optional property is `nil`, and any other property has its initial value. New
  /// objects get the default of the model; if that differs, the first use of the property reports it.
  ///
  /// - Parameters:
  ///   - attributeName: The name of the attribute; the name of the property by default.
  ///   - method: How the value is stored; without conversion by default.
  ///   - formerly: The name of the attribute in an earlier version of a model that is made from the classes.
  ///   - onDecodeFailure: `.fallbackToDefaultValue`, or `.debugAssertNil` for an optional.
  ///   - isTransient: Whether the attribute is not stored.
  @attached(accessor, names: named(get), named(set), named(_modify))
  @attached(peer, names: prefixed(`$`), prefixed(__), prefixed(_keys_), prefixed(_key_))
  public macro Managed(
    _ attributeName: String? = nil, _ method: StorageMethod = .default, formerly: String? = nil,
    onDecodeFailure: DecodeFailurePolicy = .fallbackToDefaultValue, isTransient: Bool = false
  ) = #externalMacro(module: "StructCodingMacros", type: "ManagedMacro")

  /// Stores a property of managed objects with a storage method, in an attribute of the same name.
  @attached(accessor, names: named(get), named(set), named(_modify))
  @attached(peer, names: prefixed(`$`), prefixed(__), prefixed(_keys_), prefixed(_key_))
  public macro Managed(
    _ method: StorageMethod, formerly: String? = nil,
    onDecodeFailure: DecodeFailurePolicy = .fallbackToDefaultValue, isTransient: Bool = false
  ) = #externalMacro(module: "StructCodingMacros", type: "ManagedMacro")

  /// Keeps the value of a computed property of managed objects until one of the properties it depends on changes.
  ///
  /// ```swift
  /// @Managed(dependsOn: \.first, \.last)
  /// var fullName: String {
  ///   get { _fullName { "\(first ?? "") \(last ?? "")" } }
  ///   set { (first, last) = split(newValue) }
  /// }
  /// ```
  ///
  /// The macro adds `_fullName`, and the getter passes it the closure that computes the value; a fix-it inserts the
  /// call. The closure runs if no value is cached for the current values of the dependencies, which must be
  /// `Equatable`. So the property is right after undo, refresh and merging, which call no setter. It needs no attribute
  /// in the model.
  ///
  /// Key-value observers of `fullName` are notified when a dependency changes.
  ///
  /// - Parameters:
  ///   - property: The key path of a property from which the value is computed. It may lead through relationships to
  ///     one object: `\.owner?.name`.
  ///   - others: The key paths of further properties.
  @attached(peer, names: prefixed(_), prefixed(__), prefixed(_keys_), prefixed(_key_))
  public macro Managed(
    dependsOn property: KeyPath<_ManagedName, _ManagedName?>,
    _ others: KeyPath<_ManagedName, _ManagedName?>...
  ) = #externalMacro(module: "StructCodingMacros", type: "ManagedMacro")

  /// Lists the attributes that the properties of a class of managed objects need, to create a model from it or to check
  /// one: ``ManagedEntity``.
  ///
  /// ```swift
  /// @ManagedEntity @objc(Item)
  /// final class Item: NSManagedObject { … }
  ///
  /// let entity = try Item.entityDescription()
  /// let problems = try model.differences(from: [Item.self])
  /// ```
  ///
  /// A property with `@NSManaged` is listed if its type is an attribute's type or a `Coding` class. Relationships are
  /// not listed.
  @attached(member, conformances: ManagedEntity, names: named(managedAttributes))
  @attached(extension, conformances: ManagedEntity)
  public macro ManagedEntity() = #externalMacro(module: "StructCodingMacros", type: "ManagedEntityMacro")

  /// The root type of the key paths in ``Managed(dependsOn:)``. It has no other use. It has a property of every name;
  /// the generated code checks whether the class has that property.
  @dynamicMemberLookup
  public struct _ManagedName: Sendable {
    private init() {}

    /// The property of any name.
    public subscript(dynamicMember name: String) -> _ManagedName! { self }
  }
#endif
