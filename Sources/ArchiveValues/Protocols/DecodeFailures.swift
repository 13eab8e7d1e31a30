public import ArchiveBytes
internal import Foundation

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

  /// Reads an element of a collection.
  ///
  /// - Parameters:
  ///   - dropping: Whether to return `nil` if only this element cannot be read.
  ///   - place: The place of the element, for failures. Needed for a key or a value of a dictionary, since the
  ///     decoder does not add its place to the paths of errors itself.
  mutating func decode<Value: ArchiveValue>(
    at position: Int, dropping: Bool, as place: @autoclosure () -> ArchiveError.PathComponent? = nil
  ) throws -> Value? {
    guard dropping else {
      let value: Value = try decode(at: position)
      return value
    }
    let count = DecodeFailures.count
    do {
      let value: Value = try decode(at: position)
      DecodeFailures.locate(from: count, at: place() ?? .index(position))
      return value
    } catch {
      let error = ArchiveError.wrapping(error)
      guard error.isOfOneValue else { throw error }
      DecodeFailures.goBack(to: count)
      DecodeFailures.add(place().map(error.prefixed) ?? error, used: .nothing)
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

/// A value that could not be read, with its error and its replacement.
public struct DecodeFailure: Sendable, CustomStringConvertible {
  /// The error, with the path of the value. The path begins at the property with the policy: `events[2].kind`.
  public let error: ArchiveError
  /// The replacement that was used.
  public let used: Replacement

  /// The replacement for a value that could not be read.
  public enum Replacement: Sendable, Hashable {
    /// The value that the property has if an archive lacks the field.
    case defaultValue
    /// `nil`.
    case `nil`
    /// Nothing: the element was left out of its collection.
    case nothing
    /// The previously stored value: a property that cannot throw could not store its new value.
    case storedValue
  }

  fileprivate init(_ error: ArchiveError, used: Replacement) { (self.error, self.used) = (error, used) }

  /// The error and the replacement.
  public var description: String {
    switch used {
    case .defaultValue: "\(error) The default value was used."
    case .nil: "\(error) nil was used."
    case .nothing: "\(error) The element was left out."
    case .storedValue: "\(error) The stored value was kept."
    }
  }
}

/// The values that could not be read while the program continued: because of a ``DecodeFailurePolicy``, or because a
/// property cannot throw.
///
/// ```swift
/// let (sessions, failures) = try DecodeFailures.collecting {
///   try KeyedArchive.decode([Session].self, from: data)
/// }
/// for failure in failures { print("not read:", failure) }
/// ```
public enum DecodeFailures {
  /// The number of failures that are kept.
  package static let maximumCount = 1000

  @TaskLocal private static var current: Locked<[DecodeFailure]>?

  /// Runs `body`, and returns its result with the failures that occurred, in order: one for each field that was
  /// replaced, and one for each element that was left out. It works in every format, through `NSCoder`, and for
  /// properties that cannot throw.
  ///
  /// If an error has a byte offset, it is the offset of the value that could not be read. At most 1,000 failures are
  /// kept; later values are replaced, too.
  ///
  /// - Throws: The error of `body`.
  public static func collecting<Value>(
    _ body: () throws -> Value
  ) rethrows -> (value: Value, failures: [DecodeFailure]) {
    let found = Locked<[DecodeFailure]>([])
    let value = try $current.withValue(found, operation: body)
    return (value, found.withLock { $0 })
  }

  // MARK: Properties that cannot throw

  private static let handler = Locked<@Sendable (DecodeFailure) -> Void>({ NSLog("%@", "\($0)") })

  /// Calls a closure for each failure of a property that cannot throw, on the thread where it occurs, unless
  /// ``collecting(_:)`` collects it. By default, these failures are logged.
  public static func handle(_ body: @escaping @Sendable (DecodeFailure) -> Void) {
    handler.withLock { $0 = body }
  }

  /// Reports an error that nothing throws.
  package static func report(_ error: any Error, used: DecodeFailure.Replacement) {
    let error = ArchiveError.wrapping(error)
    guard current == nil else { return add(error, used: used) }
    handler.withLock { $0 }(DecodeFailure(error, used: used))
  }

  // MARK: For decoders

  /// The number of failures so far; 0 outside of ``collecting(_:)``.
  package static var count: Int { current?.withLock { $0.count } ?? 0 }

  /// Adds a failure, if the program collects failures.
  package static func add(_ error: @autoclosure () -> ArchiveError, used: DecodeFailure.Replacement) {
    guard let current else { return }
    let failure = DecodeFailure(error(), used: used)
    current.withLock { if $0.count < maximumCount { $0.append(failure) } }
  }

  /// Removes the failures after the first `count`, because the enclosing value is about to be read again, or replaced
  /// itself.
  package static func goBack(to count: Int) {
    current?.withLock { failures in failures.removeLast(max(0, failures.count - count)) }
  }

  /// Prefixes the paths of the failures after the first `count`.
  package static func locate(from count: Int, at component: @autoclosure () -> ArchiveError.PathComponent) {
    guard let current, self.count > count else { return }
    let component = component()
    current.withLock { failures in
      for index in count..<failures.count {
        failures[index] = DecodeFailure(failures[index].error.prefixed(component), used: failures[index].used)
      }
    }
  }
}
