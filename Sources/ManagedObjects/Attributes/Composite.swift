internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// The fields of a struct as the elements of a composite attribute: a dictionary.
enum Composite {
  static func dictionary<Record: ArchiveRecord>(of record: Record) throws -> [String: Any] {
    try Record.checkComposition()
    var encoder = AttributeEncoder()
    try record.encodeFields(to: &encoder)
    let names = Record.archiveSchema.cases[0].fields
    var elements: [String: Any] = [:]
    for (position, value) in encoder.fields {
      if let value { elements[names[position]] = value }
    }
    return elements
  }

  static func value<Record: ArchiveRecord>(in stored: Any?) throws -> Record {
    guard let stored else { throw ArchiveError.foundNil(expected: "the elements of a \(Record.self)") }
    guard let elements = stored as? [String: Any] else {
      throw ArchiveError(.typeMismatch, expected: "the elements of a \(Record.self)", found: "\(stored)")
    }
    let schema = Record.archiveSchema.cases[0]
    let values = schema.fields.map { name -> Any? in
      let names = [name] + (schema.formerFields[name] ?? [])
      return names.lazy.compactMap { elements[$0] }.first { !($0 is NSNull) }
    }
    var decoder = AttributeDecoder(values, names: schema.fields)
    return try Record(fields: &decoder)
  }

  /// Whether a composite attribute holds nothing. A store has a column for each element, and none for the attribute.
  static func isNothing(_ stored: Any?) -> Bool {
    stored == nil || (stored as? [String: Any])?.values.allSatisfy { $0 is NSNull } ?? false
  }

  static func type<Record: ArchiveRecord>(
    of type: Record.Type, isOptional: Bool = false
  ) throws -> AttributeType {
    let elements = try elements(of: type).map(\.element)
    if isOptional, elements.allSatisfy(\.isOptional) {
      throw AttributeEncoder.unsupported(
        "an optional \(type), whose fields may all be nil, like the attribute")
    }
    return .composite(elements)
  }

  /// Returns the elements for the fields of a struct.
  static func elements<Record: ArchiveRecord>(of type: Record.Type) throws -> [CompositeElement] {
    try Record.checkComposition()
    guard let table = Record.archiveTable else {
      throw AttributeEncoder.unsupported("a \(type), which has no table of fields")
    }
    var visitor = ElementVisitor<Record>(schema: Record.archiveSchema.cases[0])
    table.describe(to: &visitor)
    if let error = visitor.error { throw error }
    return visitor.elements
  }
}

/// An element of a composite attribute that holds a field of a struct.
struct CompositeElement {
  let element: AttributeType.Element
  let keyPath: AnyKeyPath
  /// Returns what the element holds for a value of the field.
  let encode: (Any) throws -> Any?
}

/// Collects the elements of a composite attribute from the fields of a struct.
private struct ElementVisitor<Record: ArchiveRecord>: FieldVisitor {
  let schema: ArchiveSchema.Case
  var elements: [CompositeElement] = []
  var error: ArchiveError?

  mutating func visit<Value, Stored: ArchiveValue>(
    _ keyPath: KeyPath<Record, Value>, at position: Int, isInPlace: Bool, stored: @escaping (Value) -> Stored
  ) {
    do {
      let (type, isOptional) = try AttributeDecoder.type { _ = try $0.decode(at: 0) as Stored }
      let name = schema.fields[position]
      let element = AttributeType.Element(
        name: name, type: type, isOptional: isOptional, formerName: schema.formerFields[name]?.first)
      elements.append(
        CompositeElement(element: element, keyPath: keyPath) {
          try ($0 as? Value).flatMap { try AttributeEncoder.attributeValue(of: stored($0)) }
        })
    } catch { fail(ArchiveError.wrapping(error), at: position) }
  }

  mutating func visit<each Part: ArchiveValue>(
    tuple part: repeat KeyPath<Record, each Part>, at position: Int
  ) {
    fail(AttributeEncoder.unsupported("a tuple"), at: position)
  }

  mutating func visit<Part: ArchiveRecord>(composition keyPath: KeyPath<Record, Part>, at position: Int) {
    fail(AttributeEncoder.unsupported("a composition inside a composition"), at: position)
  }

  mutating func visit<Part: ArchiveRecord>(
    optionalComposition keyPath: KeyPath<Record, Part?>, at position: Int
  ) {
    fail(AttributeEncoder.unsupported("a composition inside a composition"), at: position)
  }

  mutating func fail(_ error: ArchiveError, at position: Int) {
    self.error = self.error ?? error.prefixed(.field(schema.fields[position]))
  }

  mutating func isolateFailures(at position: Int) {}
}
