internal import ArchiveBytes
public import ArchiveNodes
internal import Foundation

// A node as a field: a value whose type only the archive knows, as in a dictionary of mixed values.

/// A value of any type that has no class of its own: stored as that value, and read back as what is there.
///
/// ```swift
/// @Archivable
/// struct Preferences {
///   var version: Int
///   var extras: [String: ArchiveNode] = [:]
/// }
/// ```
///
/// What a field may hold are `nil`, numbers, strings, dates, data, and arrays, sets and dictionaries of these. A record,
/// an object of a class, a reference or a graph is read, as far as it has an end, and refused when it is written: a
/// field has no room for classes and for identity. ``ArchiveDocument`` keeps those.
extension ArchiveNode: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    switch self {
    case .null: try encoder.encodeNil()
    // Numbers as objects: who reads the field asks for an object, and does not know that it is a number.
    case .bool(let value): try encoder.encodeSome(value)
    case .integer(let value): try encoder.encodeSome(value)
    case .unsigned(let value): try encoder.encodeSome(value)
    case .float(let value): try encoder.encodeSome(value)
    case .double(let value): try encoder.encodeSome(value)
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
      // In their order, which says more than that of equal keys would.
      try encoder.encodeCollection(.dictionary, count: entries.count) { encoder in
        for (position, entry) in entries.enumerated() { try encoder.encode(entry.key, at: position) }
        for (position, entry) in entries.enumerated() {
          do {
            try encoder.encode(entry.value, at: entries.count + position)
          } catch {
            throw ArchiveError.wrapping(error).prefixed(.key(entry.key.keyDescription))
          }
        }
      }
    case .record, .instance, .reference, .graph:
      throw ArchiveError(
        .unsupported, expected: "a value without a class", found: kindDescription,
        advice: "A field that is a node has no room for classes and shared objects; an ArchiveDocument has.")
    }
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> ArchiveNode {
    try decoder.decodeNode()
  }

  public static var archiveClasses: [AnyClass] {
    [
      NSNull.self, NSNumber.self, NSString.self, NSDate.self, NSData.self, NSArray.self, NSSet.self,
      NSDictionary.self,
    ]
  }

  public static var isNilStorable: Bool { true }

  /// The key of an entry as errors name it.
  private var keyDescription: String { if case .string(let text) = self { text } else { "\(self)" } }
}
