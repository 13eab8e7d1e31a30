internal import ArchiveBytes

/// The storage of a field of one type. Generated code passes it to encoders and decoders for a property that names its
/// storage method.
///
/// | method | takes properties of | stored as |
/// |---|---|---|
/// | `.raw()` | a `RawRepresentable` type whose raw value can be archived | the raw value |
/// | `.codable()` | a `Codable` type | `Data`: one payload, by default a binary property list |
/// | `.transformed(T())`, `.transformed(T.self)` | the `Value` of the transformer | its `Stored` |
/// | `.transformed(name: "…")` | the `Value` of the registered transformer | its `Stored` |
/// | `.transformed(encode: …, decode: …)` | the value type of the closures | the result of `encode` |
/// | `.droppingElements()` | an array, a set or a dictionary | the collection; elements that cannot be read are left out |
///
/// Each method also takes an optional of such a type, and stores `nil` as `nil`. A hand-written conformance passes
/// the same storage wherever it names the field:
///
/// ```swift
/// fields.field("color", \.color, as: .transformed(ColorTransformer.self))
/// try encoder.encode(color, at: 2, as: .transformed(ColorTransformer.self))
/// color = try decoder.decode(at: 2, as: .transformed(ColorTransformer.self))
/// ```
public struct FieldStorage<Field> {
  fileprivate let conversion: any FieldConversion<Field>

  private init(_ part: any StoredPart<Field>.Type, dropsElements: Bool = false) {
    conversion = PartConversion(dropsElements: dropsElements) { part }
  }

  private init(_ conversion: any FieldConversion<Field>) { self.conversion = conversion }

  /// Returns the type that encoders and decoders handle.
  ///
  /// - Throws: An error if no transformer is registered under the name, or if the transformer is for another type.
  static func part(ofTransformerNamed name: String) throws -> any StoredPart<Field>.Type {
    func part<Transformer: ArchiveTransformer>(_ transformer: Transformer) -> (any StoredPart<Field>.Type)? {
      TransformedPart<Transformer>.self as? any StoredPart<Field>.Type
        ?? TransformedPart<Transformer>?.self as? any StoredPart<Field>.Type
    }
    func valueType<Transformer: ArchiveTransformer>(_: Transformer) -> Any.Type { Transformer.Value.self }
    let transformer = try ArchiveTransformers.transformer(named: name)
    if let part = part(transformer) { return part }
    throw ArchiveError(
      .unsupported, expected: "a transformer of \(Field.self)",
      found: "“\(name)”, a transformer of \(valueType(transformer))",
      advice: .changeCode("Name another transformer, or give the property the type of this one."))
  }

  // MARK: Methods

  /// Stores the raw value.
  public static func raw() -> FieldStorage where Field: RawRepresentable, Field.RawValue: ArchiveValue {
    FieldStorage(RawPart<Field>.self)
  }

  /// Stores the raw value, or `nil`.
  @_documentation(visibility: internal)
  public static func raw<Wrapped: RawRepresentable>() -> FieldStorage
  where Field == Wrapped?, Wrapped.RawValue: ArchiveValue {
    FieldStorage(RawPart<Wrapped>?.self)
  }

  @available(
    *, unavailable,
    message:
      "'.raw' stores a raw value: the property's type has to be RawRepresentable, or an optional of such a type, with a raw value that can be archived; otherwise store it by '.default', '.codable' or '.transformed(…)'"
  )
  public static func raw() -> FieldStorage { fatalError("unavailable") }

  /// Stores one payload of an encoder; by default, a binary property list.
  public static func codable<Format: CodableFormat>(_ format: Format = PropertyListCodableFormat())
    -> FieldStorage
  where Field: Codable {
    FieldStorage(TransformedPart<CodableTransformer<Field, Format>>.self)
  }

  /// Stores one payload of an encoder, or `nil`.
  @_documentation(visibility: internal)
  public static func codable<Format: CodableFormat, Wrapped: Codable>(
    _ format: Format = PropertyListCodableFormat()
  ) -> FieldStorage where Field == Wrapped? {
    FieldStorage(TransformedPart<CodableTransformer<Wrapped, Format>>?.self)
  }

  @available(
    *, unavailable,
    message:
      "'.codable' stores a payload of an encoder: the property's type has to be Codable, or an optional of such a type; otherwise store it by '.default' or '.transformed(…)'"
  )
  public static func codable<Format: CodableFormat>(_ format: Format = PropertyListCodableFormat())
    -> FieldStorage
  {
    fatalError("unavailable")
  }

