package import ArchiveBytes

/// Receives the fields of a record's table, each with its types. This is how columns and paths find a struct's
/// properties without a coder.
package protocol FieldVisitor<Record> {
  associatedtype Record

  /// Receives the property at `keyPath`. Its values are stored in the form that `stored` returns.
  ///
  /// - Parameter isInPlace: Whether the stored form has the same memory layout as the property.
  mutating func visit<Value, Stored: ArchiveValue>(
    _ keyPath: KeyPath<Record, Value>, at position: Int, isInPlace: Bool,
    stored: @escaping (Value) -> Stored)

  /// Receives a property of a tuple type, given by its parts.
  mutating func visit<each Part: ArchiveValue>(
    tuple part: repeat KeyPath<Record, each Part>, at position: Int)

  /// Receives a struct whose fields are stored flat, beginning at `position`.
  mutating func visit<Part: ArchiveRecord>(composition keyPath: KeyPath<Record, Part>, at position: Int)

  /// Receives an optional struct whose fields are stored flat, or not at all for `nil`.
  mutating func visit<Part: ArchiveRecord>(
    optionalComposition keyPath: KeyPath<Record, Part?>, at position: Int)

  /// Receives the reason why the field at `position` cannot be archived.
  mutating func fail(_ error: ArchiveError, at position: Int)

  /// Receives the position of a field whose values `init(fields:)` can replace. If one of them cannot be read, the
  /// other values stay readable.
  mutating func isolateFailures(at position: Int)
}
