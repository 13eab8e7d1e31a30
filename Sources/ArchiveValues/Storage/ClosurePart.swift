internal import ArchiveBytes
internal import Foundation

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
