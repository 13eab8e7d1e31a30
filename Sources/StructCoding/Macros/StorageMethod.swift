#if Macros
  /// How a property is stored: the argument of `@Stored`, such as ``Stored(_:_:formerly:onDecodeFailure:)``.
  ///
  /// | method | takes properties of | stored as |
  /// |---|---|---|
  /// | `.default` | a type that can be archived: an ``ArchiveValue``, or raw-representable by one | what its type says |
  /// | `.raw` | a `RawRepresentable` type whose raw value can be archived | the raw value |
  /// | `.codable`, `.codable(format)` | a `Codable` type | `Data`: one payload of an encoder |
  /// | `.transformed(T.self)` | the `Value` of the transformer | its `Stored` |
  /// | `.transformed(name: "…")` | the `Value` of the transformer registered under the name | its `Stored` |
  /// | `.composition` | a struct that is `@Archivable` | its fields, as fields of this type |
  ///
  /// All but `.composition` take optionals as well, and store `nil` as `nil`. The compiler checks what a method is given,
  /// in the generated lines, which name the property.
  public struct StorageMethod: Sendable {
    private init() {}

    /// As the type of the property says; the same as no method.
    public static let `default` = StorageMethod()

    /// By the raw value of a `RawRepresentable` type. Enums with raw values are stored so anyway; this is for structs
    /// that would otherwise be stored by their fields, and to be explicit.
    public static let raw = StorageMethod()

    /// As one payload of a binary property list, by ``PropertyListFormat``.
    public static let codable = StorageMethod()

    /// As one payload of an encoder: `.codable(.json)`, or a ``CodableFormat`` of your own.
    public static func codable<Format: CodableFormat>(_ format: Format) -> StorageMethod { StorageMethod() }

    /// In the form that a transformer gives the value.
    public static func transformed<Transformer: ArchiveTransformer>(_ transformer: Transformer.Type)
      -> StorageMethod
    { StorageMethod() }

    @available(*, unavailable, message: "'.transformed' takes a type that conforms to ArchiveTransformer")
    public static func transformed<Transformer>(_ transformer: Transformer.Type) -> StorageMethod {
      StorageMethod()
    }

    /// In the form that a registered transformer gives the value; see ``ArchiveTransformers``. A name that nobody
    /// registered is thrown when a value is encoded or decoded.
    public static func transformed(name: String) -> StorageMethod { StorageMethod() }

    /// By the fields of the struct, which are stored flat among those of this type: `location.latitude`. So they can be
    /// addressed by one key, as predicates of a keyed store need it.
    ///
    /// Archives that have the struct in a field of its own are read as well. The struct has no version: its fields are
    /// those of the type around it, which has one. A struct with a version, and an enum, are refused by the compiler:
    /// ``ArchiveComposable``.
    public static let composition = StorageMethod()
  }
#endif
