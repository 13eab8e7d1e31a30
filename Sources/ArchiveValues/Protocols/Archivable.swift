public import Foundation

/// An object that wraps a value, for `NSCoder`.
///
/// A `Coding` is immutable. Two are equal, and have the same hash, if their values are equal and `Hashable` or
/// `Equatable`. Otherwise, each equals only itself.
///
/// The wrapper that `@Archivable` writes is `Sendable` if the declaration of the value's type states `Sendable` or
/// `Error`, or is `@MainActor`. A macro sees neither extensions nor conformances that the compiler infers: write
/// `Sendable` after the type's name, or send the value, and call ``Archivable/encoded`` where you need the object. A
/// wrapper that you write yourself states `@unchecked Sendable` if its value is `Sendable`.
///
/// Archives may be written and read on any thread, so a conformance cannot be isolated to an actor.
public protocol ArchiveWrapper: NSObject, NSSecureCoding, SendableMetatype {
  /// The type of the value.
  associatedtype Value: Archivable where Value.Coding == Self

  /// The value that the object wraps.
  var decoded: Value { get }

  /// Wraps a value.
  init(_ value: Value)
}

/// A record that any `NSCoder` can archive too, as a wrapper object. `@Archivable` conforms structs and enums to it.
///
/// To conform by hand, write the same members as the macro: the table of the fields, the two methods that store and
/// read them, and the nested class.
///
/// ```swift
/// struct Event: Archivable, ArchiveStruct {
///   var timeStamp: Date
///   var eventTag: String
///
///   static let archiveFields = ArchiveFields<Event>("Event") {
///     $0.field("timeStamp", \.timeStamp)
///     $0.field("eventTag", \.eventTag)
///   }
///
///   func encodeFields(to encoder: inout some FieldEncoder) throws {
///     try encoder.encode(timeStamp, at: 0)
///     try encoder.encode(eventTag, at: 1)
///   }
///
///   init(fields decoder: inout some FieldDecoder) throws {
///     timeStamp = try decoder.decode(at: 0)
///     eventTag = try decoder.decode(at: 1)
///   }
///
///   final class Coding: CodingObject, ArchiveWrapper {
///     typealias Value = Event
///     override class var supportsSecureCoding: Bool { true }
///   }
/// }
/// ```
public protocol Archivable: ArchiveRecord {
  /// The wrapper: an `NSSecureCoding` class that holds one value.
  associatedtype Coding: ArchiveWrapper where Coding.Value == Self

  /// The value as an object that any `NSCoder` can archive.
  var encoded: Coding { get }
}

/// The type itself. The compiler checks that it is `Sendable`.
public typealias _SendableValue<Value: Sendable> = Value

extension Archivable {
  /// The type itself, under a name that no nested type has. Generated code is nested, so its name lookup starts
  /// inside the type.
  public typealias _Archived = Self

  public var encoded: Coding { Coding(self) }

  /// The default name under which the type's transformer for Core Data is registered.
  public static var secureTransformerName: String { "\(Self.self)Transformer" }

  public var _archiveObject: NSObject? { encoded }

  public init?(_archiveObject: NSObject) {
    guard let coding = _archiveObject as? Coding else { return nil }
    self = coding.decoded
  }

  public static var archiveClasses: [AnyClass] {
    archiveSchema.isPlainEnumeration ? [NSString.self, Coding.self] : [Coding.self]
  }
}

// An enumeration with a raw value is stored as its raw value, and so is a struct that stores nothing else. Their
// `Coding` objects are stored as records, like every type's object. Both forms can be read. A struct with other
// stored properties is a record everywhere.
extension Archivable where Self: RawRepresentable, RawValue: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    guard Self._isStoredAsRawValue else { return try encoder._encodeRecord(self) }
    try rawValue.encodeValue(to: &encoder)
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Self {
    try decoder.decodeEitherForm()
  }

  public static func _encodeArray(_ values: [Self], to encoder: inout some ValueEncoder) throws {
    guard _isStoredAsRawValue else { return try encoder._encodeRecords(values) }
    try RawValue._encodeArray(values.map(\.rawValue), to: &encoder)
  }

  public static func _decodeArray<Element: ArchiveValue>(
    of type: Element.Type, from decoder: inout some ValueDecoder
  ) throws -> [Element] {
    try sameArray(decoder.decodeArrayOfEitherForm() as [Self])
  }

  public static var archiveClasses: [AnyClass] { RawValue.archiveClasses + [Coding.self] }

  public static var _isNilStorable: Bool { _isStoredAsRawValue && RawValue._isNilStorable }

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(rawValue, at: 0)
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    self = (try decoder.decode(at: 0) as RawPart<Self>).value
  }
}
