internal import ArchiveBytes

/// A collection that can be read without its unreadable elements. A property with the policy
/// ``DecodeFailurePolicy/dropElements`` has such a type.
public protocol _ElementDropping {
  /// Reads the collection at the current place, and leaves out elements that cannot be read.
  ///
  /// - Throws: An error if the value is not a collection, the archive is damaged, or a limit is exceeded.
  static func _decodeDropping(from decoder: inout some ValueDecoder) throws -> Self
}

extension Array: _ElementDropping where Element: ArchiveValue {
  public static func _decodeDropping(from decoder: inout some ValueDecoder) throws -> [Element] {
    do {
      return try decoder._decodeCollection(.array) { decoder, count in
        // The archive's bytes bound the count, but a value may be far larger than its bytes, so the array grows with
        // the values.
        var values: [Element] = []
        values.reserveCapacity(Swift.min(count, 1024))
        for position in 0..<count {
          if let value: Element = try decoder.decode(at: position, dropping: true) { values.append(value) }
        }
        return values
      }
    } catch let error as ArchiveError where error.code == .typeMismatch && error.path.isEmpty {
      // Bytes are stored as data, and have no elements that could fail.
      guard let values = try? decodeValue(from: &decoder) else { throw error }
      return values
    }
  }
}

extension Set: _ElementDropping where Element: ArchiveValue {
  public static func _decodeDropping(from decoder: inout some ValueDecoder) throws -> Set<Element> {
    try decode(from: &decoder, dropping: true)
  }
}

extension Dictionary: _ElementDropping where Key: ArchiveValue, Value: ArchiveValue {
  public static func _decodeDropping(from decoder: inout some ValueDecoder) throws -> [Key: Value] {
    try decode(from: &decoder, dropping: true)
  }
}

/// `nil` stays `nil`.
extension Optional: _ElementDropping where Wrapped: _ElementDropping & ArchiveValue {
  public static func _decodeDropping(from decoder: inout some ValueDecoder) throws -> Wrapped? {
    try decoder.decodeNil() ? nil : try Wrapped._decodeDropping(from: &decoder)
  }
}

/// A collection whose elements are left out if they cannot be read. It is stored like any other collection.
package struct DroppingPart<Field: _ElementDropping & ArchiveValue>: StoredPart {
  package let field: Field

  package init(ofField field: Field) { self.field = field }

  package func encodeValue(to encoder: inout some ValueEncoder) throws {
    try field.encodeValue(to: &encoder)
  }

  package static func decodeValue(from decoder: inout some ValueDecoder) throws -> DroppingPart {
    DroppingPart(ofField: try Field._decodeDropping(from: &decoder))
  }

  package static var archiveClasses: [AnyClass] { Field.archiveClasses }
  package static var archiveName: String { Field.archiveName }
  package static var _isNilStorable: Bool { Field._isNilStorable }
  package static var valueWhenAbsent: DroppingPart? {
    Field.valueWhenAbsent.map { DroppingPart(ofField: $0) }
  }
}
