package import ArchiveValues

/// The kind of column in which a column archive stores many values of one type.
///
/// A ``ColumnValue`` states its kind. For every other type, the kind follows from the type's form: an
/// ``ArchiveRepresentable`` type has the column of its form, a record has a column for each field, a class has a
/// column of references, and a type with a raw value has the column of its raw values. Any other value is stored as a
/// tree, with ``ArchiveValue/encodeValue(to:)``: correct for every type, but slower.
///
/// Memory layouts are the layouts of the type that has the column.
package enum ArchiveColumn {
  case bool
  case integer(byteCount: Int, isSigned: Bool)
  case float
  case double
  /// Seconds since 2001, as a `Double` in memory.
  case date
  case string
  case data
  /// A fixed number of bytes: the value's memory.
  case bytes(Int)
  case optional(any ArchiveValue.Type)
  case array(any ArchiveValue.Type)
  /// Parts at known offsets of the value's memory, which together cover all of it.
  case parts([Part])
  case record(any ArchiveRecord.Type)
  /// References to instances. The archive stores the instances after the columns.
  case instance(any ArchivableObject.Type)
  case stored(StoredForm)
  /// A tree for each value, with ``ArchiveValue/encodeValue(to:)``.
  case tree

  /// A part of a value without a schema of its own, such as a tuple.
  package struct Part {
    package let name: String
    package let type: any ArchiveValue.Type
    package let offset: Int
  }

  /// The form in which a value is stored.
  @safe
  package struct StoredForm {
    // Safe: it only holds the closures. Each call of one is marked as unsafe; codecs pass addresses of values of the
    // form's types.
    package let type: any ArchiveValue.Type
    package let role: Role
    /// Writes the stored form of the value at the first address to the second address.
    package let encode: (UnsafeRawPointer, UnsafeMutableRawPointer) throws -> Void
    /// Creates the value from the stored form at the first address, and writes it to the second address.
    package let decode: (UnsafeRawPointer, UnsafeMutableRawPointer) throws -> Void
    /// Returns the cost of the value at the first address, in addition to its own memory. The second address holds
    /// its stored form.
    package let cost: ((UnsafeRawPointer, UnsafeRawPointer) -> Int)?
    /// Whether values that cannot be read this way are read as nodes, one by one.
    package let isRecovering: Bool
  }

  /// The collection that an array represents.
  package enum Role {
    case array, set, dictionary
  }

  /// Returns a column that stores values as values of another type.
  ///
  /// - Parameters:
  ///   - type: The type whose columns are used.
  ///   - role: The collection that the values represent.
  ///   - isRecovering: Whether values that cannot be read this way are read as nodes, one by one.
  ///   - encode: Returns the stored form of a value.
  ///   - decode: Creates a value from its stored form; throws if no value has that form.
  ///   - cost: Returns the cost of a value in addition to its own memory.
  package static func stored<Value, Stored: ArchiveValue>(
    as type: Stored.Type, role: Role = .array, recovering isRecovering: Bool = false,
    encode: @escaping (Value) throws -> Stored,
    decode: @escaping (Stored) throws -> Value, cost: ((Value, Stored) -> Int)? = nil
  ) -> ArchiveColumn {
    // SAFETY: the codec passes the addresses of one value of each type, the first initialised, the second not.
    let form = unsafe StoredForm(
      type: type, role: role,
      encode: { value, stored in
        let form = try unsafe encode(value.assumingMemoryBound(to: Value.self).pointee)
        unsafe stored.initializeMemory(as: Stored.self, to: form)
      },
      decode: { stored, value in
        let made = try unsafe decode(stored.assumingMemoryBound(to: Stored.self).pointee)
        unsafe value.initializeMemory(as: Value.self, to: made)
      },
      cost: cost.map { cost in
        { value, stored in
          unsafe cost(
            value.assumingMemoryBound(to: Value.self).pointee,
            stored.assumingMemoryBound(to: Stored.self).pointee)
        }
      }, isRecovering: isRecovering)
    return .stored(form)
  }
}

/// A column holds types, and their conformances may be isolated. Each use creates a new column.
@available(*, unavailable)
extension ArchiveColumn: Sendable {}
