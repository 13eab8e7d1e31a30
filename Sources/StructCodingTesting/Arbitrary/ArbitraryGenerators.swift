internal import ArchiveBytes
public import ArchiveValues

/// Generators of test values of a type. Values come from the type's own decoding, and from your generators where that
/// is not enough.
///
/// ```swift
/// assertRoundTrip(arbitrary: Session.self) { make in
///   make.field("events.eventTag") { random in ["open", "close"].randomElement(using: &random) ?? "" }
///   make.type(URL.self) { random in URL(fileURLWithPath: "/tmp/\(random.below(100))") }
/// }
/// ```
///
/// Most types need no generator: values are generated for fields of any archivable type, and for transformed values of
/// such types. If a type refuses a value, another one is generated. You need a generator for a field that refuses
/// nearly everything, for types that only a storage method can store, such as `Codable` payloads, for string
/// enumerations that are not `CaseIterable`, and for objects of other classes, such as Foundation's, colours and fonts.
public struct ArbitraryGenerators {
  private var byPath: [String: (inout TestGenerator) throws -> Any] = [:]
  private var byType: [ObjectIdentifier: (inout TestGenerator) throws -> Any] = [:]

  /// Creates the library's own generators.
  public init() {}

  /// Generates a field with `make`. For a field that closures convert, return the stored form.
  ///
  /// - Parameter path: The stored names from the root to the field, such as `events.eventTag`. Elements of collections
  ///   and cases add no name.
  public mutating func field<Value>(_ path: String, _ make: @escaping (inout TestGenerator) throws -> Value) {
    byPath[path] = make
  }

  /// Generates every value of a type with `make`.
  public mutating func type<Value>(
    _ type: Value.Type, _ make: @escaping (inout TestGenerator) throws -> Value
  ) {
    byType[ObjectIdentifier(type)] = make
  }

  /// Returns a value of a type.
  ///
  /// - Throws: ``ArchiveError`` if the type refuses all values generated for it.
  public func value<Value: ArchiveValue>(of type: Value.Type, using random: inout TestGenerator) throws
    -> Value
  {
    var decoder = ArbitraryDecoder(self, random)
    defer { random = decoder.random }
    return try decoder.root(type)
  }

  // MARK: For the decoder

  /// Returns a value from the generator for a path; `nil` without a generator.
  func value<Value: ArchiveValue>(
    of type: Value.Type, at path: [String], _ random: inout TestGenerator
  ) throws -> Value? {
    if byPath.isEmpty { return nil }
    let path = path.joined(separator: ".")
    guard let made = try byPath[path]?(&random) else { return nil }
    if let value = made as? Value { return value }
    if let part = type as? any StoredPart.Type, let value = Self.part(part, made) as? Value { return value }
    if let part = type as? any ConvertedPart.Type, let value = Self.part(part, made) as? Value {
      return value
    }
    throw ArchiveError(
      .unsupported, expected: "a generator of \(type) at \(path)", found: "one of \(Swift.type(of: made))")
  }

  /// Returns a value from the generator for a type; `nil` without a generator.
  func value<Value>(of type: Value.Type, _ random: inout TestGenerator) throws -> Value? {
    guard let make = byType[ObjectIdentifier(type)] else { return nil }
    return try make(&random) as? Value
  }

  private static func part<Part: StoredPart>(_ type: Part.Type, _ field: Any) -> Part? {
    (field as? Part.Field).map { Part(ofField: $0) }
  }

  private static func part<Part: ConvertedPart>(_ type: Part.Type, _ form: Any) -> Part? {
    (form as? Part.Form).map { Part(ofForm: $0) }
  }
}

/// The assertion that receives a generator calls it.
@available(*, unavailable)
extension ArbitraryGenerators: Sendable {}

/// The stored form of a field that closures convert, whatever the form's type is.
private protocol ConvertedPart: ArchiveValue {
  associatedtype Form
  init(ofForm form: Form)
}

extension ClosurePart: ConvertedPart {}
