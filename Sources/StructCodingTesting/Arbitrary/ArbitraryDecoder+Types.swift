internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

// How a value of a type is generated. Some types give more information than a decoder's methods do.

/// A type with its own way to generate values.
protocol ArbitraryMade {
  static func made(by decoder: inout ArbitraryDecoder) throws -> Self
}

extension ArbitraryDecoder {
  /// Generates a value of a type.
  mutating func make<Value: ArchiveValue>(_ type: Value.Type) throws -> Value {
    if let value = try generators.value(of: type, &random) { return value }
    if let value = ArbitraryScalars.value(of: type, &random) { return value }
    if let type = type as? any ArbitraryMade.Type, let value = try type.made(by: &self) as? Value {
      return value
    }
    if let type = type as? any (ArchiveValue & FixedWidthInteger).Type, let value = integer(type) as? Value {
      return value
    }
    if let any = anyCase(of: type), let value = any as? Value { return value }
    if let type = type as? any ArchiveRepresentable.Type, let value = try represented(type) as? Value {
      return value
    }
    let isByFields = (type as? any ArchiveRecord.Type)?._isStoredAsRawValue == false
    if !isByFields, let type = type as? any RawRepresentable.Type, let value = try rawValue(type) as? Value {
      return value
    }
    return try Value.decodeValue(from: &self)
  }

  private mutating func integer<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
    ArbitraryScalars.integer(&random)
  }

  /// Returns a case of an enumeration that lists its cases.
  mutating func anyCase(of type: Any.Type) -> Any? {
    func one<Value: CaseIterable>(_ type: Value.Type) -> Any? { type.allCases.randomElement(using: &random) }
    return (type as? any CaseIterable.Type).flatMap { one($0) }
  }

  private mutating func represented<Value: ArchiveRepresentable>(_ type: Value.Type) throws -> Value {
    try Value(archiveForm: make(Value.ArchiveForm.self))
  }

  /// Generates a value from a raw value; an enumeration's raw values are mostly small numbers.
  mutating func rawValue<Value: RawRepresentable>(_ type: Value.Type) throws -> Value? {
    guard let rawType = Value.RawValue.self as? any ArchiveValue.Type else { return nil }
    var raw: Any = try make(rawType)
    if let number = rawType as? any FixedWidthInteger.Type, random.oneIn(2) { raw = small(number) }
    guard let raw = raw as? Value.RawValue else { return nil }
    if let value = Value(rawValue: raw) { return value }
    throw invalid(
      "the raw value \(raw)", expected: "a raw value of \(type)",
      advice: .changeCode("Make it CaseIterable if it is an enum."))
  }

  private mutating func small<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
    Number(random.below(12))
  }
}

extension Optional: ArbitraryMade where Wrapped: ArchiveValue {
  static func made(by decoder: inout ArbitraryDecoder) throws -> Wrapped? {
    try decoder.decodeNil() ? nil : .some(decoder.make(Wrapped.self))
  }
}

extension ArchiveTuple: ArbitraryMade {
  static func made(by decoder: inout ArbitraryDecoder) throws -> ArchiveTuple {
    ArchiveTuple(repeat try decoder.make((each Part).self))
  }
}

extension RawPart: ArbitraryMade {
  static func made(by decoder: inout ArbitraryDecoder) throws -> RawPart {
    if let any = decoder.anyCase(of: Value.self), let value = any as? Value { return RawPart(value) }
    if let value = try decoder.rawValue(Value.self) { return RawPart(value) }
    return try RawPart(archiveForm: decoder.make(Value.RawValue.self))
  }
}

extension TransformedPart: ArbitraryMade {
  /// Generates a value of the property's type, and returns the value that its transformer restores from the stored
  /// form: an archive can hold only such values.
  static func made(by decoder: inout ArbitraryDecoder) throws -> TransformedPart {
    let type = Transformer.Value.self
    var made: Any? = try decoder.generators.value(of: type, &decoder.random)
    if made == nil {
      made = try (type as? any ArchiveValue.Type).map { try decoder.make($0) } ?? decoder.anyCase(of: type)
    }
    guard let value = made as? Transformer.Value else {
      throw decoder.failure(
        .unsupported, expected: "a generator for \(type)", found: "none",
        advice: .changeCode("Types that only a storage method stores cannot be made up: give a generator."))
    }
    let transformer = Transformer()
    return TransformedPart(ofField: try transformer.decode(transformer.encode(value)))
  }
}
