/// Converts values of one type to values of another that an archive can hold, and back.
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
/// A property names its transformer, and the compiler checks that the transformer fits the type of the property. `nil`
/// is stored as `nil`, without a call of the transformer.
///
/// It is like Foundation's `ValueTransformer`, with types. Coders may create a transformer for each value, and use it
/// from any thread, so equal transformers must convert alike. A property may have an instance with settings,
/// `.transformed(Scale(by: 10))`.
public protocol ArchiveTransformer<Value>: Sendable {
  /// The type that programs work with.
  associatedtype Value
  /// The type that archives hold.
  associatedtype Stored: ArchiveValue

  /// Creates the transformer that `.transformed(T.self)` and a registered name stand for. One with settings has its defaults
  /// here.
  init()

  /// Returns the stored form of a value.
  ///
  /// - Throws: Any error. The archive's `encode` then throws an ``ArchiveError`` with the place: the transformer's own,
  ///   or one with the other error underlying.
  func encode(_ value: Value) throws -> Stored

  /// Returns the value of a stored form.
  ///
  /// - Throws: An error if no value has that form. The archive's `decode` then throws it, with its place in the
  ///   archive.
  func decode(_ stored: Stored) throws -> Value
}
