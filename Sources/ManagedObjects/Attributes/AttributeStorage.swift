internal import ArchiveBytes
public import ArchiveValues
internal import Foundation
internal import KeyedArchives

/// The storage of a property of a managed object in its attribute. Generated code creates it from the argument of
/// `@Managed`; ``StorageMethod`` lists the methods.
public struct AttributeStorage<Value> {
  /// The type of the attribute, and whether it may hold nothing.
  let type: () throws -> (AttributeType, isOptional: Bool)
  let encode: (Value) throws -> Any?
  let decode: (Any?) throws -> Value

  private init(
    type: @escaping () throws -> (AttributeType, isOptional: Bool), encode: @escaping (Value) throws -> Any?,
    decode: @escaping (Any?) throws -> Value
  ) { (self.type, self.encode, self.decode) = (type, encode, decode) }

  /// Stores what `toStored` makes of a value.
  private init<Stored: ArchiveValue>(
    as stored: Stored.Type, _ toStored: @escaping (Value) throws -> Stored,
    _ toValue: @escaping (Stored) throws -> Value
  ) {
    self.init(
      type: { try AttributeDecoder.type { _ = try $0.decode(at: 0) as Stored } },
      encode: { try AttributeEncoder.attributeValue(of: toStored($0)) },
      decode: {
        var decoder = AttributeDecoder([$0])
        return try toValue(decoder.decode(at: 0))
      })
  }

  // MARK: The value itself

  /// Stores the value itself.
  public static func attribute() -> AttributeStorage where Value: AttributeValue {
    AttributeStorage(as: Value.self, { $0 }, { $0 })
  }

  /// Stores the value itself, or nothing.
  public static func attribute<Wrapped: AttributeValue>() -> AttributeStorage where Value == Wrapped? {
    AttributeStorage(as: Value.self, { $0 }, { $0 })
  }

  @available(
    *, unavailable,
    message:
      "an attribute cannot hold a value of this type: name a storage method, '.raw', '.codable', '.archive', '.composition' or '.transformed(…)'"
  )
  public static func attribute() -> AttributeStorage { fatalError("unavailable") }

  // MARK: A storage method of `@Stored`

  /// Stores what a storage method of `@Stored` makes of the value.
  public static func stored(_ storage: FieldStorage<Value>) -> AttributeStorage {
    AttributeStorage(
      type: { try AttributeDecoder.type { _ = try $0.decode(at: 0, as: storage) } },
      encode: {
        var encoder = AttributeEncoder()
        try encoder.encode($0, at: 0, as: storage)
        return encoder.fields[0] ?? nil
      },
      decode: {
        var decoder = AttributeDecoder([$0])
        return try decoder.decode(at: 0, as: storage)
      })
  }

  // MARK: A keyed archive

  /// Stores a keyed archive, as binary data.
  @_disfavoredOverload
  public static func archive() -> AttributeStorage where Value: ArchiveValue {
    AttributeStorage(
      as: Data.self, { try KeyedArchive.encode($0) }, { try KeyedArchive.decode(Value.self, from: $0) })
  }

  /// Stores a keyed archive, as binary data, or nothing.
  public static func archive<Wrapped: ArchiveValue>() -> AttributeStorage where Value == Wrapped? {
    AttributeStorage(
      as: Data?.self, { try $0.map { try KeyedArchive.encode($0) } },
      { try $0.map { try KeyedArchive.decode(Wrapped.self, from: $0) } })
  }

  @available(
    *, unavailable,
    message:
      "'.archive' stores an archive: the property's type has to be one that can be archived: mark it @Archivable, or store the property by '.codable'"
  )
  public static func archive() -> AttributeStorage { fatalError("unavailable") }

  // MARK: An object

  /// Stores the `Coding` object of a value, or nothing, in a transformable attribute.
  public static func coding<Wrapped: Archivable>(
    _ transformer: String = Wrapped.secureTransformerName
  ) -> AttributeStorage where Value == Wrapped? {
    AttributeStorage(transformer, { $0?.encoded }, { ($0 as? Wrapped.Coding)?.decoded })
  }

  /// Stores the `Coding` objects of values, or nothing, in a transformable attribute.
  public static func coding<Element: Archivable>(
    _ transformer: String = Element.secureTransformerName
  ) -> AttributeStorage where Value == [Element]? {
    AttributeStorage(transformer, { $0?.map(\.encoded) }, { ($0 as? [Element.Coding])?.map(\.decoded) })
  }

  /// Stores the `Coding` objects of a set, or nothing, in a transformable attribute.
  public static func coding<Element: Archivable>(
    _ transformer: String = Element.secureTransformerName
  ) -> AttributeStorage where Value == Set<Element>? {
    AttributeStorage(
      transformer, { $0.map { Set($0.map(\.encoded)) } },
      { ($0 as? Set<Element.Coding>).map { Set($0.map(\.decoded)) } })
  }

  /// Stores the `Coding` objects of a dictionary, or nothing, in a transformable attribute.
  public static func coding<Element: Archivable>(
    _ transformer: String = Element.secureTransformerName
  ) -> AttributeStorage where Value == [String: Element]? {
    AttributeStorage(
      transformer, { $0?.mapValues(\.encoded) },
      { ($0 as? [String: Element.Coding])?.mapValues(\.decoded) })
  }

  @available(
    *, unavailable,
    message:
      "'.coding' stores the object of a value in a transformable attribute: the property's type has to be an optional of an @Archivable struct or enum, or of an array, a set or a [String: …] dictionary of them"
  )
  public static func coding(_ transformer: String = "") -> AttributeStorage { fatalError("unavailable") }

  private init<Wrapped>(
    _ transformer: String, _ object: @escaping (Wrapped?) -> Any?, _ value: @escaping (Any) -> Wrapped?
  ) where Value == Wrapped? {
    self.init(
      type: { (.transformable(transformer), true) }, encode: object,
      decode: { stored in
        guard let stored else { return nil }
        if let value = value(stored) { return value }
        throw ArchiveError(
          .typeMismatch, expected: "the object of a \(Wrapped.self)", found: "\(Swift.type(of: stored))")
      })
  }

  // MARK: The fields of a struct

  /// Stores the fields of a struct as the elements of a composite attribute.
  public static func composition() -> AttributeStorage where Value: ArchiveRecord & ArchiveComposable {
    AttributeStorage(
      type: { (try Composite.type(of: Value.self), false) }, encode: { try Composite.dictionary(of: $0) },
      decode: { try Composite.value(in: $0) })
  }

  /// Stores the fields of a struct as the elements of a composite attribute, or nothing.
  public static func composition<Wrapped: ArchiveRecord & ArchiveComposable>() -> AttributeStorage
  where Value == Wrapped? {
    AttributeStorage(
      type: { (try Composite.type(of: Wrapped.self, isOptional: true), true) },
      encode: { try $0.map { try Composite.dictionary(of: $0) } },
      decode: { try Composite.isNothing($0) ? nil : Composite.value(in: $0) })
  }

  @available(
    *, unavailable,
    message:
      "'.composition' stores the fields of a struct: the property's type has to be an @Archivable struct without a version, or an optional of one"
  )
  public static func composition() -> AttributeStorage { fatalError("unavailable") }
}

/// It holds types, and their conformances may be isolated. Each use creates a new one.
@available(*, unavailable)
extension AttributeStorage: Sendable {}
