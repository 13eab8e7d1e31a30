public import Foundation

/// A value stored as named fields, or as one of several cases with fields of their own.
///
/// `@Archivable` writes the conformance. Foundation's own types that Apple's format stores as objects (`URL`, `UUID`,
/// `Decimal` …) conform as well, so every format handles them by the same road.
public protocol ArchiveRecord: ArchiveValue {
  /// The class name and the fields.
  static var archiveSchema: ArchiveSchema { get }

  /// Stores every field, each by one call of `encode(_:at:)` or `omit(at:)` in the order of the schema.
  func encodeFields(to encoder: inout some FieldEncoder) throws

  /// Creates the value from stored fields.
  init(fields decoder: inout some FieldDecoder) throws

  /// Describes where the fields are in memory, for column archives. By default it describes nothing, and a column
  /// archive stores a tree for each value.
  static func describeColumns(_ columns: inout ColumnDescription<Self>)

  /// Describes the computed properties whose values follow from others, for key-value observing. By default it
  /// describes nothing.
  static func describeDerived(_ properties: inout DerivedProperties<Self>)

  /// The object that stands for the value in an `NSCoder`.
  var archiveObject: NSObject { get }

  /// The value that an object read by an `NSCoder` stands for; `nil` when it is an object of another class.
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
