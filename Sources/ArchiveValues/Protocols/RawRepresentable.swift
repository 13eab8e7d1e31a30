internal import ArchiveBytes

/// A raw-representable value that is stored as its raw value.
package struct RawPart<Value: RawRepresentable>: ArchiveRepresentable where Value.RawValue: ArchiveValue {
  package let value: Value

  package init(_ value: Value) { self.value = value }

  package init(archiveForm: Value.RawValue) throws { value = try Value.ofRawValue(archiveForm) }

  package var archiveForm: Value.RawValue { value.rawValue }
}

extension ValueDecoder {
  /// Reads the raw value at the current place, and creates the value from it.
  ///
  /// - Throws: ``ArchiveError/Code/invalidValue`` if the type has no value with this raw value.
  mutating func decodeRawRepresentable<Value: RawRepresentable>() throws -> Value
  where Value.RawValue: ArchiveValue {
    let rawValue = try Value.RawValue.decodeValue(from: &self)
    return try locating { try Value.ofRawValue(rawValue) }
  }

  /// Reads an array of raw values at the current place, and creates the values from them.
  fileprivate mutating func decodeRawRepresentables<Value: RawRepresentable>() throws -> [Value]
  where Value.RawValue: ArchiveValue {
    let rawValues = try Value.RawValue.decodeArray(from: &self)
    let hooks = DecodingHooks(Value.self)
    return try rawValues.enumerated().map { position, rawValue in
      try ArchiveError.located(at: .index(position)) {
        var value = try locating { try Value.ofRawValue(rawValue) }
        try hooks.awake(&value)
        return value
      }
    }
  }

  /// Reads a value that is stored as its raw value or as a record, whichever is at the current place. The type's own
  /// form is tried first. Decoders awake only records, so this method awakes a value that was created from its raw value.
  mutating func decodeEitherForm<Value: ArchiveRecord & RawRepresentable>() throws -> Value
  where Value.RawValue: ArchiveValue {
    func fromRawValue(_ decoder: inout Self) throws -> Value {
      var value: Value = try decoder.decodeRawRepresentable()
      try DecodingHooks(Value.self).awake(&value)
      return value
    }
    let isRaw = Value._isStoredAsRawValue
    do {
      return isRaw ? try fromRawValue(&self) : try _decodeRecord(of: Value.self)
    } catch let error as ArchiveError where error.isOfAnotherForm {
      do {
        return isRaw ? try _decodeRecord(of: Value.self) : try fromRawValue(&self)
      } catch let other as ArchiveError where other.isOfAnotherForm {
        throw error
      }
    }
  }

  /// Reads an array of such values; each may be in either form.
  mutating func decodeArrayOfEitherForm<Value: ArchiveRecord & RawRepresentable>() throws -> [Value]
  where Value.RawValue: ArchiveValue {
    let isRaw = Value._isStoredAsRawValue
    do {
      return isRaw ? try decodeRawRepresentables() : try _decodeRecords(of: Value.self)
    } catch let error as ArchiveError where error.isOfAnotherForm || error.isOfAnotherFormInArray {
      do {
        return try _decodeCollection(.array) { elements, count in
          try (0..<count).map { try elements.decode(at: $0) }
        }
      } catch let last as ArchiveError where last.isOfAnotherForm {
        throw error
      }
    }
  }
}

extension ArchiveError {
  /// Whether the value at the place itself is of another kind than expected. A record without its class may lack a
  /// field.
  fileprivate var isOfAnotherForm: Bool {
    path.isEmpty ? code == .typeMismatch || code == .classMismatch : path.count == 1 && code == .missingField
  }

  fileprivate var isOfAnotherFormInArray: Bool {
    guard case .index? = path.first else { return false }
    var error = self
    error.path.removeFirst()
    return error.isOfAnotherForm
  }
}

extension RawRepresentable {
  /// Returns the value with a raw value.
  ///
  /// - Throws: ``ArchiveError/Code/invalidValue`` if the type has no such value.
  package static func ofRawValue(_ rawValue: RawValue) throws -> Self {
    guard let value = Self(rawValue: rawValue) else {
      throw ArchiveError(
        .invalidValue, expected: "a raw value of \(Self.self)", found: "the raw value \(rawValue)",
        advice: "The archive may come from a newer version of the type.")
    }
    return value
  }
}
