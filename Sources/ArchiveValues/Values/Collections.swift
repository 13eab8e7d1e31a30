internal import ArchiveBytes
internal import Foundation

extension Array: ArchiveValue where Element: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try Element._encodeArray(self, to: &encoder)
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> [Element] {
    try Element.decodeArray(from: &decoder)
  }

  public static var archiveClasses: [AnyClass] { [NSArray.self].adding(Element.archiveClasses) }
  public static var archiveName: String { "Array_\(Element.archiveName)" }
}

/// Stored like an array.
extension ContiguousArray: ArchiveValue, ArchiveRepresentable where Element: ArchiveValue {
  public var archiveForm: [Element] { Array(self) }
  public init(archiveForm: [Element]) { self.init(archiveForm) }
  public static var archiveName: String { "ContiguousArray_\(Element.archiveName)" }
}

/// Stored like an array. After decoding, its indices start at zero.
extension ArraySlice: ArchiveValue, ArchiveRepresentable where Element: ArchiveValue {
  public var archiveForm: [Element] { Array(self) }
  public init(archiveForm: [Element]) { self.init(archiveForm) }
  public static var archiveName: String { "ArraySlice_\(Element.archiveName)" }
}

/// Stored in an order that depends only on the elements, so equal sets of equal elements give the same bytes.
extension Set: ArchiveValue where Element: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    let elements = try canonicallyOrdered(Array(self)) { $0 }
    try encoder._encodeCollection(.set, count: elements.count) { encoder in
      for (position, element) in elements.enumerated() { try encoder.encode(element, at: position) }
    }
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Set<Element> {
    try decode(from: &decoder, dropping: false)
  }

  /// Reads the set.
  ///
  /// - Parameter dropping: Whether elements that cannot be read are left out.
  static func decode(from decoder: inout some ValueDecoder, dropping: Bool) throws -> Set<Element> {
    try decoder._decodeCollection(.set) { decoder, count in
      // The archive's bytes bound the count, but elements may be far larger than their bytes, so the table grows with
      // them.
      var elements = Set(minimumCapacity: Swift.min(count, 1024))
      for position in 0..<count {
        guard let element: Element = try decoder.decode(at: position, dropping: dropping) else { continue }
        try decoder._completeInstances()
        if elements.insert(element).inserted { continue }
        let error = decoder.invalid("a second \(element)", expected: "distinct elements of a set")
        guard dropping else { throw error }
        DecodeFailures.add(error.prefixed(.index(position)), used: .nothing)
      }
      return elements
    }
  }

  public static var archiveClasses: [AnyClass] { [NSSet.self].adding(Element.archiveClasses) }
  public static var archiveName: String { "Set_\(Element.archiveName)" }
}

/// Stored in an order that depends only on the keys, so equal dictionaries of equal values give the same bytes.
extension Dictionary: ArchiveValue where Key: ArchiveValue, Value: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    let entries = try canonicallyOrdered(Array(self)) { $0.key }
    let count = entries.count
    try encoder._encodeCollection(.dictionary, count: count) { encoder in
      for (position, entry) in entries.enumerated() { try encoder.encode(entry.key, at: position) }
      for (position, entry) in entries.enumerated() {
        // The dictionary adds this path component, because coders know its parts only by number.
        try ArchiveError.located(at: .key("\(entry.key)")) {
          try encoder.encode(entry.value, at: count + position)
        }
      }
    }
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> [Key: Value] {
    try decode(from: &decoder, dropping: false)
  }

  /// Reads the dictionary.
  ///
  /// - Parameter dropping: Whether entries that cannot be read are left out.
  static func decode(from decoder: inout some ValueDecoder, dropping: Bool) throws -> [Key: Value] {
    try decoder._decodeCollection(.dictionary) { decoder, count in
      // The archive's bytes bound the count, but entries may be far larger than their bytes, so the table grows with
      // them.
      var keys: [Key?] = []
      keys.reserveCapacity(Swift.min(count, 1024))
      for position in 0..<count {
        keys.append(try decoder.decode(at: position, dropping: dropping, as: .index(position)))
      }
      try decoder._completeInstances()

      var entries = Dictionary(minimumCapacity: Swift.min(count, 1024))
      for (position, key) in keys.enumerated() {
        guard let key else { continue }
        let value: Value? = try ArchiveError.located(at: .key("\(key)")) {
          try decoder.decode(at: count + position, dropping: dropping, as: .key("\(key)"))
        }
        guard let value, entries.updateValue(value, forKey: key) != nil else { continue }
        let error = decoder.invalid("a second \(key)", expected: "distinct keys of a dictionary")
        guard dropping else { throw error }
        DecodeFailures.add(error.prefixed(.key("\(key)")), used: .nothing)
      }
      return entries
    }
  }

  public static var archiveClasses: [AnyClass] {
    [NSDictionary.self].adding(Key.archiveClasses).adding(Value.archiveClasses)
  }

  public static var archiveName: String { "Dictionary_\(Key.archiveName)_\(Value.archiveName)" }
}

/// Stored as `nil`, or like the value itself.
///
/// An optional of a type that may itself be stored as `nil` stores its content in an array of one element, so that
/// `.some(nil)` and `nil` remain distinct at every level.
extension Optional: ArchiveValue where Wrapped: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    guard let value = self else { return try encoder.encodeNil() }
    guard Wrapped._isNilStorable else { return try encoder._encodeSome(value) }
    try encoder._encodeCollection(.array, count: 1) { try $0.encode(value, at: 0) }
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Wrapped? {
    if try decoder.decodeNil() { return nil }
    guard Wrapped._isNilStorable else { return try Wrapped.decodeValue(from: &decoder) }
    return try decoder._decodeCollection(.array) { decoder, count in
      guard count == 1 else {
        throw decoder.invalid("\(count) elements", expected: "the one element of a nested optional")
      }
      return try decoder.decode(at: 0) as Wrapped
    }
  }

  public static var archiveClasses: [AnyClass] {
    Wrapped.archiveClasses.adding(Wrapped._isNilStorable ? [NSArray.self, NSNull.self] : [NSNull.self])
  }

  public static var archiveName: String { "Optional_\(Wrapped.archiveName)" }
  public static var valueWhenAbsent: Wrapped?? { .some(nil) }
  public static var _isNilStorable: Bool { true }
}

/// Stored like an array with the type's number of elements.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension InlineArray: ArchiveValue, ArchiveRepresentable where Element: ArchiveValue {
  public var archiveForm: [Element] { indices.map { self[$0] } }

  public init(archiveForm: [Element]) throws {
    guard archiveForm.count == Self.count else {
      throw ArchiveError(
        .invalidValue, expected: "\(Self.count) elements", found: "\(archiveForm.count)")
    }
    self.init { archiveForm[$0] }
  }

  public static var archiveName: String { "InlineArray_\(count)_\(Element.archiveName)" }
}
