internal import ArchiveBytes
internal import Foundation

/// A field's value in the form that encoders accept: an ``ArchiveValue`` with the same memory layout, whose type
/// implements the storage method.
package protocol StoredPart<Field>: ArchiveValue {
  /// The type of the property.
  associatedtype Field

  init(ofField field: Field)

  var field: Field { get }
}

extension StoredPart {
  fileprivate static func encode(_ field: Field, at position: Int, to encoder: inout some FieldEncoder) throws
  {
    try encoder.encode(Self(ofField: field), at: position)
  }

  fileprivate static func decode(at position: Int, from decoder: inout some FieldDecoder) throws -> Field {
    (try decoder.decode(at: position) as Self).field
  }
}

/// The storage of a field by a part. The part's type is looked up at each use, since a transformer may be registered
/// in between.
struct PartConversion<Field>: FieldConversion {
  /// Whether elements that cannot be read are left out.
  var dropsElements = false
  let find: () throws -> any StoredPart<Field>.Type

  func encode(_ field: Field, at position: Int, to encoder: inout some FieldEncoder) throws {
    let part: any StoredPart<Field>.Type
    do {
      part = try find()
    } catch {
      // Encodes a value that throws the error, so that the error names the field.
      return try encoder.encode(ClosurePart<Bool> { throw error }, at: position)
    }
    try part.encode(field, at: position, to: &encoder)
  }

  func decode(at position: Int, from decoder: inout some FieldDecoder) throws -> Field {
    let part: any StoredPart<Field>.Type
    do {
      part = try find()
    } catch {
      throw decoder.located(ArchiveError.wrapping(error), at: position)
    }
    guard dropsElements else { return try part.decode(at: position, from: &decoder) }
    let dropped = DecodeFailures.count
    let field = try part.decode(at: position, from: &decoder)
    if DecodeFailures.count > dropped {
      let path = decoder.located(ArchiveError(.unsupported), at: position).path
      if let name = path.last { DecodeFailures.locate(from: dropped, at: name) }
    }
    return field
  }

  func describe<Record>(
    _ keyPath: KeyPath<Record, Field>, at position: Int, to visitor: inout any FieldVisitor<Record>
  ) {
    func visit<Part: StoredPart<Field>>(_ part: Part.Type) {
      visitor.visit(keyPath, at: position, isInPlace: true) { Part(ofField: $0) }
    }
    do { try visit(find()) } catch { visitor.fail(ArchiveError.wrapping(error), at: position) }
  }
}

extension RawPart: StoredPart {
  package init(ofField field: Value) { self.init(field) }
  package var field: Value { value }
}

/// Stores `nil` as `nil`, whatever the storage method.
extension Optional: StoredPart where Wrapped: StoredPart {
  package init(ofField field: Wrapped.Field?) { self = field.map { Wrapped(ofField: $0) } }
  package var field: Wrapped.Field? { map(\.field) }
}

/// A value that is stored in the form that a transformer returns.
package struct TransformedPart<Transformer: ArchiveTransformer>: StoredPart {
  package let field: Transformer.Value

  package init(ofField field: Transformer.Value) { self.field = field }

  package func encodeValue(to encoder: inout some ValueEncoder) throws {
    try Transformer().encode(field).encodeValue(to: &encoder)
  }

  package static func decodeValue(from decoder: inout some ValueDecoder) throws -> TransformedPart {
    let stored = try Transformer.Stored.decodeValue(from: &decoder)
    let part = try TransformedPart(stored: stored)
    try decoder.charge(part.cost(of: stored))
    return part
  }

  /// Returns the bytes that the value takes beyond its stored form: the size of text and data, which may have been
  /// compressed, or four times the size of a payload.
  package func cost(of stored: Transformer.Stored) -> Int {
    byteCount(field) ?? byteCount(stored).map { 4 * $0 } ?? 0
  }

  /// Creates the value from a stored form. An error here, such as for truncated compressed data, concerns this value
  /// and not the whole archive.
  package init(stored: Transformer.Stored) throws {
    do {
      field = try Transformer().decode(stored)
    } catch let error as ArchiveError {
      throw error.asOneValue
    }
  }

  package static var archiveClasses: [AnyClass] { Transformer.Stored.archiveClasses }
  package static var _isNilStorable: Bool { Transformer.Stored._isNilStorable }
  package static var archiveName: String { Transformer.Stored.archiveName }
}

