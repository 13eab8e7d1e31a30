/// A record whose fields stand in a table: each with its name in archives and its property.
///
/// Everything that an archive needs to know of a struct follows from the table: the schema, how its fields are stored
/// and read, and its columns. `@Archivable` writes the table of a struct. Written by hand:
///
/// ```swift
/// extension Event: ArchiveStruct {
///   static let archiveFields = unsafe ArchiveFields<Event>(complete: "Event") { fields in
///     fields.field("timeStamp", \.timeStamp)
///     fields.field("eventTag", \.eventTag, else: "")
///   }
/// }
/// ```
///
/// ``ArchiveFields/init(complete:formerly:version:acceptsNewerVersions:_:)`` says that all stored properties are listed.
/// With the other initialiser, or if a property has observers or a wrapper, write `init(fields:)` as well.
///
/// A struct that is also `RawRepresentable` is stored as its raw value if `rawValue` is the only field of its table, under
/// this name, and by its fields otherwise.
public protocol ArchiveStruct: ArchiveRecord {
  /// The class name and the fields. Make it a stored property: it is read for each value. A generic type, which cannot
  /// have one, returns ``ArchiveFields/shared(_:formerly:version:acceptsNewerVersions:_:)`` or its twin.
  static var archiveFields: ArchiveFields<Self> { get }
}

extension ArchiveStruct {
  public static var archiveSchema: ArchiveSchema { archiveFields.schema }

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    try Self.archiveFields.encode(self, to: &encoder)
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    self = try Self.archiveFields.decode(from: &decoder)
  }

  public static var _isStoredAsRawValue: Bool { archiveFields.isOfRawValue }
}

// A struct with a raw value has its own fields too; `Archivable` would store the raw value as the only one.
extension ArchiveStruct where Self: Archivable & RawRepresentable, RawValue: ArchiveValue {
  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    try Self.archiveFields.encode(self, to: &encoder)
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    self = try Self.archiveFields.decode(from: &decoder)
  }
}

extension ArchiveRecord {
  /// The table of the type's fields; `nil` if it has none.
  package static var archiveTable: ArchiveFields<Self>? {
    func table<Struct: ArchiveStruct>(of type: Struct.Type) -> ArchiveFields<Self>? {
      Struct.archiveFields as? ArchiveFields<Self>
    }
    return (self as? any ArchiveStruct.Type).flatMap { table(of: $0) }
  }

  /// The cases of the type, as it describes them.
  package static var describedCases: [_CaseDescription<Self>.Case] {
    var description = _CaseDescription<Self>()
    _describeCases(&description)
    return description.cases
  }
}
