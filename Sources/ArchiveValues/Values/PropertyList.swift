internal import ArchiveBytes
internal import ArchiveNodes
public import Foundation
internal import PropertyLists

/// A value of a property list: a string, a number, a date, data, or an array or a dictionary of such values. Use it for
/// a field that was a `[String: Any]`.
///
/// ```swift
/// @Archivable
/// struct Notification {
///   var name: String
///   var userInfo: [String: PropertyList] = [:]
/// }
///
/// let badge = notification.userInfo["aps"]?["badge"]?.int
/// notification.userInfo["aps"] = ["badge": 3, "sound": "bell"]
/// ```
///
/// It is stored as Foundation stores such a dictionary. An ``ArchiveNode`` can also contain `nil`, sets, and keys of
/// other types.
public enum PropertyList: ArchiveValue, Hashable, Sendable {
  /// A Boolean, which is not a number.
  case bool(Bool)
  /// An integer that fits 64 signed bits.
  case integer(Int64)
  /// An integer above `Int64.max`; a smaller integer is an ``integer(_:)``.
  case unsigned(UInt64)
  /// A number with a fraction.
  case real(Double)
  /// A string.
  case string(String)
  /// A date.
  case date(Date)
  /// Bytes.
  case data(Data)
  /// Ordered elements.
  case array([PropertyList])
  /// Values by their keys.
  case dictionary([String: PropertyList])

  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    switch self {
    case .bool(let value): try encoder._encodeSome(value)
    case .integer(let value): try encoder._encodeSome(value)
    case .unsigned(let value): try encoder._encodeSome(value)
    case .real(let value): try encoder._encodeSome(value)
    case .string(let value): try encoder.encode(value)
    case .date(let value): try encoder.encode(value)
    case .data(let value): try encoder.encode(value)
    case .array(let values): try values.encodeValue(to: &encoder)
    case .dictionary(let values): try values.encodeValue(to: &encoder)
    }
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> PropertyList {
    let node = try decoder._decodeNode()
    return try decoder.locating { try PropertyList(node) }
  }

  public static var archiveClasses: [AnyClass] {
    [NSNumber.self, NSString.self, NSDate.self, NSData.self, NSArray.self, NSDictionary.self]
  }

  // A reader's limit on nesting bounds the recursion. `null` replaces `nil`, which a property list cannot contain.
  init(_ node: ArchiveNode, null: PropertyList? = nil) throws {
    if case .null = node, let null {
      self = null
      return
    }
    if let number = StoredNumber(node) {
      self.init(number)
      return
    }
    switch node {
    case .string(let value): self = .string(value)
    case .date(let value): self = .date(value)
    case .data(let value): self = .data(value)
    case .array(let nodes):
      self = .array(
        try nodes.enumerated().map { position, node in
          try ArchiveError.located(at: .index(position)) { try PropertyList(node, null: null) }
        })
    case .dictionary(let entries):
      var values: [String: PropertyList] = [:]
      for entry in entries {
        guard case .string(let key) = entry.key else {
          throw ArchiveError(
            .typeMismatch, expected: "a string as a key of a property list", found: entry.key.kindDescription)
        }
        values[key] = try ArchiveError.located(at: .key(key)) { try PropertyList(entry.value, null: null) }
      }
      self = .dictionary(values)
    default:
      throw ArchiveError(
        .typeMismatch, expected: "a value of a property list", found: node.kindDescription,
        advice: .changeCode("An ArchiveNode holds nil, sets and objects too."))
    }
  }

  // MARK: Typed access

  /// The Boolean; `nil` for anything else.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The integer; `nil` for anything else, and for an integer that does not fit.
  public var int: Int? { number?.integer(Int.self) }

  /// The number; `nil` for anything else, and for an integer that a `Double` cannot represent exactly.
  public var double: Double? { number?.double }

