internal import ArchiveBytes
public import ArchiveValues

/// Generators of test values of a type: by the type's own decoding, and by generators of yours where that is not enough.
///
/// ```swift
/// assertRoundTrip(arbitrary: Session.self) { make in
///   make.field("events.eventTag") { random in ["open", "close"].randomElement(using: &random) ?? "" }
///   make.type(URL.self) { random in URL(fileURLWithPath: "/tmp/\(random.below(100))") }
/// }
/// ```
///
/// Most types need no generator: fields of any archivable type are made up, and transformed values of such types too.
/// Values that a type refuses are made again. A generator is needed for a field that refuses nearly everything, for types
/// that only a storage method stores, such as `Codable` payloads, for enumerations of texts that are not `CaseIterable`, and
/// for objects of other classes: of Foundation, colours, fonts.
public struct ArbitraryGenerators {
  private var byPath: [String: (inout TestGenerator) throws -> Any] = [:]
  private var byType: [ObjectIdentifier: (inout TestGenerator) throws -> Any] = [:]

  /// Creates generators that are the library's own.
  public init() {}

  /// Makes a field by `make`. For a field that closures convert, return the stored form.
  ///
  /// - Parameter path: The stored names from the root to the field, such as `events.eventTag`. Elements of collections and
  ///   cases have no name.
  public mutating func field<Value>(_ path: String, _ make: @escaping (inout TestGenerator) throws -> Value) {
    byPath[path] = make
  }

  /// Makes every value of a type by `make`.
  public mutating func type<Value>(
    _ type: Value.Type, _ make: @escaping (inout TestGenerator) throws -> Value
  ) {
    byType[ObjectIdentifier(type)] = make
  }

  /// Returns a value of a type.
  ///
  /// - Throws: ``ArchiveError`` if the type refuses everything that is made up for it.
  public func value<Value: ArchiveValue>(of type: Value.Type, using random: inout TestGenerator) throws
    -> Value
  {
    var decoder = ArbitraryDecoder(self, random)
    defer { random = decoder.random }
    return try decoder.root(type)
  }

  // MARK: For the decoder

  /// Returns the value of the generator for a path; `nil` without one.
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

  /// Returns the value of the generator for a type; `nil` without one.
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

/// A generator is called by the assertion that it was given to.
@available(*, unavailable)
extension ArbitraryGenerators: Sendable {}

/// What a field that closures convert is stored as, whatever its form is.
private protocol ConvertedPart: ArchiveValue {
  associatedtype Form
  init(ofForm form: Form)
}

extension ClosurePart: ConvertedPart {}
