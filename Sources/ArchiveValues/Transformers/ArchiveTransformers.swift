internal import ArchiveBytes
public import Foundation

/// The registry of transformers by name. A property, a configuration file or a Core Data model can refer to a
/// transformer by its name.
///
/// ```swift
/// ArchiveTransformers.register(CelsiusTransformer.self)  // as "CelsiusTransformer"
/// ```
///
/// These transformers are registered from the start, under the names of their types:
///
/// | name | values | stored as |
/// |---|---|---|
/// | `HexDataTransformer` | `Data` | `String` |
/// | `ISO8601DateTransformer` | `Date` | `String` |
///
/// The first use of a name that is not registered throws an error that lists the registered names. All methods may be
/// called from any thread.
public enum ArchiveTransformers: Sendable {
  private static let types = Locked<[String: any ArchiveTransformer.Type]>([
    "HexDataTransformer": HexDataTransformer.self, "ISO8601DateTransformer": ISO8601DateTransformer.self,
  ])

  /// Registers a transformer under a name, by default the name of its type.
  ///
  /// Register at the start of the program, before it writes or reads the first archive. Registering the same type again
  /// under its name has no effect. If the name already belongs to another type, the program stops: values stored under
  /// the name could no longer be read.
  public static func register<Transformer: ArchiveTransformer>(
    _ type: Transformer.Type, forName name: String = "\(Transformer.self)"
  ) {
    let taken = add(type, forName: name)
    precondition(
      taken == nil,
      "the name \"\(name)\" cannot be registered for \(type), it belongs to \(taken.map { "\($0)" } ?? "")")
  }

  /// Adds a type. If the name belongs to another type, returns that type instead.
  static func add(
    _ type: any ArchiveTransformer.Type, forName name: String
  ) -> (any ArchiveTransformer.Type)? {
    types.withLock { types in
      if let taken = types[name] { return taken == type ? nil : taken }
      types[name] = type
      return nil
    }
  }

  /// The registered names, in alphabetical order.
  public static var names: [String] { types.withLock { $0.keys.sorted() } }

  /// Returns the transformer with a name.
  ///
  /// - Throws: ``ArchiveError``, with the registered names and the most similar one, if the name is not registered.
  package static func transformer(named name: String) throws -> any ArchiveTransformer {
    if let type = types.withLock({ $0[name] }) { return type.init() }
    let question = nearestName(to: name, among: names).map { "Did you mean \"\($0)\"? " } ?? ""
    throw ArchiveError(
      .unsupported, expected: "the name of a registered transformer", found: "\"\(name)\"",
      advice: .changeCode(
        question
          + "Registered are: \(names.joined(separator: ", ")). Others must be registered before they are used: "
          + "ArchiveTransformers.register(_:forName:)."))
  }
}

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

/// Stores data as a string of hexadecimal digits, two per byte, in lower case: `01ff`.
///
/// Decoding also accepts upper case, but no other characters between or around the digits. It throws ``ArchiveError``
/// with the position of the first character that is not a digit, or if the number of digits is odd.
public struct HexDataTransformer: ArchiveTransformer {
  public init() {}

  public func encode(_ value: Data) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(2 * value.count)
    for byte in value {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  public func decode(_ stored: String) throws -> Data {
    var data = Data(capacity: stored.utf8.count / 2)
    var high: UInt8?
    for (offset, character) in stored.utf8.enumerated() {
      guard let digit = Character(Unicode.Scalar(character)).hexDigitValue.map(UInt8.init) else {
        throw ArchiveError(
          .malformed, expected: "hexadecimal digits",
          found: "another character, at byte \(offset) of the text")
      }
      if let first = high { data.append(first << 4 | digit) }
      high = high == nil ? digit : nil
    }
    guard high == nil else {
      throw ArchiveError(
        .truncated, expected: "two hexadecimal digits for each byte",
        found: "\(stored.utf8.count) digits")
    }
    return data
  }
}
