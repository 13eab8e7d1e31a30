/// How a column archive stores many values of one type: as which kind of column.
///
/// Each ``ArchiveValue`` has one. That of an ``ArchiveRepresentable`` type is the column of its form; a type that encodes
/// itself in another way names one by ``stored(as:encode:decode:)``.
///
/// The column must be one of the type itself: that of another type ends the program when it is first used.
///
/// Without it, values are stored by ``ArchiveValue/encodeValue(to:)``, one tree a value: correct for every type, and
/// slower.
public struct ArchiveColumn {
  package let kind: Kind
  /// The type whose values the column holds; `nil` for trees, which hold any.
  package let type: Any.Type?

  package init(_ kind: Kind, of type: Any.Type?) {
    self.kind = kind
    self.type = type
  }

  /// The kinds of column. Memory layouts are those of the type that has the column.
  package enum Kind {
    case bool
    case integer(byteCount: Int, isSigned: Bool)
    case float
    case double
    /// Seconds since 2001, as a `Double` in memory.
    case date
    case string
    case data
    /// A fixed number of bytes, which are the value's memory.
    case bytes(Int)
    case optional(any ArchiveValue.Type)
    case array(any ArchiveValue.Type)
    /// Parts at known places of the value's memory, which they cover.
    case parts([Part])
    case record(any ArchiveRecord.Type)
    /// References to instances, which are stored behind the columns.
    case instance(any ArchivableObject.Type)
    case stored(StoredForm)
    case tree
  }

  /// A part of a value that has no schema of its own, such as a tuple.
  package struct Part {
    package let name: String
    package let type: any ArchiveValue.Type
    package let offset: Int
  }

  /// A value's other form, in which it is stored.
  package struct StoredForm {
    package let type: any ArchiveValue.Type
    package let role: Role
    /// Makes the stored form of the value at the first address, at the second.
    package let encode: (UnsafeRawPointer, UnsafeMutableRawPointer) throws -> Void
    /// Makes the value of the stored form at the first address, at the second.
    package let decode: (UnsafeRawPointer, UnsafeMutableRawPointer) throws -> Void
    /// What the value at the first address costs besides its memory, made of the stored form at the second.
    package let cost: ((UnsafeRawPointer, UnsafeRawPointer) -> Int)?
  }

  /// What an array stands for.
  package enum Role {
    case array, set, dictionary
  }

  /// Values stored as those of another type.
  ///
  /// - Parameters:
  ///   - type: The type whose columns are used.
  ///   - encode: Makes the stored form of a value of the type that has the column.
  ///   - decode: Makes a value of its stored form; throws when there is none.
  public static func stored<Value, Stored: ArchiveValue>(
    as type: Stored.Type, encode: @escaping (Value) throws -> Stored,
    decode: @escaping (Stored) throws -> Value
  ) -> ArchiveColumn {
    stored(as: type, role: .array, encode: encode, decode: decode)
  }

  package static func stored<Value, Stored: ArchiveValue>(
    as type: Stored.Type, role: Role = .array, encode: @escaping (Value) throws -> Stored,
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
      })
    return ArchiveColumn(.stored(form), of: Value.self)
  }

  /// Values stored as a tree each, by their ``ArchiveValue/encodeValue(to:)``.
  public static var tree: ArchiveColumn { ArchiveColumn(.tree, of: nil) }
}

/// A column holds types, whose conformances may be isolated. Each use makes it anew.
@available(*, unavailable)
extension ArchiveColumn: Sendable {}
