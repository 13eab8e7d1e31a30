package import ArchiveBytes

/// Receives the fields of a record's table, each with its types: how columns and paths learn of a struct's properties
/// without a coder.
package protocol FieldVisitor<Record> {
  associatedtype Record

  /// Receives the property at `keyPath`, whose values are stored as what `stored` returns.
  ///
  /// - Parameter isInPlace: Whether the stored form has the memory of the property.
  mutating func visit<Value, Stored: ArchiveValue>(
    _ keyPath: KeyPath<Record, Value>, at position: Int, isInPlace: Bool,
    stored: @escaping (Value) -> Stored)

  /// Receives a property of a tuple type, given by its parts.
  mutating func visit<each Part: ArchiveValue>(
    tuple part: repeat KeyPath<Record, each Part>, at position: Int)

  /// Receives a struct whose fields are stored flat, the first at `position`.
  mutating func visit<Part: ArchiveRecord>(composition keyPath: KeyPath<Record, Part>, at position: Int)

  /// Receives an optional struct whose fields are stored flat, or not at all for `nil`.
  mutating func visit<Part: ArchiveRecord>(
    optionalComposition keyPath: KeyPath<Record, Part?>, at position: Int)

  /// Receives why the field at `position` cannot be archived.
  mutating func fail(_ error: ArchiveError, at position: Int)

  /// Receives that the other values stay readable if a value of the field at `position` cannot be read: `init(fields:)`
  /// has a replacement.
  mutating func isolateFailures(at position: Int)
}
