#if Macros
  /// The role of a class in a hierarchy: the first argument of ``Archivable(_:className:formerly:names:)``.
  public enum ArchivableClassRole: Sendable, Hashable {
    /// Other archivable classes inherit from it.
    case superclass
  }

  /// Makes a class that has subclasses archivable.
  ///
  /// ```swift
  /// @Archivable(.superclass)
  /// class Shape {
  ///   var label = ""
  ///   class var archiveSubclasses: [any ArchivableObject.Type] { [Circle.self] }
  /// }
  ///
  /// @Archivable
  /// final class Circle: Shape {
  ///   var radius = 1.0
  /// }
  /// ```
  ///
  /// An array of the class can contain instances of the subclasses that ``ArchivableObject/archiveSubclasses`` lists,
  /// and of the subclasses that these list in turn. The fields of a class follow its superclasses' fields. Mark a
  /// final class `@Archivable`, without an argument, whatever it inherits from.
  ///
  /// It is a separate macro because an assertion in the compiler (Swift 6.3) fails if a class inherits from a class
  /// whose macro could have added other conformances than it did.
  ///
  /// - Parameters:
  ///   - role: `.superclass`.
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
  public macro Archivable(
    _ role: ArchivableClassRole, className: String? = nil, formerly: [String] = [],
    names: NamingRule = .asDeclared
  ) =
    #externalMacro(module: "StructCodingMacros", type: "ArchivableMacro")
#endif
