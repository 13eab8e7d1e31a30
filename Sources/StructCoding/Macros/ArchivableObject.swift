#if Macros
  /// Makes a class archivable: generates the conformance to ``ArchivableObject``. In an archive, an instance keeps its
  /// identity: <doc:Objects>.
  ///
  /// ```swift
  /// @ArchivableObject
  /// class Shape {
  ///   var label = ""
  ///   class var archiveSubclasses: [any ArchivableObject.Type] { [Circle.self] }
  /// }
  ///
  /// @ArchivableObject
  /// final class Circle: Shape {
  ///   var radius = 1.0
  /// }
  /// ```
  ///
  /// It stores the properties that ``Archivable(className:formerly:version:acceptsNewerVersions:names:)`` stores, and
  /// weak and unowned references. `@Stored` and `@Transient` change this in the same way.
  ///
  /// An array of the class can contain instances of the subclasses that ``ArchivableObject/archiveSubclasses`` lists,
  /// and of the subclasses that these list in turn. The fields of a class follow its superclasses' fields.
  ///
  /// A class with a method `awakeAfterDecoding()` declares its conformance to ``AwakesAfterDecoding``. The macro cannot
  /// add it: an assertion in the compiler (Swift 6.3) fails if a class inherits from a class whose macro could have added
  /// other conformances than it did.
  ///
  /// Classes have a macro of their own because their generated members have to be in the class, where subclasses can
  /// override them. Structs need none there, and compile faster without.
  ///
  /// - Parameters:
  ///   - className: The class name in archives, instead of the default: ASCII letters, digits and underscores.
  ///   - formerly: Older class names that are read as this class.
  ///   - names: The rule that derives the names of fields in archives from their Swift names. A subclass has its own
  ///     rule.
  @attached(
    member, conformances: ArchivableObject,
    names: named(archiveSchema), named(_archiveSchema), named(_makeArchiveSchema), named(_archiveFirstField),
    named(archiveSubclasses),
    named(encodeFields), named(decodeReferences), named(init))
  @attached(extension, conformances: ArchivableObject)
  public macro ArchivableObject(
    className: String? = nil, formerly: [String] = [], names: NamingRule = .asDeclared
  ) =
    #externalMacro(module: "StructCodingMacros", type: "ArchivableMacro")
#endif
