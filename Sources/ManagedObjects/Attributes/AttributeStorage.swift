internal import ArchiveBytes
public import ArchiveValues
internal import Foundation
internal import KeyedArchives

/// The storage of a property of a managed object in its attribute. Generated code creates it from the argument of
/// `@Managed`; ``StorageMethod`` lists the methods.
public struct AttributeStorage<Value> {
  /// Describes an attribute with a given name that holds the values.
  let attribute: (_ name: String) throws -> ManagedAttribute
  let encode: (Value) throws -> Any?
  let decode: (Any?) throws -> Value
}

extension AttributeStorage {
  /// Stores the one field that `encode` writes and `decode` reads.
  private init(
    encode: @escaping (Value, inout AttributeEncoder) throws -> Void,
    decode: @escaping (inout AttributeDecoder) throws -> Value
  ) {
    self.init(
      attribute: { try AttributeDecoder.attribute(named: $0) { _ = try decode(&$0) } },
      encode: {
        var encoder = AttributeEncoder()
        try encode($0, &encoder)
        return encoder.fields[0]
      },
      decode: {
        var decoder = AttributeDecoder([$0])
        return try decode(&decoder)
      })
  }

  // MARK: The value itself

  /// Stores the value itself, or an empty attribute for `nil`.
  public static func attribute() -> AttributeStorage where Value: AttributeValue {
    AttributeStorage(encode: { try $1.encode($0, at: 0) }, decode: { try $0.decode(at: 0) })
  }

  @available(
    *, unavailable,
    message:
      "an attribute cannot hold a value of this type: name a storage method, '.raw', '.codable', '.archive', '.composition' or '.transformed(…)'"
  )
  public static func attribute() -> AttributeStorage { fatalError("unavailable") }

  // MARK: A storage method of `@Stored`

  /// Stores the form that a storage method of `@Stored` converts the value to.
  public static func stored(_ storage: FieldStorage<Value>) -> AttributeStorage {
    AttributeStorage(
      encode: { try $1.encode($0, at: 0, as: storage) }, decode: { try $0.decode(at: 0, as: storage) })
  }

  // MARK: A keyed archive

  /// Stores a keyed archive, as binary data.
  @_disfavoredOverload
  public static func archive() -> AttributeStorage where Value: ArchiveValue {
    AttributeStorage(
      encode: { try $1.encode(KeyedArchive.encode($0), at: 0) },
      decode: { try KeyedArchive.decode(Value.self, from: $0.decode(at: 0)) })
  }

  /// Stores a keyed archive, as binary data, or an empty attribute for `nil`.
  public static func archive<Wrapped: ArchiveValue>() -> AttributeStorage where Value == Wrapped? {
    AttributeStorage(
      encode: { try $1.encode($0.map { try KeyedArchive.encode($0) }, at: 0) },
      decode: { try ($0.decode(at: 0) as Data?).map { try KeyedArchive.decode(Wrapped.self, from: $0) } })
  }

  @available(
    *, unavailable,
    message:
      "'.archive' stores an archive: the property's type has to be one that can be archived: mark it @Archivable, or store the property by '.codable'"
  )
  public static func archive() -> AttributeStorage { fatalError("unavailable") }

  // MARK: An object

  /// Stores the `Coding` object of a value in a transformable attribute, or an empty attribute for `nil`.
  public static func coding<Wrapped: Archivable>(
    _ transformer: String = Wrapped.secureTransformerName
  ) -> AttributeStorage where Value == Wrapped? {
    AttributeStorage(transformer, \.encoded, { (object: Wrapped.Coding) in object.decoded })
  }

  /// Stores the `Coding` objects of values in a transformable attribute, or an empty attribute for `nil`.
  public static func coding<Element: Archivable>(
    _ transformer: String = Element.secureTransformerName
  ) -> AttributeStorage where Value == [Element]? {
    AttributeStorage(
      transformer, { $0.map(\.encoded) }, { (objects: [Element.Coding]) in objects.map(\.decoded) })
  }

  /// Stores the `Coding` objects of a set in a transformable attribute, or an empty attribute for `nil`.
  public static func coding<Element: Archivable>(
    _ transformer: String = Element.secureTransformerName
  ) -> AttributeStorage where Value == Set<Element>? {
    AttributeStorage(
      transformer, { Set($0.map(\.encoded)) },
      { (objects: Set<Element.Coding>) in Set(objects.map(\.decoded)) })
  }

  /// Stores the `Coding` objects of a dictionary in a transformable attribute, or an empty attribute for `nil`.
  public static func coding<Element: Archivable>(
    _ transformer: String = Element.secureTransformerName
  ) -> AttributeStorage where Value == [String: Element]? {
    AttributeStorage(
      transformer, { $0.mapValues(\.encoded) },
      { (objects: [String: Element.Coding]) in objects.mapValues(\.decoded) })
  }

  @available(
    *, unavailable,
    message:
      "'.coding' stores the object of a value in a transformable attribute: the property's type has to be an optional of an @Archivable struct or enum, or of an array, a set or a [String: …] dictionary of them"
  )
  public static func coding(_ transformer: String = "") -> AttributeStorage { fatalError("unavailable") }

  private init<Wrapped, Object>(
    _ transformer: String, _ object: @escaping (Wrapped) -> Object, _ value: @escaping (Object) -> Wrapped
  ) where Value == Wrapped? {
    self.init(
      attribute: {
        var attribute = ManagedAttribute(name: $0, type: .transformable, isOptional: true)
        attribute.transformerName = transformer
        return attribute
      }, encode: { $0.map(object) },
      decode: { stored in
        guard let stored else { return nil }
        if let stored = stored as? Object { return value(stored) }
        throw ArchiveError(
          .typeMismatch, expected: "the object of a \(Wrapped.self)", found: "\(Swift.type(of: stored))")
      })
  }

  // MARK: The fields of a struct

  /// Stores the fields of a struct as the elements of a composite attribute.
  public static func composition() -> AttributeStorage where Value: ArchiveRecord & ArchiveComposable {
    typealias Elements = Composite<Value>
    return AttributeStorage(
      attribute: { try Elements.attribute(named: $0, isOptional: false) },
      encode: { try Elements.dictionary(of: $0) }, decode: { try Elements.value(in: $0) })
  }

  /// Stores the fields of a struct as the elements of a composite attribute, or an empty attribute for `nil`.
  public static func composition<Wrapped: ArchiveRecord & ArchiveComposable>() -> AttributeStorage
  where Value == Wrapped? {
    typealias Elements = Composite<Wrapped>
    return AttributeStorage(
      attribute: { try Elements.attribute(named: $0, isOptional: true) },
      encode: { try $0.map { try Elements.dictionary(of: $0) } },
      decode: { try Elements.isNothing($0) ? nil : Elements.value(in: $0) })
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
