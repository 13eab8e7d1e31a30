public import Foundation

/// A value stored as named fields, or as one of several cases with fields of their own.
///
/// `@Archivable` writes the conformance. The Foundation types that Apple's format stores as objects (`URL`, `UUID`,
/// `Decimal` …) conform too, so every format handles them in the same way.
public protocol ArchiveRecord: ArchiveValue {
  /// The class name and the fields.
  static var archiveSchema: ArchiveSchema { get }

  /// Stores every field in the order of the schema, each with one call of `encode(_:at:)` or `omit(at:)`.
  func encodeFields(to encoder: inout some FieldEncoder) throws

  /// Creates the value from stored fields.
  init(fields decoder: inout some FieldDecoder) throws

  /// Describes where the fields are in memory, for column archives. The default describes nothing, and a column archive
  /// then stores each value as a tree.
  static func describeColumns(_ columns: inout ColumnDescription<Self>)

  /// Describes the computed properties that depend on other properties, for key-value observing. The default describes
  /// nothing.
  static func describeDerived(_ properties: inout DerivedProperties<Self>)

  /// The object that represents the value in an `NSCoder`.
  var archiveObject: NSObject { get }

  /// Creates the value that an object from an `NSCoder` represents. Returns `nil` for an object of another class.
  init?(archiveObject: NSObject)
}

extension ArchiveRecord {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder.encodeRecord(self)
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Self {
    try decoder.decodeRecord(of: Self.self)
  }

  public static func encodeArray(_ values: [Self], to encoder: inout some ValueEncoder) throws {
    try encoder.encodeRecords(values)
  }

  public static func decodeArray<Element: ArchiveValue>(
    of type: Element.Type, from decoder: inout some ValueDecoder
  ) throws -> [Element] {
    try sameArray(decoder.decodeRecords(of: Self.self))
  }

  public static var archiveName: String { archiveSchema.className }

  public static func describeColumns(_ columns: inout ColumnDescription<Self>) {}

  public static func describeDerived(_ properties: inout DerivedProperties<Self>) {}

  public static var archiveColumn: ArchiveColumn { ArchiveColumn(.record(Self.self), of: Self.self) }
}
