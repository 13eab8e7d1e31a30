internal import Foundation

/// A value that can be a field of an archive.
///
/// Numbers, strings, dates, collections, optionals, Foundation's value types and every ``ArchiveRecord`` (including
/// every `@Archivable` type) conform. To store a type of your own as another value, conform it to
/// ``ArchiveRepresentable``. A `RawRepresentable` type whose raw value is an `ArchiveValue` needs only the conformance,
/// no members.
public protocol ArchiveValue {
  /// Stores the value at the encoder's current place, with exactly one call to one of its methods.
  func encodeValue(to encoder: inout some ValueEncoder) throws

  /// Reads the value at the decoder's current place.
  ///
  /// - Throws: ``ArchiveError`` if the archive holds something else there.
  static func decodeValue(from decoder: inout some ValueDecoder) throws -> Self

  /// The Objective-C classes that an `NSCoder` may find where this value is stored; `decodeObject(of:forKey:)` allows
  /// these. By default, they are the classes of numbers and strings.
  static var archiveClasses: [AnyClass] { get }

  /// A short, stable name of the type, used in the class names of generic types (`Models_Box_Int_Coding`).
  static var archiveName: String { get }

  /// The value to use if an archive lacks the field. If it is `nil`, a missing field is an error. Optionals return
  /// `nil`.
  static var valueWhenAbsent: Self? { get }

  /// Whether a value of the type may itself be stored as `nil`. An optional around such a value needs a box.
  static var _isNilStorable: Bool { get }

  // MARK: For types of the library. The defaults are right for every type.

  /// Stores an array of the type at the encoder's current place. A type that stores many values more compactly, such
  /// as `UInt8`, implements it.
  static func _encodeArray(_ values: [Self], to encoder: inout some ValueEncoder) throws

  /// Reads an array of the type at the decoder's current place.
  ///
  /// `Element` is always `Self`. It is a separate parameter because a protocol with methods that return `[Self]`
  /// excludes every non-final class, and so `NSObject`. Call `decodeArray(from:)` instead.
  static func _decodeArray<Element: ArchiveValue>(
    of type: Element.Type, from decoder: inout some ValueDecoder
  ) throws -> [Element]
}

extension ArchiveValue {
  public static var archiveClasses: [AnyClass] { [NSNumber.self, NSString.self] }

  public static var archiveName: String {
    let name = String(describing: Self.self).map { $0.isLetter || $0.isNumber ? $0 : "_" }
    return String(name)
  }

  public static var valueWhenAbsent: Self? { nil }

  public static var _isNilStorable: Bool { false }

  public static func _encodeArray(_ values: [Self], to encoder: inout some ValueEncoder) throws {
    try encoder._encodeCollection(.array, count: values.count) { encoder in
      for (position, value) in values.enumerated() { try encoder.encode(value, at: position) }
    }
  }

  public static func _decodeArray<Element: ArchiveValue>(
    of type: Element.Type, from decoder: inout some ValueDecoder
  ) throws -> [Element] {
    try decoder._decodeCollection(.array) { decoder, count in
      // The archive's bytes bound the count, but a value may be far larger than its bytes, so the array grows with
      // the values.
      var values: [Element] = []
      values.reserveCapacity(Swift.min(count, 1024))
      for position in 0..<count { values.append(try decoder.decode(at: position)) }
      return values
    }
  }

  /// Reads an array of the type at the decoder's current place.
  static func decodeArray(from decoder: inout some ValueDecoder) throws -> [Self] {
    try _decodeArray(of: Self.self, from: &decoder)
  }
}

extension ArchiveValue where Self: RawRepresentable, RawValue: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try rawValue.encodeValue(to: &encoder)
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Self {
    try decoder.decodeRawRepresentable()
  }

  public static var archiveClasses: [AnyClass] { RawValue.archiveClasses }
  public static var _isNilStorable: Bool { RawValue._isNilStorable }
}

// MARK: For conformances

extension [AnyClass] {
  /// Returns these classes, followed by the classes of `others` that are not among them.
  func adding(_ others: [AnyClass]) -> [AnyClass] {
    others.reduce(into: self) { classes, other in
      if !classes.contains(where: { $0 == other }) { classes.append(other) }
    }
  }
}

/// Returns the array with its element type under the type's other name.
///
/// For `_decodeArray(of:from:)`, where `Element` and `Wanted` are always the same type.
func sameArray<Element, Wanted>(_ values: [Element]) -> [Wanted] {
  precondition(
    Element.self == Wanted.self, "decodeArray(of:from:) was asked for \(Wanted.self) by \(Element.self)")
  // SAFETY: the two types were just found to be the same. A checked cast would cost a lookup for each array read.
  return unsafe unsafeBitCast(values, to: [Wanted].self)
}

/// The name of a generic argument in the class name of a generic type. Generated code calls it.
public func _archiveName<Value: ArchiveValue>(of type: Value.Type) -> String { Value.archiveName }

/// The name of a generic argument that may not be archivable itself: a storage method stores its values, or it only
/// contains the stored type. The name includes the module and the enclosing types, since no macro made it unique:
/// `Shop_Box_Swift_Int_`.
public func _archiveName<Argument>(of type: Argument.Type) -> String {
  if let type = type as? any ArchiveValue.Type { return type.archiveName }
  var name = String(reflecting: type)
  // The names of private and local types include an address, which differs from run to run.
  while let start = name.range(of: "(unknown context at "),
    let end = name.range(of: ").", range: start.upperBound..<name.endIndex)
  {
    name.removeSubrange(start.lowerBound..<end.upperBound)
  }
  return String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
}
