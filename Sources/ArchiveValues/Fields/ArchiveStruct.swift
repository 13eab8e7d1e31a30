/// A record with a table of its fields: the name in archives and the property of each.
///
/// The schema, columns and paths follow from the table. `@Archivable` writes the conformance of a struct. By hand, it
/// looks like this:
///
/// ```swift
/// extension Event: ArchiveStruct {
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
/// }
/// ```
///
/// A struct that is also `RawRepresentable` is stored as its raw value if `rawValue` is the only field of its table, under
/// this name, and by its fields otherwise.
public protocol ArchiveStruct: ArchiveRecord {
  /// The class name and the fields. Make it a stored property: it is read for each value. A generic type cannot have
  /// stored static properties, and returns
  /// ``ArchiveFields/shared(_:formerly:version:acceptsNewerVersions:isMemberwise:_:)``.
  static var archiveFields: ArchiveFields<Self> { get }
}

extension ArchiveStruct {
  public static var archiveSchema: ArchiveSchema { archiveFields.schema }
}

extension ArchiveRecord {
  /// The table of the type's fields; `nil` if the type has no table.
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