extension ArchiveError {
  /// The error as an error of a single value: it came from converting code, so it does not concern the archive's
  /// bytes or limits.
  var asOneValue: ArchiveError {
    if isOfOneValue { return self }
    return ArchiveError(.invalidValue, expected: expected, found: found, advice: advice, underlying: self)
  }
}

/// Returns the number of bytes of data or text; `nil` for anything else.
func byteCount<Value>(_ value: Value) -> Int? {
  // Compares the types first, which needs no cast of each value.
  if Value.self == Data.self { return (value as? Data)?.count }
  if Value.self == String.self { return (value as? String)?.utf8.count }
  return nil
}

/// The stored form of a value that closures convert, or the error of the conversion, which it throws at the place of
/// the field.
package struct ClosurePart<Form: ArchiveValue>: ArchiveValue {
  private let result: Result<Form, any Error>

  package init(ofForm form: Form) { result = .success(form) }

  init(_ encode: () throws -> Form) { result = Result(catching: encode) }

  package var form: Form { get throws { try result.get() } }

  package func encodeValue(to encoder: inout some ValueEncoder) throws { try form.encodeValue(to: &encoder) }

  package static func decodeValue(from decoder: inout some ValueDecoder) throws -> ClosurePart {
    let form = try Form.decodeValue(from: &decoder)
    try decoder.charge(cost(of: form))
    return ClosurePart(ofForm: form)
  }

  /// The cost of the value beyond its stored form. It is an estimate, since the size of a closure's result is unknown
  /// here.
  package static func cost(of form: Form) -> Int { 4 * (byteCount(form) ?? 0) }

  package static var archiveClasses: [AnyClass] { Form.archiveClasses }
  package static var archiveName: String { Form.archiveName }
  package static var _isNilStorable: Bool { Form._isNilStorable }
  package static var valueWhenAbsent: ClosurePart? { Form.valueWhenAbsent.map { ClosurePart(ofForm: $0) } }
}

/// The conversion of a field with a storage method.
protocol FieldConversion<Field> {
  associatedtype Field

  func encode(_ field: Field, at position: Int, to encoder: inout some FieldEncoder) throws
  func decode(at position: Int, from decoder: inout some FieldDecoder) throws -> Field
  func describe<Record>(
    _ keyPath: KeyPath<Record, Field>, at position: Int, to visitor: inout any FieldVisitor<Record>)
}

/// The closures for fields of one type.
struct ValueClosures<Field, Form: ArchiveValue>: FieldConversion {
  let toForm: (Field) throws -> Form
  let toValue: (Form) throws -> Field
  /// Returns the number of bytes of a value, whose stored form may be compressed; `nil` if it is unknown.
  var size: (Field) -> Int? = { _ in nil }

  func encode(_ field: Field, at position: Int, to encoder: inout some FieldEncoder) throws {
    try encoder.encode(ClosurePart { try toForm(field) }, at: position)
  }

  /// An error of the closure concerns only this value, and gets the place of the field.
  func decode(at position: Int, from decoder: inout some FieldDecoder) throws -> Field {
    let part: ClosurePart<Form> = try decoder.decode(at: position)
    let (form, field): (Form, Field)
    do {
      form = try part.form
      field = try toValue(form)
    } catch {
      throw decoder.located(ArchiveError.wrapping(error).asOneValue, at: position)
    }
    if let size = size(field) { try decoder.charge(max(0, size - ClosurePart.cost(of: form))) }
    return field
  }

