package import ArchiveBytes

/// A policy for a field that is stored but cannot be read: the stored value has another type, the property cannot
/// have this value, or a transformer refuses it.
///
/// Damaged bytes and exceeded limits are errors of the whole archive, and are thrown under every policy.
///
/// ``DecodeFailures`` collects the errors of values that were replaced or left out.
///
/// A policy applies while the value of the field is being created. An instance of a class is created first. Its
/// variables with an initial value, and its optional, array, set and dictionary variables, are read after all
/// instances exist. If one of these cannot be read, decoding throws, whatever the policy of the field that contains
/// the instance. Such a property can have its own policy.
public enum DecodeFailurePolicy: Sendable, Hashable {
  /// Decoding throws the error.
  case throwError
  /// The property gets the value that it has if an archive lacks the field.
  case fallbackToDefaultValue
  /// The property, an optional, gets `nil`. In builds with assertions, the program stops first and prints the error, so
  /// that you notice faults during development; in other builds, it continues.
  case debugAssertNil
  /// The property, an array, a set or a dictionary, gets the elements that can be read; the others are left out. An
  /// entry of a dictionary is left out if its key or its value cannot be read, and so is the second of two equal
  /// elements or keys. If the stored value is not a collection, decoding throws the error.
  case dropElements
}

extension FieldDecoder {
  /// Reads a field with `read`. Returns `defaultValue` if the archive lacks the field, or if it cannot be read.
  ///
  /// - Throws: Errors about a damaged archive or an exceeded limit.
  public mutating func decode<Value>(
    at position: Int, orDefault defaultValue: @autoclosure () throws -> Value,
    _ read: (inout Self) throws -> Value
  ) throws -> Value {
    guard hasField(at: position) else { return try defaultValue() }
    return try decodeIfReadable(read, else: .defaultValue) ?? defaultValue()
  }

  /// Reads a field with `read`. Returns `value` if the archive lacks the field, or if it cannot be read.
  ///
  /// - Throws: Errors about a damaged archive or an exceeded limit.
  public mutating func _decode<Value>(
    at position: Int, orKeep value: Value, _ read: (inout Self) throws -> Value
  ) throws -> Value {
    guard hasField(at: position) else { return value }
    return try decodeIfReadable(read, else: .defaultValue) ?? value
  }

  /// Reads a field with `read`. Returns `nil` if the archive lacks the field. If the field cannot be read, an assertion
  /// fails; in builds without assertions, the method returns `nil`.
  ///
  /// - Throws: Errors about a damaged archive or an exceeded limit.
  public mutating func _decode<Value>(
    at position: Int, orAssertNil read: (inout Self) throws -> Value?
  ) throws -> Value? {
    guard hasField(at: position) else { return nil }
    return try decodeIfReadable(read, else: .nil) ?? nil
  }

  /// Reads a value with `read`. If that throws an error about this value alone, reports the error and returns `nil`.
  private mutating func decodeIfReadable<Value>(
    _ read: (inout Self) throws -> Value, else used: DecodeFailure.Replacement
  ) throws -> Value? {
    let count = DecodeFailures.count
    do {
      return try read(&self)
    } catch {
      let error = ArchiveError.wrapping(error)
      guard error.isOfOneValue else { throw error }
      DecodeFailures.goBack(to: count)
      DecodeFailures.add(error, used: used)
      if used == .nil { DebugAssertion.assert(error) }
      return nil
    }
  }
}

/// Handles errors of fields with the policy ``DecodeFailurePolicy/debugAssertNil``.
package enum DebugAssertion {
  /// Replaces the assertion in tests.
  @TaskLocal package static var handler: Handler?

  /// Wraps a function in a struct. If a task-local value is itself a function, release builds with Swift 6.3.1 do not
  /// find its metadata, and `withValue` crashes.
  package struct Handler: Sendable {
    let report: @Sendable (ArchiveError) -> Void

    package init(_ report: @escaping @Sendable (ArchiveError) -> Void) { self.report = report }
  }

  static func assert(_ error: ArchiveError) {
    if let handler { return handler.report(error) }
    assertionFailure("a field with onDecodeFailure: .debugAssertNil cannot be read. \(error)")
  }
}

extension FieldDecoder {
  /// Checks the stored value of a constant at `position`. An archive that lacks the field is accepted.
  ///
  /// - Throws: ``ArchiveError/Code/invalidValue`` if the archive has another value.
  public mutating func _check<Value: ArchiveValue & Equatable>(_ constant: Value, at position: Int) throws {
    guard hasField(at: position) else { return }
    let found: Value = try decode(at: position)
    guard found != constant else { return }
    throw located(
      ArchiveError(
        .invalidValue, expected: "the constant \(String(reflecting: constant))",
        found: "\(String(reflecting: found))"), at: position)
  }
}
