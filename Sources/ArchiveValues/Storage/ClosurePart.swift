internal import ArchiveBytes
internal import Foundation

/// What coders take for a field that closures convert: its stored form.
package protocol ConvertedPart: ArchiveValue {
  associatedtype Form
  init(ofForm form: Form)
}

extension Optional: ConvertedPart where Wrapped: ConvertedPart {
  package init(ofForm form: Wrapped.Form?) { self = form.map { Wrapped(ofForm: $0) } }
}

/// The stored form of a value that closures convert, or why there is none. It throws that at the place of the field.
package struct ClosurePart<Form: ArchiveValue>: ConvertedPart {
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

  /// What the value counts beyond its stored form: what a closure makes of that is not known here.
  package static func cost(of form: Form) -> Int { 4 * (byteCount(form) ?? 0) }

  package static var archiveClasses: [AnyClass] { Form.archiveClasses }
  package static var archiveName: String { Form.archiveName }
  package static var isNilStorable: Bool { Form.isNilStorable }
}

/// How a field is stored that closures convert.
protocol FieldClosures<Field> {
  associatedtype Field

  func encode(_ field: Field, at position: Int, to encoder: inout some FieldEncoder) throws
  func decode(at position: Int, from decoder: inout some FieldDecoder) throws -> Field
  func describe<Record>(
    _ keyPath: KeyPath<Record, Field>, at position: Int, to visitor: inout some FieldVisitor<Record>)
}

/// The closures for fields of one type.
struct ValueClosures<Field, Form: ArchiveValue>: FieldClosures {
  let toForm: (Field) throws -> Form
  let toValue: (Form) throws -> Field

  func encode(_ field: Field, at position: Int, to encoder: inout some FieldEncoder) throws {
    try encoder.encode(ClosurePart { try toForm(field) }, at: position)
  }

  func decode(at position: Int, from decoder: inout some FieldDecoder) throws -> Field {
    let part: ClosurePart<Form> = try decoder.decode(at: position)
    return try decoder.converting(at: position) { try toValue(part.form) }
  }

  func describe<Record>(
    _ keyPath: KeyPath<Record, Field>, at position: Int, to visitor: inout some FieldVisitor<Record>
  ) {
    visitor.visit(keyPath, at: position, isInPlace: false) { field in
      ClosurePart { try toForm(field) }
    }
  }
}

/// The closures for fields of an optional type. `nil` is stored as `nil`.
struct OptionalClosures<Wrapped, Form: ArchiveValue>: FieldClosures {
  let toForm: (Wrapped) throws -> Form
  let toValue: (Form) throws -> Wrapped

  func encode(_ field: Wrapped?, at position: Int, to encoder: inout some FieldEncoder) throws {
    try encoder.encode(field.map { value in ClosurePart { try toForm(value) } }, at: position)
  }

  func decode(at position: Int, from decoder: inout some FieldDecoder) throws -> Wrapped? {
    guard let part: ClosurePart<Form> = try decoder.decode(at: position) as ClosurePart<Form>? else {
      return nil
    }
    return try decoder.converting(at: position) { try toValue(part.form) }
  }

  func describe<Record>(
    _ keyPath: KeyPath<Record, Wrapped?>, at position: Int, to visitor: inout some FieldVisitor<Record>
  ) {
    visitor.visit(keyPath, at: position, isInPlace: false) { field in
      field.map { value in ClosurePart { try toForm(value) } }
    }
  }
}

extension FieldDecoder {
  /// Runs `convert`, which makes the value of the field at `position` of its stored form. Its errors concern this value
  /// alone, and get the place of the field.
  fileprivate mutating func converting<Value>(
    at position: Int, _ convert: () throws -> Value
  ) throws -> Value {
    do {
      return try convert()
    } catch {
      throw located(ArchiveError.wrapping(error).asOneValue, at: position)
    }
  }
}
