internal import ArchiveBytes
internal import Foundation

/// The table of a struct's fields: its class name, and for each field the name in archives and the property.
///
/// See ``ArchiveStruct``.
public final class ArchiveFields<Record>: @unchecked Sendable {
  // Unchecked: it does not change after its creation. It holds key paths, types, and closures that make the values of
  // missing fields, as `init(fields:)` would; any thread may run either.
  let schema: ArchiveSchema
  private let fields: [TableField<Record>]
  private let slots: [FieldSlot]
  /// Whether the raw value is the only field, so that a struct with a raw value is stored as that.
  let isOfRawValue: Bool
  /// Whether whoever wrote the table says that it lists all stored properties.
  package let isComplete: Bool
  /// The properties by their names in archives. One that is stored flat has the name before the dot; a tuple consists of
  /// several properties, and has none.
  package let properties: [(name: String, keyPath: PartialKeyPath<Record>)]
  /// Whether values can be created by filling the memory of their fields.
  private let coversMemory: Bool

  /// Creates the table.
  ///
  /// - Parameters:
  ///   - className: The class name in archives. It must be unique among the types of one archive.
  ///   - formerly: Older class names to read as this type.
  ///   - version: The version of the type, at least 1.
  ///   - acceptsNewerVersions: Whether to read records of newer versions.
  ///   - list: Lists the fields, in the order in which archives store them.
  public convenience init(
    _ className: String, formerly: [String] = [], version: Int = 1, acceptsNewerVersions: Bool = false,
    _ list: @Sendable (inout FieldList<Record>) -> Void
  ) {
    self.init(isComplete: false, className, formerly, version, acceptsNewerVersions, list)
  }

  /// Creates a table that lists all stored properties of the type. Decoders then create values by filling their memory,
  /// and `init(fields:)` need not be written.
  ///
  /// It is unsafe, because a property that is not listed would be left uninitialised. Where sizes and addresses show
  /// that one is missing, decoding throws instead. A property with observers or a wrapper has no address: write
  /// `init(fields:)` then.
  @unsafe
  public convenience init(
    complete className: String, formerly: [String] = [], version: Int = 1,
    acceptsNewerVersions: Bool = false, _ list: @Sendable (inout FieldList<Record>) -> Void
  ) {
    self.init(isComplete: true, className, formerly, version, acceptsNewerVersions, list)
  }

  private init(
    isComplete: Bool, _ className: String, _ formerly: [String], _ version: Int, _ acceptsNewerVersions: Bool,
    _ list: (inout FieldList<Record>) -> Void
  ) {
    var entries = FieldList<Record>()
    list(&entries)
    schema = ArchiveSchema(
      className: className, formerly: formerly, superclasses: ["NSObject"],
      fields: entries.names.map(\.nodeName),
      formerFields: entries.formerNames.nodeNames, compositionPositions: entries.compositionPositions,
      version: version,
      acceptsNewerVersions: acceptsNewerVersions)
    isOfRawValue = entries.names == ["rawValue"]
    fields = entries.fields
    properties = entries.properties
    slots = fields.map(\.slot)
    self.isComplete = isComplete
    coversMemory = isComplete && entries.coversMemory
  }

  /// Returns the table of a generic type, which is created at its first use and kept.
  ///
  /// The arguments are those of the initialiser.
  public static func shared(
    _ className: @autoclosure () -> String, formerly: @autoclosure () -> [String] = [], version: Int = 1,
    acceptsNewerVersions: Bool = false, _ list: (inout FieldList<Record>) -> Void
  ) -> ArchiveFields {
    known
      ?? kept(ArchiveFields(isComplete: false, className(), formerly(), version, acceptsNewerVersions, list))
  }

  /// Returns the table of a generic type, which is created at its first use and kept. It lists all stored properties.
  ///
  /// The arguments are those of the initialiser. It is unsafe for the same reason.
  @unsafe
  public static func shared(
    complete className: @autoclosure () -> String, formerly: @autoclosure () -> [String] = [],
    version: Int = 1, acceptsNewerVersions: Bool = false, _ list: (inout FieldList<Record>) -> Void
  ) -> ArchiveFields {
    known
      ?? kept(ArchiveFields(isComplete: true, className(), formerly(), version, acceptsNewerVersions, list))
  }