  /// Stores the value in the form that a transformer returns.
  public static func transformed<Transformer: ArchiveTransformer>(_ transformer: Transformer.Type)
    -> FieldStorage where Transformer.Value == Field
  {
    FieldStorage(TransformedPart<Transformer>.self)
  }

  /// Stores the value in the form that a transformer returns, or as `nil`.
  @_documentation(visibility: internal)
  public static func transformed<Transformer: ArchiveTransformer>(_ transformer: Transformer.Type)
    -> FieldStorage where Field == Transformer.Value?
  {
    FieldStorage(TransformedPart<Transformer>?.self)
  }

  /// Stores the value in the form that this transformer returns. When it decodes text or data, its result counts
  /// against the limit on decoded size.
  public static func transformed<Transformer: ArchiveTransformer>(_ transformer: Transformer) -> FieldStorage
  where Transformer.Value == Field {
    FieldStorage(
      ValueClosures(
        toForm: transformer.encode, toValue: transformer.decode, size: { byteCount($0) }))
  }

  /// Stores the value in the form that this transformer returns, or as `nil`.
  @_documentation(visibility: internal)
  public static func transformed<Transformer: ArchiveTransformer>(_ transformer: Transformer) -> FieldStorage
  where Field == Transformer.Value? {
    FieldStorage(
      ValueClosures(
        toForm: { try $0.map(transformer.encode) }, toValue: { try $0.map(transformer.decode) },
        size: { $0.flatMap { byteCount($0) } }))
  }

  @available(
    *, unavailable,
    message:
      "'.transformed' takes an ArchiveTransformer whose Value is the property's type, or what that is an optional of; name another transformer, or give the property that type"
  )
  public static func transformed<Transformer>(_ transformer: Transformer) -> FieldStorage {
    fatalError("unavailable")
  }

  /// Stores the value in the form that a registered transformer returns, or as `nil`.
  ///
  /// The name is looked up each time a value is encoded or decoded. Encoding and decoding throw if the name is not
  /// registered, or if the transformer is for another type.
  public static func transformed(name: String) -> FieldStorage {
    FieldStorage(PartConversion { try part(ofTransformerNamed: name) })
  }

  /// Stores the value in the form that a closure returns.
  ///
  /// - Parameters:
  ///   - encode: Returns the stored form. Its errors become errors of encoding, at the place of the field.
  ///   - decode: Returns the value of a stored form, and throws if no value has that form.
  public static func transformed<Stored: ArchiveValue>(
    encode: @escaping @Sendable (Field) throws -> Stored, decode: @escaping @Sendable (Stored) throws -> Field
  ) -> FieldStorage {
    FieldStorage(ValueClosures(toForm: encode, toValue: decode))
  }

  /// Stores the value in the form that a closure returns, or as `nil`.
  @_documentation(visibility: internal)
  public static func transformed<Wrapped, Stored: ArchiveValue>(
    encode: @escaping @Sendable (Wrapped) throws -> Stored,
    decode: @escaping @Sendable (Stored) throws -> Wrapped
  ) -> FieldStorage where Field == Wrapped? {
    FieldStorage(
      ValueClosures(toForm: { try $0.map(encode) }, toValue: { try $0.map(decode) }))
  }

  /// Leaves out elements that cannot be read; stores the collection as its type does.
  public static func droppingElements() -> FieldStorage where Field: _ElementDropping & ArchiveValue {
    FieldStorage(DroppingPart<Field>.self, dropsElements: true)
  }

  @available(
    *, unavailable,
    message:
      "'.dropElements' leaves out elements that cannot be read: the property's type has to be an array, a set or a dictionary of values that can be archived, or an optional of one"
  )
  public static func droppingElements() -> FieldStorage { fatalError("unavailable") }

  /// Describes the field at `position`: a property with this storage method.
  func describe<Record>(
    _ keyPath: KeyPath<Record, Field>, at position: Int, to visitor: inout any FieldVisitor<Record>
  ) { conversion.describe(keyPath, at: position, to: &visitor) }
}

// MARK: Encoders and decoders

extension FieldEncoder {
  /// Stores the field at `position` with a storage method.
  public mutating func encode<Field>(_ field: Field, at position: Int, as storage: FieldStorage<Field>) throws
  {
    try storage.conversion.encode(field, at: position, to: &self)
  }
}

extension FieldDecoder {
  /// Reads the field at `position` that was stored with a storage method.
  public mutating func decode<Field>(at position: Int, as storage: FieldStorage<Field>) throws -> Field {
    try storage.conversion.decode(at: position, from: &self)
  }
}

/// Not `Sendable`, because it contains types whose conformances may be isolated. Each use creates a new one.
@available(*, unavailable)
extension FieldStorage: Sendable {}
