package import ArchiveBytes

/// What decoding does when a field is stored, and its value cannot be read: it has another type, the property has no such
/// value, or a transformer refuses it.
///
/// Damaged bytes and passed limits are errors of the whole archive, and are thrown whatever the policy.
///
/// A policy covers what is read while the value of the field is made. An instance of a class is made first, and the rest
/// of it is read when all instances are there: variables with an initial value, optionals, arrays, sets and
/// dictionaries. When one of these cannot be read, that is an error whatever the policy of the field that the instance
/// is in; such a property can have a policy of its own.
public enum DecodeFailurePolicy: Sendable, Hashable {
  /// Decoding throws the error.
  case throwError
  /// The property gets the value that it has when an archive lacks the field.
  case fallbackToDefaultValue
  /// The property, an optional, gets `nil`. In builds with assertions the program stops first, with the error, so that
  /// a fault in development is seen; in others it goes on.
  case debugAssertNil
}

extension FieldDecoder {
  /// Reads a field by `read`; when the archive lacks it, or it cannot be read, the value is `defaultValue`.
  ///
  /// - Throws: What says that the archive is damaged, or passes a limit.
  public mutating func decode<Value>(
    at position: Int, orDefault defaultValue: @autoclosure () throws -> Value,
    _ read: (inout Self) throws -> Value
  ) throws -> Value {
    guard hasField(at: position) else { return try defaultValue() }
    return try decodeIfReadable(read) ?? defaultValue()
  }

  /// Reads a field by `read`; when the archive lacks it, or it cannot be read, the value stays what it is.
  ///
  /// - Throws: What says that the archive is damaged, or passes a limit.
  public mutating func decode<Value>(
    at position: Int, orKeep value: Value, _ read: (inout Self) throws -> Value
  ) throws -> Value {
    guard hasField(at: position) else { return value }
    return try decodeIfReadable(read) ?? value
  }

  /// Reads a field by `read`; `nil` when the archive lacks it. When it cannot be read, an assertion fails, or where
  /// there are none, the value is `nil`.
  ///
  /// - Throws: What says that the archive is damaged, or passes a limit.
  public mutating func decode<Value>(
    at position: Int, orAssertNil read: (inout Self) throws -> Value?
  ) throws -> Value? {
    guard hasField(at: position) else { return nil }
    return try decodeIfReadable(read, onFailure: DecodeFailure.assert) ?? nil
  }

  /// Reads a value by `read`; `nil` when that throws an error of one value.
  private mutating func decodeIfReadable<Value>(
    _ read: (inout Self) throws -> Value, onFailure: (ArchiveError) -> Void = { _ in }
  ) throws -> Value? {
    do {
      return try read(&self)
    } catch {
      let error = ArchiveError.wrapping(error)
      guard error.isOfOneValue else { throw error }
      onFailure(error)
      return nil
    }
  }
}

/// What happens at an error of a field whose policy is ``DecodeFailurePolicy/debugAssertNil``.
package enum DecodeFailure {
  /// Takes the place of the assertion while tests look at it.
  @TaskLocal package static var handler: Handler?

  /// A function in a struct: release builds of Swift 6.3.1 look in vain for the metadata of a task-local value that is a
  /// function itself, and `withValue` crashes.
  package struct Handler: Sendable {
    let report: @Sendable (ArchiveError) -> Void

    package init(_ report: @escaping @Sendable (ArchiveError) -> Void) { self.report = report }
  }

  static func assert(_ error: ArchiveError) {
    if let handler { return handler.report(error) }
    assertionFailure("a field with onDecodeFailure: .debugAssertNil cannot be read. \(error)")
  }
}
