/// Converts values of one type to values of another type that archives can store, and back.
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
/// A property names its transformer, and the compiler checks that the transformer fits the type of the property.
/// `nil` is stored as `nil`, without calling the transformer.
///
/// It is a typed counterpart of Foundation's `ValueTransformer`. Coders may create a transformer for each value, and
/// use it from any thread, so equal transformers must convert alike. A property may name an instance with settings:
/// `.transformed(Scale(by: 10))`.
public protocol ArchiveTransformer<Value>: Sendable {
  /// The type that programs work with.
  associatedtype Value
  /// The type that archives store.
  associatedtype Stored: ArchiveValue

  /// Creates the transformer for `.transformed(T.self)` and for a registered name. A transformer with settings sets
  /// their defaults here.
  init()

  /// Returns the stored form of a value.
  ///
  /// - Throws: Any error. The archive's `encode` then throws an ``ArchiveError`` with the place: the transformer's
  ///   own `ArchiveError`, or a new one with the transformer's error as the underlying error.
  func encode(_ value: Value) throws -> Stored

  /// Returns the value of a stored form.
  ///
  /// - Throws: An error if no value has that form. The archive's `decode` then throws it, with its place in the
  ///   archive.
  func decode(_ stored: Stored) throws -> Value
}
