public import Foundation

/// A value stored as named fields, or as one of several cases with their own fields.
///
/// `@Archivable` writes the conformance. Without the macro, a struct conforms to ``ArchiveStruct``, whose table of
/// fields provides the schema. An enumeration, or a type that stores something other than its properties, implements
/// the schema itself. Conform to ``Archivable`` if an `NSCoder` must be able to store the type too. The Foundation
/// types that Apple's format stores as objects (`URL`, `UUID`, `Decimal` …) conform too, so every format handles them
/// in the same way.
public protocol ArchiveRecord: ArchiveValue, SendableMetatype {
  /// The class name and the fields.
  static var archiveSchema: ArchiveSchema { get }

  /// Stores every field in the order of the schema, each with one call of `encode(_:at:)` or `omit(at:)`.
  func encodeFields(to encoder: inout some FieldEncoder) throws

  /// Creates the value from stored fields.
  init(fields decoder: inout some FieldDecoder) throws

  // MARK: Provided by `@Archivable`, or by a table of fields

  /// Describes the cases of an enumeration, for column archives. The default describes nothing, and a column archive then
  /// stores each value as a tree.
  static func _describeCases(_ cases: inout _CaseDescription<Self>)

  /// Whether a type with a raw value is stored as its raw value, not by its fields. The default is `true` for an
  /// enumeration, and for a struct if `rawValue` is the only field of its schema.
  static var _isStoredAsRawValue: Bool { get }

  /// The object that represents the value in an `NSCoder`; `nil` if the type would have to be ``Archivable`` for
  /// that.
  var _archiveObject: NSObject? { get }

  /// Creates the value that an object from an `NSCoder` represents. Returns `nil` for an object of another class.
  init?(_archiveObject: NSObject)
}

extension ArchiveRecord {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder._encodeRecord(self)
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Self {
    try decoder._decodeRecord(of: Self.self)
  }

  public static func _encodeArray(_ values: [Self], to encoder: inout some ValueEncoder) throws {
    try encoder._encodeRecords(values)
  }

  public static func _decodeArray<Element: ArchiveValue>(
    of type: Element.Type, from decoder: inout some ValueDecoder
  ) throws -> [Element] {
    try sameArray(decoder._decodeRecords(of: Self.self))
  }

  public static var archiveName: String { archiveSchema.className }

  public static func _describeCases(_ cases: inout _CaseDescription<Self>) {}

  public static var _isStoredAsRawValue: Bool { archiveSchema.isOfRawValue }

  public var _archiveObject: NSObject? { nil }

  public init?(_archiveObject: NSObject) { nil }
}

/// A struct whose fields can be stored flat, among the fields of the enclosing type.
///
/// `@Archivable` conforms every struct without a version. An enumeration has no fields of its own, and a version
/// belongs to a record. Declare the conformance of a hand-written type if you need it; it has no requirements.
public protocol ArchiveComposable {}
