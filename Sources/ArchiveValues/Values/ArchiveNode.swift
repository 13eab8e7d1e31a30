internal import ArchiveBytes
public import ArchiveNodes
internal import Foundation

// As a field, a node contains a value whose type is known only from the archive, as in a dictionary of mixed values.

/// A field of this type stores the value that the node describes, without a class, and reads any value that the
/// archive contains.
///
/// ```swift
/// @Archivable
/// struct Preferences {
///   var version: Int
///   var extras: [String: ArchiveNode] = [:]
/// }
/// ```
///
/// The field may contain `nil`, numbers, strings, dates, data, and arrays, sets and dictionaries of these. It cannot
/// store a record, an object of a class, a reference or a graph, because a field cannot represent classes and
/// identity. Encoding these throws. Decoding reads them, unless they contain themselves. ``ArchiveDocument`` keeps
/// classes and identity.
extension ArchiveNode: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    switch self {
    case .null: try encoder.encodeNil()
    // Stores numbers as objects: a reader asks the field for an object, since it does not know that the value is a
    // number.
    case .bool(let value): try encoder._encodeSome(value)
    case .integer(let value): try encoder._encodeSome(value)
    case .unsigned(let value): try encoder._encodeSome(value)
    case .float(let value): try encoder._encodeSome(value)
    case .double(let value): try encoder._encodeSome(value)
    case .string(let value): try encoder.encode(value)
    case .date(let value): try encoder.encode(value)
    case .data(let value): try encoder.encode(value)
    case .array(let elements): try elements.encodeValue(to: &encoder)
    case .set(let elements):
      let set = Set(elements)
      guard set.count == elements.count else {
        throw ArchiveError(
          .unsupported, expected: "distinct elements of a set", found: "\(set.count) among \(elements.count)")
      }
      try set.encodeValue(to: &encoder)
    case .dictionary(let entries):
      // Keeps the order of the entries, which carries more information than an order of equal keys.
      try encoder._encodeCollection(.dictionary, count: entries.count) { encoder in
        for (position, entry) in entries.enumerated() { try encoder.encode(entry.key, at: position) }
        for (position, entry) in entries.enumerated() {
          try ArchiveError.located(at: .key(entry.key.keyDescription)) {
            try encoder.encode(entry.value, at: entries.count + position)
          }
        }
      }
    case .record, .instance, .reference, .graph:
      throw ArchiveError(
        .unsupported, expected: "a value without a class", found: kindDescription,
        advice: .changeCode(
          "An ArchiveNode field cannot store classes and shared objects; an ArchiveDocument can."))
    }
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> ArchiveNode {
    try decoder._decodeNode()
  }

  public static var archiveClasses: [AnyClass] {
    [
      NSNull.self, NSNumber.self, NSString.self, NSDate.self, NSData.self, NSArray.self, NSSet.self,
      NSDictionary.self,
    ]
  }

  public static var _isNilStorable: Bool { true }

  /// The key of an entry in errors.
  private var keyDescription: String { if case .string(let text) = self { text } else { "\(self)" } }
}