  /// A number that is not a Boolean.
  private var number: StoredNumber? {
    switch self {
    case .integer(let value): .signed(value)
    case .unsigned(let value): .unsigned(value)
    case .real(let value): .double(value)
    default: nil
    }
  }

  /// The string; `nil` for anything else.
  public var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The date; `nil` for anything else.
  public var date: Date? { if case .date(let value) = self { value } else { nil } }

  /// The bytes; `nil` for anything else.
  public var data: Data? { if case .data(let value) = self { value } else { nil } }

  /// The elements; `nil` for anything else.
  public var array: [PropertyList]? { if case .array(let values) = self { values } else { nil } }

  /// The values by key; `nil` for anything else.
  public var dictionary: [String: PropertyList]? {
    if case .dictionary(let values) = self { values } else { nil }
  }

  /// The value of a key; `nil` if the key is missing, or if this is not a dictionary.
  ///
  /// Setting it turns any other value into a dictionary.
  public subscript(key: String) -> PropertyList? {
    get { dictionary?[key] }
    set {
      var values = dictionary ?? [:]
      values[key] = newValue
      self = .dictionary(values)
    }
  }

  /// The element at a position; `nil` if the position is out of range, or if this is not an array.
  public subscript(position: Int) -> PropertyList? {
    array.flatMap { $0.indices.contains(position) ? $0[position] : nil }
  }

  // MARK: Any

  /// Creates a value from Foundation's form: from a `[String: Any]`, `PropertyListSerialization` or `UserDefaults`.
  ///
  /// - Throws: ``ArchiveError``, with its place, if a property list cannot contain the value.
  public init(_ value: Any) throws { self = try Self.taking(value, depth: 0) }

  private static func taking(_ value: Any, depth: Int) throws -> PropertyList {
    guard depth < ArchiveLimits().maximumDepth else {
      throw ArchiveError.tooDeep(depth + 1, ArchiveLimits())
    }
    switch value {
    case let list as PropertyList: return list
    case let text as String: return .string(text)
    case let date as Date: return .date(date)
    case let data as Data: return .data(data)
    case let values as [Any]:
      return .array(
        try values.enumerated().map { position, value in
          try ArchiveError.located(at: .index(position)) { try taking(value, depth: depth + 1) }
        })
    case let values as [String: Any]:
      var made: [String: PropertyList] = [:]
      for (key, value) in values {
        made[key] = try ArchiveError.located(at: .key(key)) { try taking(value, depth: depth + 1) }
      }
      return .dictionary(made)
    case let number as NSNumber where !(number is NSDecimalNumber):
      return PropertyList(StoredNumber(number))
    default:
      throw ArchiveError(
        .unsupported, expected: "a value of a property list", found: "a \(type(of: value))")
    }
  }

  private init(_ number: StoredNumber) {
    switch number {
    case .bool(let value): self = .bool(value)
    case .signed(let value): self = .integer(value)
    case .unsigned(let value): self = Int64(exactly: value).map { .integer($0) } ?? .unsigned(value)
    case .float(let value): self = .real(Double(value))
    case .double(let value): self = .real(value)
    }
  }

  /// The value in Foundation's form, for `PropertyListSerialization` or `UserDefaults`.
  public var any: Any {
    switch self {
    case .bool(let value): value
    case .integer(let value): Int(exactly: value).map { $0 as Any } ?? value
    case .unsigned(let value): value
    case .real(let value): value
    case .string(let value): value
    case .date(let value): value
    case .data(let value): value
    case .array(let values): values.map(\.any)
    case .dictionary(let values): values.mapValues(\.any)
    }
  }
}

// MARK: Literals

extension PropertyList: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension PropertyList: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension PropertyList: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Double) { self = .real(value) }
}

extension PropertyList: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self = .string(value) }
}

extension PropertyList: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: PropertyList...) { self = .array(elements) }
}

extension PropertyList: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, PropertyList)...) {
    self = .dictionary(Dictionary(elements) { $1 })
  }
}
