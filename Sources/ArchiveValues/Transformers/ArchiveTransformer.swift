/// Turns values of one type into values of another that an archive can hold, and back.
///
/// ```swift
/// struct CelsiusTransformer: ArchiveTransformer {
///   func encode(_ value: Temperature) throws -> Double { value.celsius }
///   func decode(_ stored: Double) throws -> Temperature {
///     guard stored >= -273.15 else { throw TemperatureError.belowAbsoluteZero }
///     return Temperature(celsius: stored)
///   }
/// }
/// ```
///
/// A property names its transformer, and the compiler checks that it is one for the type of the property; `nil` is
/// stored as `nil`, without asking the transformer.
///
/// The idea is that of Foundation's `ValueTransformer`, with types. A transformer has no state of its own: it may be made
/// anew for each value, and is used from any thread.
public protocol ArchiveTransformer<Value>: Sendable {
  /// The type that programs work with.
  associatedtype Value
  /// The type that archives hold.
  associatedtype Stored: ArchiveValue

  /// Creates the transformer.
  init()

  /// The stored form of a value.
  ///
  /// - Throws: What the archive's `encode` then throws, located: an ``ArchiveError`` as it is, another error as the
  ///   reason of one.
  func encode(_ value: Value) throws -> Stored

  /// The value of a stored form.
  ///
  /// - Throws: When no value has that form. The archive's `decode` then throws it, located in the archive.
  func decode(_ stored: Stored) throws -> Value
}