  // The lock is not held while a table is created, since class names and compositions of generic types ask for other
  // tables. If two threads create one, either will do.

  private static var known: ArchiveFields? {
    // SAFETY: the table of a type is kept under that type.
    sharedTables.withLock { $0[ObjectIdentifier(Record.self)] }.map {
      unsafe unsafeDowncast($0, to: ArchiveFields.self)
    }
  }

  private static func kept(_ table: ArchiveFields) -> ArchiveFields {
    sharedTables.withLock { $0[ObjectIdentifier(Record.self)] = table }
    return table
  }

  /// Passes the fields to a visitor, in the order of the table.
  package func describe(to visitor: inout some FieldVisitor<Record>) {
    for field in fields {
      field.describe(to: &visitor)
      if field.isolatesFailures { visitor.isolateFailures(at: field.slot.position) }
    }
  }
}

/// The tables of generic types, by type.
private let sharedTables = Locked<[ObjectIdentifier: any AnyObject & Sendable]>([:])

// MARK: Values

extension ArchiveFields {
  /// Stores each field of a value.
  func encode(_ record: Record, to encoder: inout some FieldEncoder) throws {
    // SAFETY: the slots have the offsets and types of the record's properties.
    try unsafe withUnsafePointer(to: record) { pointer in
      let address = unsafe UnsafeRawPointer(pointer)
      for index in slots.indices {
        let slot = slots[index]
        let property = unsafe address + slot.offset
        switch slot.kind {
        case .text:
          try unsafe encoder.encode(
            property.assumingMemoryBound(to: String.self).pointee, at: slot.position)
        case .integer:
          try unsafe encoder.encode(property.assumingMemoryBound(to: Int.self).pointee, at: slot.position)
        case .real:
          try unsafe encoder.encode(
            property.assumingMemoryBound(to: Double.self).pointee, at: slot.position)
        case .date:
          try unsafe encoder.encode(property.assumingMemoryBound(to: Date.self).pointee, at: slot.position)
        case .boolean:
          try unsafe encoder.encode(property.assumingMemoryBound(to: Bool.self).pointee, at: slot.position)
        case .omitted:
          try encoder.omit(at: slot.position)
        case .other:
          try unsafe fields[index].encode(pointer, at: slot, to: &encoder)
        }
      }
    }
  }

  /// Creates a value from its stored fields, by filling its memory. If a field cannot be read, those before it are
  /// released.
  func decode(from decoder: inout some FieldDecoder) throws -> Record {
    guard coversMemory else {
      throw decoder.failure(
        .unsupported, expected: "an init(fields:) of \(Record.self)", found: nil,
        advice: "Its table does not cover its memory: a property has no address, or the table lacks one.")
    }
    // SAFETY: the fields cover the memory of a record, each at an address of its own. The record is moved out once all
    // of them are initialised.
    return try unsafe withUnsafeTemporaryAllocation(of: Record.self, capacity: 1) { memory in
      let record = unsafe memory.baseAddress.unsafelyUnwrapped
      let address = UnsafeMutableRawPointer(record)
      var made = 0
      do {
        while made < slots.count {
          let slot = slots[made]
          let property = unsafe address + slot.offset
          switch slot.kind {
          case .text:
            unsafe property.initializeMemory(
              as: String.self, to: try decoder.decode(at: slot.position) as String)
          case .integer:
            unsafe property.initializeMemory(as: Int.self, to: try decoder.decode(at: slot.position) as Int)
          case .real:
            unsafe property.initializeMemory(
              as: Double.self, to: try decoder.decode(at: slot.position) as Double)
          case .date:
            unsafe property.initializeMemory(
              as: Date.self, to: try decoder.decode(at: slot.position) as Date)
          case .boolean:
            unsafe property.initializeMemory(
              as: Bool.self, to: try decoder.decode(at: slot.position) as Bool)
          case .omitted:
            break
          case .other:
            try unsafe fields[made].decode(to: property, at: slot, from: &decoder)
          }
          made += 1
        }
      } catch {
        for index in 0..<made { unsafe fields[index].deinitialize(address + slots[index].offset) }
        throw error
      }
      return unsafe record.move()
    }
  }
}
