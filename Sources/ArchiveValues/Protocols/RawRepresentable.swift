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
    do { return try Value.ofRawValue(rawValue) } catch { throw located(error) }
  }

  /// Reads an array of raw values at the current place, and creates the values from them. `adjust` may change each
  /// value.
  mutating func decodeRawRepresentables<Value: RawRepresentable>(
    _ adjust: (inout Value) throws -> Void = { _ in }
  ) throws -> [Value] where Value.RawValue: ArchiveValue {
    let rawValues = try Value.RawValue.decodeArray(from: &self)
    return try rawValues.enumerated().map { position, rawValue in
      do {
        var value: Value
        do { value = try Value.ofRawValue(rawValue) } catch { throw located(error) }
        try adjust(&value)
        return value
      } catch {
        throw ArchiveError.wrapping(error).prefixed(.index(position))
      }
    }
  }
}

extension _ArchiveColumn {
  /// Returns the column of values that are stored as their raw values.
  static func rawValues<Value: RawRepresentable>(of type: Value.Type) -> _ArchiveColumn
  where Value.RawValue: ArchiveValue {
    .stored(as: Value.RawValue.self) { (value: Value) in
      value.rawValue
    } decode: {
      try Value.ofRawValue($0)
    }
  }
}

extension RawRepresentable {
  fileprivate static func ofRawValue(_ rawValue: RawValue) throws -> Self {
    guard let value = Self(rawValue: rawValue) else {
      throw ArchiveError(
        .invalidValue, expected: "a raw value of \(Self.self)", found: "the raw value \(rawValue)",
        advice: "The archive may come from a newer version of the type.")
    }
    return value
  }
}