  func describe<Record>(
    _ keyPath: KeyPath<Record, Field>, at position: Int, to visitor: inout any FieldVisitor<Record>
  ) {
    visitor.visit(keyPath, at: position, isInPlace: false) { field in
      ClosurePart { try toForm(field) }
    }
  }
}

extension FieldDecoder {
  /// Returns an error with the place of the field at `position`. Only the decoder knows the place, so this lets it
  /// read a value there that throws the error.
  mutating func located(_ error: ArchiveError, at position: Int) -> ArchiveError {
    do {
      _ = try decode(at: position) as Unreadable
    } catch let place as ArchiveError {
      return error.at(place)
    } catch {
      // Decoders throw no other errors.
    }
    return error
  }
}

/// A value that cannot be read.
private struct Unreadable: ArchiveValue {
  func encodeValue(to encoder: inout some ValueEncoder) throws { try encoder.encodeNil() }

  static func decodeValue(from decoder: inout some ValueDecoder) throws -> Unreadable {
    throw decoder.failure(.unsupported)
  }
}

/// A collection that can be read without its unreadable elements. A property with the policy
/// ``DecodeFailurePolicy/dropElements`` has such a type.
public protocol _ElementDropping {
  /// Reads the collection at the current place, and leaves out elements that cannot be read.
  ///
  /// - Throws: An error if the value is not a collection, the archive is damaged, or a limit is exceeded.
  static func _decodeDropping(from decoder: inout some ValueDecoder) throws -> Self
}

extension Array: _ElementDropping where Element: ArchiveValue {
  public static func _decodeDropping(from decoder: inout some ValueDecoder) throws -> [Element] {
    do {
      return try decoder._decodeCollection(.array) { decoder, count in
        // The archive's bytes bound the count, but a value may be far larger than its bytes, so the array grows with
        // the values.
        var values: [Element] = []
        values.reserveCapacity(Swift.min(count, 1024))
        for position in 0..<count {
          if let value: Element = try decoder.decode(at: position, dropping: true) { values.append(value) }
        }
        return values
      }
    } catch let error as ArchiveError where error.code == .typeMismatch && error.path.isEmpty {
      // Bytes are stored as data, and have no elements that could fail.
      guard let values = try? decodeValue(from: &decoder) else { throw error }
      return values
    }
  }
}

extension Set: _ElementDropping where Element: ArchiveValue {
  public static func _decodeDropping(from decoder: inout some ValueDecoder) throws -> Set<Element> {
    try decode(from: &decoder, dropping: true)
  }
}

extension Dictionary: _ElementDropping where Key: ArchiveValue, Value: ArchiveValue {
  public static func _decodeDropping(from decoder: inout some ValueDecoder) throws -> [Key: Value] {
    try decode(from: &decoder, dropping: true)
  }
}

/// `nil` stays `nil`.
extension Optional: _ElementDropping where Wrapped: _ElementDropping & ArchiveValue {
  public static func _decodeDropping(from decoder: inout some ValueDecoder) throws -> Wrapped? {
    try decoder.decodeNil() ? nil : try Wrapped._decodeDropping(from: &decoder)
  }
}

/// A collection whose elements are left out if they cannot be read. It is stored like any other collection.
package struct DroppingPart<Field: _ElementDropping & ArchiveValue>: StoredPart {
  package let field: Field

  package init(ofField field: Field) { self.field = field }

  package func encodeValue(to encoder: inout some ValueEncoder) throws {
    try field.encodeValue(to: &encoder)
  }

  package static func decodeValue(from decoder: inout some ValueDecoder) throws -> DroppingPart {
    DroppingPart(ofField: try Field._decodeDropping(from: &decoder))
  }

  package static var archiveClasses: [AnyClass] { Field.archiveClasses }
  package static var archiveName: String { Field.archiveName }
  package static var _isNilStorable: Bool { Field._isNilStorable }
  package static var valueWhenAbsent: DroppingPart? {
    Field.valueWhenAbsent.map { DroppingPart(ofField: $0) }
  }
}
