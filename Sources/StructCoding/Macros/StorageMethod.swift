#if Macros
  /// How a property is stored: the argument of `@Stored`, such as ``Stored(_:_:formerly:onDecodeFailure:)``.
  ///
  /// | method | takes properties of | stored as |
  /// |---|---|---|
  /// | `.default` | an archivable type: an ``ArchiveValue``, or a `RawRepresentable` type with such a raw value | the stored form of its type |
  /// | `.raw` | a `RawRepresentable` type with an archivable raw value | the raw value |
  /// | `.codable`, `.codable(format)` | a `Codable` type | `Data`: one payload of an encoder |
  /// | `.transformed(T.self)` | the `Value` of the transformer | its `Stored` |
  /// | `.transformed(name: "…")` | the `Value` of the transformer registered under the name | its `Stored` |
  /// | `.composition` | an `@Archivable` struct | its fields, as fields of this type |
  ///
  /// All but `.composition` also take optionals, and store `nil` as `nil`. The compiler checks the property's type in
  /// the generated lines, which name the property.
  public struct StorageMethod: Sendable {
    private init() {}

    /// Stores the value as its type does; the same as no method.
    public static let `default` = StorageMethod()

    /// Stores the raw value of a `RawRepresentable` type. Enums with raw values are stored this way anyway; use it
    /// for structs that would otherwise be stored by their fields, or to be explicit.
    public static let raw = StorageMethod()

    /// Stores a `Codable` value as a binary property list, with ``PropertyListCodableFormat``.
    public static let codable = StorageMethod()

    /// Stores a `Codable` value as the output of an encoder: `.codable(.json)`, or your own ``CodableFormat``.
    public static func codable<Format: CodableFormat>(_ format: Format) -> StorageMethod { StorageMethod() }

    /// Stores the value in the form that a transformer produces.
    public static func transformed<Transformer: ArchiveTransformer>(_ transformer: Transformer.Type)
      -> StorageMethod
    { StorageMethod() }

    @available(*, unavailable, message: "'.transformed' takes a type that conforms to ArchiveTransformer")
    public static func transformed<Transformer>(_ transformer: Transformer.Type) -> StorageMethod {
      StorageMethod()
    }

    /// Stores the value in the form that a registered transformer produces; see ``ArchiveTransformers``. Encoding and
    /// decoding throw if the name is not registered.
    public static func transformed(name: String) -> StorageMethod { StorageMethod() }

    /// Stores the fields of the struct among those of this type: `location.latitude`. So a single key addresses each,
    /// as the predicates of a keyed store require.
    ///
    /// Archives that store the struct as a field of its own can still be read. The struct has no version of its own:
    /// its fields belong to the enclosing type, which may have one. The compiler refuses structs with a version and
    /// enums: ``ArchiveComposable``.
    public static let composition = StorageMethod()
  }
#endif
