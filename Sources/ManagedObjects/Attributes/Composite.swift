internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// The fields of a struct as the elements of a composite attribute: a dictionary.
enum Composite<Record: ArchiveRecord> {
  static func dictionary(of record: Record) throws -> [String: Any] {
    try Record.checkComposition()
    var encoder = AttributeEncoder()
    try record.encodeFields(to: &encoder)
    let names = Record.archiveSchema.cases[0].fields
    return Dictionary(uniqueKeysWithValues: encoder.fields.map { (names[$0], $1) })
  }

  static func value(in stored: Any?) throws -> Record {
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

  /// Whether a composite attribute is empty. A store has a column for each element, and none for the attribute.
  static func isNothing(_ stored: Any?) -> Bool {
    stored == nil || (stored as? [String: Any])?.values.allSatisfy { $0 is NSNull } ?? false
  }

  static func attribute(named name: String, isOptional: Bool) throws -> ManagedAttribute {
    var attribute = ManagedAttribute(name: name, type: .composite, isOptional: isOptional)
    attribute.elements = try elements().map(\.attribute)
    if isOptional, attribute.elements.allSatisfy(\.isOptional) {
      throw unsupported("an optional \(Record.self), whose fields may all be nil, like the attribute")
    }
    return attribute
  }

  /// Returns the elements for the fields of the struct.
  static func elements() throws -> [CompositeElement] {
    try Record.checkComposition()
    guard let table = Record.archiveTable else {
      throw unsupported("a \(Record.self), which has no table of fields")
    }
    var visitor = ElementVisitor<Record>()
    table.describe(to: &visitor)
    return try visitor.elements.get()
  }
}

/// An element of a composite attribute that holds a field of a struct.
struct CompositeElement {
  let attribute: ManagedAttribute
  let keyPath: AnyKeyPath
  /// Returns the stored form of a field's value.
  let encode: (Any) throws -> Any?
}

/// Collects the elements of a composite attribute from the fields of a struct.
private struct ElementVisitor<Record: ArchiveRecord>: FieldVisitor {
  /// The elements, or the error of the first field that cannot be an element.
  var elements = Result<[CompositeElement], ArchiveError>.success([])

  mutating func visit<Value, Stored: ArchiveValue>(
    _ keyPath: KeyPath<Record, Value>, at position: Int, isInPlace: Bool, stored: @escaping (Value) -> Stored
  ) {
    let schema = Record.archiveSchema.cases[0]
    let name = schema.fields[position]
    do {
      var attribute = try AttributeDecoder.attribute(named: name) { _ = try $0.decode(at: 0) as Stored }
      attribute.formerName = schema.formerFields[name]?.first
      let element = CompositeElement(attribute: attribute, keyPath: keyPath) { value in
        guard let value = value as? Value else { return nil }
        var encoder = AttributeEncoder()
        try encoder.encode(stored(value), at: 0)
        return encoder.fields[0]
      }
      elements = elements.map { $0 + [element] }
    } catch { fail(ArchiveError.wrapping(error), at: position) }
  }

  mutating func visit<each Part: ArchiveValue>(
    tuple part: repeat KeyPath<Record, each Part>, at position: Int
  ) { fail(unsupported("a tuple"), at: position) }

  mutating func visit<Part: ArchiveRecord>(composition keyPath: KeyPath<Record, Part>, at position: Int) {
    fail(unsupported("a composition inside a composition"), at: position)
  }

  mutating func visit<Part: ArchiveRecord>(
    optionalComposition keyPath: KeyPath<Record, Part?>, at position: Int
  ) { fail(unsupported("a composition inside a composition"), at: position) }

  mutating func fail(_ error: ArchiveError, at position: Int) {
    let error = error.prefixed(.field(Record.archiveSchema.cases[0].fields[position]))
    elements = elements.flatMap { _ in .failure(error) }
  }

  mutating func isolateFailures(at position: Int) {}
}
