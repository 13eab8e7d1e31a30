#if Macros
  /// What a class is to others: the first argument of ``Archivable(_:className:formerly:)``.
  public enum ArchivableClassRole: Sendable, Hashable {
    /// Other archivable classes inherit from it.
    case superclass
  }

  /// Makes a class archivable that other classes inherit from.
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
  /// An array of the class brings its subclasses back: those that ``ArchivableObject/archiveSubclasses`` lists, and those
  /// that they list. Fields of a class follow those of the classes above it. A final class is marked `@Archivable`,
  /// without an argument, whatever it inherits from.
  ///
  /// It is a macro of its own because the compiler (Swift 6.3) ends with an assertion when a class inherits from one
  /// whose macro might have added other conformances than it did.
  ///
  /// - Parameters:
  ///   - role: `.superclass`.
  ///   - className: The class name in archives, instead of the default one: ASCII letters, digits and underscores.
  ///   - formerly: Older class names that are read as this class.
  @attached(
    member, conformances: ArchivableObject,
    names: named(archiveSchema), named(_archiveSchema), named(_archiveFirstField), named(archiveSubclasses),
    named(encodeFields), named(decodeReferences), named(init))
  @attached(extension, conformances: ArchivableObject)
  public macro Archivable(
    _ role: ArchivableClassRole, className: String? = nil, formerly: [String] = []
  ) =
    #externalMacro(module: "StructCodingMacros", type: "ArchivableMacro")
#endif
