#if Macros
  /// Makes a struct or an enum archivable: generates the conformance to ``Archivable``. Classes have
  /// ``ArchivableObject(className:formerly:names:)``.
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
  /// adds one extension with the table of fields, ``ArchiveStruct/archiveFields``, the two field methods, and the nested
  /// class `Session.Coding` for `NSCoder`. Expand the macro in an editor to read it.
  ///
  /// You can encode values of the type with ``KeyedArchive``, ``ColumnArchive`` and any `NSCoder`, and address its
  /// fields with ``Archivable/path``: `Session.path.startTime`.
  ///
  /// ## What is stored
  ///
  /// - Every stored property, under its name, whatever its access level. You may omit its type if the compiler infers
  ///   it from the initial value.
  /// - If an archive lacks the field, a property with an initial value keeps that value, and so does an associated
  ///   value with a default. An optional becomes `nil`.
  /// - For an enum, the name of the case and its associated values, under their labels or, without a label, as `_0`,
  ///   `_1` … by position. An enum with raw values is stored as its raw value.
  /// - A property of a tuple type, labelled or not, is stored as an array of its parts.
  ///
  /// Not stored: computed and static properties, constants with a value (`let version = 1`), `lazy` properties, which
  /// are computed again after decoding, and properties marked ``Transient()``. The macro warns about a constant with
  /// a new value for each instance (`let id = UUID()`).
  ///
  /// ``Stored(_:_:formerly:onDecodeFailure:)`` stores a property in another way, and sets a policy for values that
  /// cannot be read. A method `awakeAfterDecoding()` in the body of the type is called after decoding:
  /// ``AwakesAfterDecoding``.
  ///
  /// A type must have the same fields and cases in every build, so none may be inside `#if`. Put the `#if` into the
  /// type of a property, or into a struct that the property contains. `@Transient` properties may be inside `#if`.
  ///
  /// ## Names in archives
  ///
  /// Names are part of the format: if you change one, older archives lack that field or class. `@Stored` keeps the
  /// name of a field or a case while its Swift name changes, and lists older names.
  ///
  /// The default class name is `Module_Outer_Session_Coding`: the module, the enclosing types and the type. In type
  /// names, every character other than an ASCII letter or digit, and a leading digit, is replaced by its code point
  /// in hexadecimal: `ö` becomes `_0f6_`. Names from before this rule, with `_` for every such character, can still
  /// be read. Moving a type to another module or another type changes the name; set `className` if that may happen.
  ///
  /// A generic type adds the names of its arguments (`Models_Box_Int_Coding`), for each parameter that a stored
  /// property mentions, that is constrained to `ArchiveValue` or `Archivable`, or that is a value parameter. An
  /// argument that is not archivable itself, such as a type stored with `.codable`, adds its name with the module. A
  /// name set by `className` is used unchanged for all arguments.
  ///
  /// ## Restrictions
  ///
  /// The macro reports, with a fix-it where possible:
  ///
  /// - actors and protocols; private types inside other types (make them `fileprivate`); types that are named
  ///   `Coding`, or declare their own `Coding`;
  /// - `weak` and `unowned` properties of structs; patterns such as `var (a, b) = (1, 2)`;
  /// - stored generic parameters that are not constrained to `ArchiveValue`;
  /// - cases that share a base name.
  ///
  /// The compiler reports the rest: types inside functions and noncopyable types. At a property whose type cannot be
  /// stored, such as a function, `any P`, `P.Type`, or a tuple inside another type, it reports "a field of this type
  /// cannot be archived …". In some cases its message is less clear:
  ///
  /// - The default or the transformer of a property without a written type is looked up from an extension of the
  ///   type. If the default or transformer is declared in an enclosing type, write the type of the property.
  /// - A type nested in an extension of a generic type, `extension Box { @Archivable struct Part {} }`, fails
  ///   with "static stored properties not supported in generic types": the macro does not see that `Box` is
  ///   generic. Nest it in the declaration of `Box`.
  /// - Wrapped properties without an initial value are assigned in the order of their declaration. If the compiler
  ///   reports "'self' is used before all stored properties are initialized", first declare the properties whose
  ///   wrapper needs a value. In a subclass, give a property whose wrapper creates its own first value an initial
  ///   value: `@Wrapper var x: Int = 0`.
  /// - In a module that is isolated to the main actor by default, some types and functions must be declared
  ///   `nonisolated`. The compiler reports each of them at the property that uses it;
  ///   <doc:Limitations#Isolation-to-an-actor> has the list.
  ///
  /// A public type needs `public import StructCoding` where imports are internal by default. With `fileprivate import`
  /// or `private import`, the macro cannot be used.
  ///
  /// - Parameters:
  ///   - className: The class name in archives, instead of the default: ASCII letters, digits and underscores, or
  ///     several such names with dots between them, like a Swift class's. A name without dots is also the Objective-C
  ///     name of the `Coding` class, unless the type is generic.
  ///   - formerly: Older class names that are read as this type, such as the name of the Objective-C class that the
  ///     type replaces.
  ///   - version: The version of a struct's fields, 1 by default. With a greater version, the type conforms to
  ///     ``ArchiveUpgradable`` and upgrades older fields.
  ///   - acceptsNewerVersions: Whether to read archives of a greater version, by field names, instead of throwing an
  ///     error.
  ///   - names: The rule that derives the names of fields, cases and labels in archives from their Swift names. A
  ///     name in ``Stored(_:_:formerly:onDecodeFailure:)`` is stored unchanged.
  @attached(
    extension,
    conformances: Archivable, ArchiveStruct, ArchiveComposable, ArchiveUpgradable, AwakesAfterDecoding,
    names: named(archiveFields), named(_listFields), named(archiveSchema), named(encodeFields), named(init),
    named(_describeCases),
    named(_isStoredAsRawValue), named(Coding))
  public macro Archivable(
    className: String? = nil, formerly: [String] = [], version: Int = 1, acceptsNewerVersions: Bool = false,
    names: NamingRule = .asDeclared
  ) =
    #externalMacro(module: "StructCodingMacros", type: "ArchivableMacro")
#endif
