#if Macros
  /// Makes a struct, an enum or a final class archivable: generates the conformance to ``Archivable``, or for a class
  /// to ``ArchivableObject``.
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
  /// - Every stored property, under its name, whatever its access level. You may omit a type that follows from the
  ///   value.
  /// - If an archive lacks the field, a property with an initial value keeps that value, and so does an associated
  ///   value with a default. An optional becomes `nil`.
  /// - Of an enum, the name of the case and its associated values, under their labels or, without a label, as
  ///   `_0`, `_1` … by position. An enum with raw values is stored as its raw value.
  /// - A property of a tuple type, labelled or not, as an array of its parts.
  ///
  /// Not stored: computed and static properties, constants with a value (`let version = 1`), `lazy` properties, which
  /// are computed again after decoding, and those marked ``Transient()``. The macro warns about a constant with a
  /// fresh value for each instance (`let id = UUID()`).
  ///
  /// ``Stored(_:_:formerly:onDecodeFailure:)`` stores a property in another way, and says what happens if it cannot
  /// be read. A method `awakeAfterDecoding()` in the body of the type is called after decoding:
  /// ``AwakesAfterDecoding``.
  ///
  /// A type has the same fields, and the same cases, in every build: none is inside `#if`. Put the `#if` into the type of
  /// a property or into a struct that it holds. Properties that are `@Transient` may be inside one.
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
  /// A generic type adds the names of its arguments (`Models_Box_Int_Coding`): of those parameters that stored
  /// properties mention, that are constrained to `ArchiveValue` or `Archivable`, or that are value parameters. Of an
  /// argument that is not archived itself, such as one that `.codable` stores, it is the name with the module. A name
  /// set by `className` is used unchanged for all arguments.
  ///
  /// ## Restrictions
  ///
  /// The macro reports, with a fix-it where possible:
  ///
  /// - actors and protocols; private types inside other types (make them `fileprivate`); a type named `Coding`, or one
  ///   that declares its own `Coding`;
  /// - `weak` and `unowned` properties of structs; patterns such as `var (a, b) = (1, 2)`;
  /// - stored generic parameters that are not constrained to `ArchiveValue`;
  /// - cases that share a base name.
  ///
  /// The compiler reports the rest: types inside functions, noncopyable types, and at the line of a property "a field of
  /// this type cannot be archived …", for instance for functions, `any P`, `P.Type`, and tuples inside other types. In
  /// some cases its message is less clear:
  ///
  /// - The default or the transformer of a property without a written type is looked up from an extension of the type.
  ///   If it is declared in an enclosing type, write the type of the property.
  /// - A type nested in an extension of a generic type, `extension Box { @Archivable struct Part {} }`, fails
  ///   with "static stored properties not supported in generic types": the macro does not see that `Box` is
  ///   generic. Nest it in the declaration of `Box`.
  /// - Wrapped properties without an initial value are assigned in the order of their declaration. If you get "'self'
  ///   is used before all stored properties are initialized", declare first those whose wrapper needs a value. In a
  ///   subclass, a wrapper that makes its own first value must take one, `@Wrapper var x: Int = 0`.
  /// - In a module that is isolated to the main actor by default, some types and functions must be declared
  ///   `nonisolated`. The compiler says at the property what it may not use; <doc:Limitations#Isolation-to-an-actor>
  ///   has the list.
  ///
  /// A public type needs `public import StructCoding` where imports are internal by default. With `fileprivate import`
  /// or `private import`, the macro cannot be used.
  ///
  /// - Parameters:
  ///   - className: The class name in archives, instead of the default one: ASCII letters, digits and
  ///     underscores, or several such names with dots between them, as of a Swift class. Without dots it is the
  ///     Objective-C name of the `Coding` class as well, unless the type is generic.
  ///   - formerly: Older class names that are read as this type, such as the name of the Objective-C class it
  ///     replaces.
  ///   - version: The version of the fields of a struct, 1 by default. With a greater one the type conforms to
  ///     ``ArchiveUpgradable`` and upgrades older fields.
  ///   - acceptsNewerVersions: Whether to read archives of a greater version, by field names, instead of refusing
  ///     them.
  ///   - names: How the names of fields, cases and labels in archives follow from their Swift names. A name in
  ///     ``Stored(_:_:formerly:onDecodeFailure:)`` is stored as it is.
  @attached(
    member, conformances: ArchivableObject,
    names: named(archiveSchema), named(_archiveSchema), named(_makeArchiveSchema), named(_archiveFirstField),
    named(archiveSubclasses),
    named(encodeFields), named(decodeReferences), named(init))
  @attached(
    extension,
    conformances: Archivable, ArchivableObject, ArchiveStruct, ArchiveComposable, ArchiveUpgradable,
    AwakesAfterDecoding,
    names: named(archiveFields), named(_listFields), named(archiveSchema), named(encodeFields), named(init),
    named(_describeCases),
    named(_isStoredAsRawValue), named(Coding))
  public macro Archivable(
    className: String? = nil, formerly: [String] = [], version: Int = 1, acceptsNewerVersions: Bool = false,
    names: NamingRule = .asDeclared
  ) =
    #externalMacro(module: "StructCodingMacros", type: "ArchivableMacro")
#endif
