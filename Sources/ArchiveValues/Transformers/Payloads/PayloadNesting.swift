internal import ArchiveBytes
package import ArchiveNodes
internal import Foundation
internal import PropertyLists

/// Checks a payload before Foundation decodes it.
///
/// A property list may contain itself; decoders of recursive types then recurse until the stack overflows. It may
/// also contain one array many times, at every level. The nesting limit is therefore so low that a stack of 512 KB
/// has ample room.
enum PayloadNesting {
  /// The maximum number of levels of arrays and dictionaries in a payload.
  static let maximumDepth = 128

  /// Checks the nesting of JSON. The decoder checks whether it is JSON at all.
  static func check(json data: Data) throws {
    var (depth, isString, isEscaped) = (0, false, false)
    for byte in data {
      // This is text in UTF-16 or UTF-32. Foundation reads it too, but its brackets are other bytes.
      guard byte != 0 else {
        throw ArchiveError(.invalidValue, expected: "JSON in UTF-8", found: "a byte of zero")
      }
      if isString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if depth > maximumDepth { throw tooDeep }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
  }

  static var tooDeep: ArchiveError {
    ArchiveError(
      .limitExceeded, expected: "a payload of at most \(maximumDepth) levels", found: "more",
      advice: .changeCode("Store the property by '.default'."))
  }

  /// Checks the nesting of a binary property list. No array or dictionary may be in two places, since encoders never
  /// write that, and the total size of texts and data in many places must not be much larger than the list. The
  /// decoder checks whether its objects are valid.
  static func check(propertyList data: Data) throws {
    try unsafe data.withUnsafeBytes { bytes in
      let plist: BinaryPlist
      do {
        plist = try unsafe BinaryPlist(bytes)
      } catch {
        throw ArchiveError(.invalidValue, expected: "a binary property list", found: "other bytes")
      }
      try check(plist)
    }
  }

  /// Visits the objects level by level.
  private static func check(_ plist: BinaryPlist) throws {
    var visited: Set<Int> = []
    var (level, depth, size) = ([plist.topObject], 0, 0)
    while !level.isEmpty {
      var next: [Int] = []
      for object in level {
        let offset = try plist.offset(of: object)
        size += try plist.contentSize(at: offset)
        guard size <= 16 << 20 + 64 * plist.count else { throw tooLarge }
        guard let parts = try plist.parts(at: offset), parts.referenceCount > 0 else { continue }
        guard visited.insert(object).inserted else { throw tooLarge }
        for part in 0..<parts.referenceCount { next.append(try plist.reference(part, of: parts)) }
      }
      if !next.isEmpty { depth += 1 }
      guard depth <= maximumDepth else { throw tooDeep }
      level = next
    }
  }

  private static let tooLarge = ArchiveError(
    .limitExceeded, expected: "a payload not much larger than its bytes", found: "one value, repeated")
}

// `Codable` values as property lists, and back.

extension PropertyList {
  /// Encodes a value as `PropertyListEncoder` does. Unlike with that encoder, the value may be a single number or
  /// string.
  ///
  /// - Throws: ``ArchiveError`` if the value cannot be encoded.
  public init<Value: Encodable>(encoding value: Value) throws {
    self = try ArchiveError.expecting("a \(Value.self) that a property list holds") {
      let data = try PropertyListCodableFormat.encode(value)
      return try PropertyList(unsafe PropertyListSerialization.propertyList(from: data, format: nil))
    }
    // A single number or string is wrapped in a dictionary.
    if case .dictionary(let values) = self, values.count == 1,
      let fragment = values[PropertyListCodableFormat.fragmentKey]
    {
      self = fragment
    }
  }

  /// Decodes a value as `PropertyListDecoder` does.
  ///
  /// - Throws: ``ArchiveError`` if the list does not match the type.
  public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try ArchiveError.expecting("a property list of a \(Value.self)") {
      let data = try PropertyListSerialization.data(
        fromPropertyList: [PropertyListCodableFormat.fragmentKey: any], format: .binary, options: 0)
      return try PropertyListCodableFormat.decode(type, from: data)
    }
  }

  /// Converts the stored form of an archived `Encodable` value, in which a text represents `nil`.
  package init(encodable node: ArchiveNode) throws { try self.init(node, null: .string("$null")) }
}
