#if Macros
  /// Makes a struct, an enum or a final class archivable: writes its conformance to ``Archivable``, for a class to
  /// ``ArchivableObject``.
  ///
  /// ```swift
  /// @Archivable
  /// public struct Session {
  ///   public var startTime: Date
  ///   public var endTime: Date?
  ///   public var events: [Event] = []
  /// }
  /// ```
  ///
  /// adds one extension with the table of fields, the two field methods, a description of where the fields are in
  /// memory, which ``ColumnArchive`` uses, and the nested class `Session.Coding` that an `NSCoder` sees. Expand the
  /// macro in an editor to read it.
  ///
  /// Values of the type go to a ``KeyedArchive``, a ``ColumnArchive`` and any `NSCoder`. Its fields are found by
  /// ``Archivable/path``: `Session.path.events.eventTag`.
  ///
  /// ## What is stored
  ///
  /// - Every stored property, under its name, whatever its access level. Types need not be written where the
  ///   value tells them.
  /// - A property with an initial value keeps that value when an archive lacks the field; so does an
  ///   associated value with a default. An optional without a field is `nil`.
  /// - Of an enum, the name of the case and its associated values, under their labels or, without a label, as
  ///   `_0`, `_1` … by position. An enum with raw values is stored as its raw value.
  /// - A property of a tuple type, labelled or not, as an array of its parts.
  ///
  /// Not stored: computed and static properties, constants with a value (`let version = 1`), `lazy`
  /// properties, which are computed again after decoding, and those marked ``Transient()``. Of a constant whose value is
  /// made anew each time (`let id = UUID()`), a warning says so.
  ///
  /// ``Stored(_:_:formerly:onDecodeFailure:)`` stores a property in another way, and says what happens when it cannot be
  /// read. A method `awakeAfterDecoding()` in the braces of the type is called after decoding:
  /// ``AwakesAfterDecoding``.
  ///
  /// Fields inside `#if` have the same place in every configuration; what a configuration lacks is left out
  /// of the archive.
  ///
  /// ## Names in archives
  ///
  /// Names are format: change one, and older archives no longer have that field or class. `@Stored`
  /// keeps the name of a field or a case while its Swift name changes, and lists older names.
  ///
  /// The class name is `Module_Outer_Session_Coding`, made from the module, the types around the type, and
  /// the type. In the names of types, every character other than an ASCII letter or digit, and a digit at the beginning,
  /// becomes its number in hexadecimal digits: `ö` becomes `_0f6_`. Names of that kind before this rule, with `_` for
  /// every such character, are read. Moving a type to another module or another type changes the name; set `className`
  /// where that may happen.
  ///
  /// A generic type adds the names of its arguments (`Models_Box_Int_Coding`): of those parameters that
  /// stored properties mention, that are constrained to `ArchiveValue` or `Archivable`, or that stand for
  /// values. A name set by `className` is used as it is, for every argument alike.
  ///
  /// ## Restrictions
  ///
  /// Each has its own message, at the place in question, and a fix where there is one:
  ///
  /// - actors, protocols and extensions; types inside functions; private types inside other types
  ///   (make them `fileprivate`); noncopyable types; a type named `Coding`, or one that declares a `Coding`
  ///   of its own;
  /// - properties of function type, `any P`, `some P` or `P.Type`; `weak` and `unowned` ones of structs; patterns such
  ///   as `var (a, b) = (1, 2)`;
  /// - tuples inside optionals, arrays, other tuples and associated values: use a struct;
  /// - generic parameters that are stored without being `ArchiveValue`s, and parameter packs;
  /// - enums without cases, and cases that share a base name.
  ///
  /// The type checker finds the rest, in the generated lines: "a field of this type cannot be archived …".
  /// It stands at the line of the property. Four things it cannot word as well:
  ///
  /// - What ``Stored(_:_:formerly:onDecodeFailure:)`` names, a transformer or a default, is looked up from an extension of
  ///   the type. One that is declared in a type around it is named with that: `Outer.HueTransformer`.
  /// - A type nested in an extension of a generic type, `extension Box { @Archivable struct Part {} }`, fails
  ///   with "static stored properties not supported in generic types": the macro does not see that `Box` is
  ///   generic. Nest it in the declaration of `Box`.
  /// - Wrapped properties without an initial value are assigned in the order of their declaration. Where
  ///   "'self' is used before all stored properties are initialized", declare those whose wrapper needs a
  ///   value first.
  /// - In a module that is isolated to the main actor by default, a type with property wrappers, or generic
  ///   over types that are not `Sendable`, has to be declared `nonisolated`. Others work as they are. Types of such a
  ///   module that a storage method or a derived property needs a conformance of (`Codable`, `RawRepresentable`,
  ///   `Equatable`) have to be `nonisolated` or nested in the archivable type, and a getter of a derived property can
  ///   call nothing that is isolated.
  ///
  /// A public type needs `public import StructCoding` where imports are internal by default.
  ///
  /// - Parameters:
  ///   - className: The class name in archives, instead of the default one: ASCII letters, digits and
  ///     underscores, or several such names with dots between them, as of a Swift class. Without dots it is the
  ///     Objective-C name of the `Coding` class as well, unless the type is generic.
  ///   - formerly: Older class names that are read as this type, such as the name of the Objective-C class it
  ///     replaces.
  ///   - version: The version of the fields of a struct, 1 by default. With a greater one the type conforms to
  ///     ``ArchiveUpgradable``, and says how older fields become those of today.
  ///   - acceptsNewerVersions: Whether archives of a greater version are read, by the names of their fields, instead of
  ///     being refused.
  @attached(
    member, conformances: ArchivableObject,
    names: named(archiveSchema), named(_archiveSchema), named(_archiveFirstField), named(archiveSubclasses),
    named(encodeFields), named(decodeReferences), named(init))
  @attached(
    extension,
    conformances: Archivable, ArchivableObject, ArchiveComposable, ArchiveUpgradable, AwakesAfterDecoding,
    names: named(archiveSchema), named(encodeFields), named(init), named(describeColumns),
    named(describeDerived), named(Coding))
  public macro Archivable(
    className: String? = nil, formerly: [String] = [], version: Int = 1, acceptsNewerVersions: Bool = false
  ) =
    #externalMacro(module: "StructCodingMacros", type: "ArchivableMacro")
#endif
