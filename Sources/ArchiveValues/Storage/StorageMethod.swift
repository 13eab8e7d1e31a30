#if Macros
  /// A way to store a property: the argument of `@Stored`, such as ``Stored(_:_:formerly:onDecodeFailure:)``.
  ///
  /// | method | takes properties of | stored as |
  /// |---|---|---|
  /// | `.default` | an archivable type: `@Archivable`, or an ``ArchiveValue`` | the stored form of its type |
  /// | `.raw` | a `RawRepresentable` type with an archivable raw value | the raw value |
  /// | `.codable`, `.codable(format)` | a `Codable` type | `Data`: one payload of an encoder |
  /// | `.transformed(T.self)`, `.transformed(T(…))` | the `Value` of the transformer | its `Stored` |
  /// | `.transformed(name: "…")` | the `Value` of the transformer registered under the name | its `Stored` |
  /// | `.transformed(encode: { … }, decode: { … })` | the value type of the closures | the result of `encode` |
  /// | `.composition` | an `@Archivable` struct, or an optional of one with a field that is never `nil` | its fields, as fields of this type |
  /// | `.constant` | a constant with a value of an archivable type | the stored form of its type, which must be this value when it is read |
  /// | `.writeOnly` | an archivable type | the stored form of its type, which is never read |
  /// | `.fallback` | no property, but the enum case as which unknown cases are read | its name |
  ///
  /// `.raw`, `.codable` and `.transformed` also take optionals, and store `nil` as `nil`. The compiler checks the property's type in
  /// the generated lines, which name the property.
  public struct StorageMethod: Sendable {
    private init() {}

    /// Stores the value as its type does, as without a storage method.
    public static let `default` = StorageMethod()

    /// Stores the raw value of a `RawRepresentable` type. A type that conforms to ``ArchiveValue`` is stored this way
    /// anyway, `enum Kind: String, ArchiveValue`; use it for a type that does not, or for a struct that would otherwise
    /// be stored by its fields.
    public static let raw = StorageMethod()

    /// Stores a `Codable` value as a binary property list, with ``PropertyListCodableFormat``.
    public static let codable = StorageMethod()

    /// Stores a `Codable` value as the output of an encoder: `.codable(.json)`, or your own ``CodableFormat``.
    public static func codable<Format: CodableFormat>(_ format: Format) -> StorageMethod { StorageMethod() }

    /// Stores the value in the form that a transformer produces.
    public static func transformed<Transformer: ArchiveTransformer>(_ transformer: Transformer.Type)
      -> StorageMethod
    { StorageMethod() }

    @available(
      *, unavailable, message: "'.transformed' takes an ArchiveTransformer: its type, or an instance"
    )
    public static func transformed<Transformer>(_ transformer: Transformer) -> StorageMethod {
      StorageMethod()
    }

    /// Stores the value in the form that this transformer produces:
    /// `@Stored(.transformed(GzipDataTransformer(maximumDecodedSize: 1 << 20)))`. The expression is evaluated each time
    /// a value is encoded or decoded, and must give an equal transformer each time.
    public static func transformed<Transformer: ArchiveTransformer>(_ transformer: Transformer)
      -> StorageMethod
    { StorageMethod() }

    /// Stores the value in the form that a registered transformer produces; see ``ArchiveTransformers``. Encoding and
    /// decoding throw if the name is not registered.
    public static func transformed(name: String) -> StorageMethod { StorageMethod() }

    /// Stores the value in the form that a closure returns, without a type for the conversion:
    ///
    /// ```swift
    /// @Stored(.transformed(encode: { (id: Token) in id.text }, decode: { try Token(parsing: $0) }))
    /// var token: Token
    /// ```
    ///
    /// One of the closures must name the type of the property. They cannot use the enclosing value. Decoding charges
    /// four bytes for each byte of stored text or data. To decompress data, use an ``ArchiveTransformer``, whose
    /// actual results are charged.
    ///
    /// - Parameters:
    ///   - encode: Returns the stored form, or throws; encoding then throws with the place of the field.
    ///   - decode: Returns the value of a stored form, or throws; decoding then throws with the place of the field.
    public static func transformed<Value, Stored: ArchiveValue>(
      encode: @Sendable (Value) throws -> Stored, decode: @Sendable (Stored) throws -> Value
    ) -> StorageMethod { StorageMethod() }

    /// Stores the value of a constant, `@Stored(.constant) let format = "v2"`, and checks it when it is read: another
    /// value is an error. An archive that lacks the field is accepted.
    public static let constant = StorageMethod()

    /// Stores the value for other readers, and never reads it: after decoding, the property has its initial value, or
    /// `nil`.
    public static let writeOnly = StorageMethod()

    /// Reads unknown cases of an enum as this case, which has no associated values: `@Stored(.fallback) case other`.
    /// The original case is lost. Without such a case, an unknown case is an error.
    ///
    /// It has no effect on raw values; such an enum decides in `init(rawValue:)`.
    public static let fallback = StorageMethod()

    /// Stores the fields of the struct as fields of this type: `location.latitude`. So a single key addresses each
    /// field, as the predicates of a keyed store require.
    ///
    /// Archives that store the struct as a separate field can still be read. The struct has no version of its own:
    /// its fields belong to the enclosing type, which may have a version. The compiler refuses structs with a version
    /// and enums: ``ArchiveComposable``.
    public static let composition = StorageMethod()
  }
#endif
