internal import ArchiveBytes
internal import Foundation
internal import PropertyLists

/// Checks a payload before Foundation decodes it.
///
/// A property list may contain itself; decoders of recursive types then recurse until the stack overflows. It may also
/// contain one array many times, at every level. The nesting limit is therefore far below what a stack of 512 KB can
/// hold.
enum PayloadNesting {
  /// The maximum number of levels of arrays and dictionaries in a payload.
  static let maximumDepth = 128

  /// Checks the nesting of JSON. The decoder checks whether it is JSON at all.
  static func check(json data: Data) throws {
    var (depth, isString, isEscaped) = (0, false, false)
    for byte in data {
      // Text in UTF-16 or UTF-32: Foundation reads it too, but other bytes mean brackets there.
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
}

extension PayloadNesting {
  /// Checks the nesting of a binary property list: no object contains itself, and the expanded content is not much
  /// larger than its bytes. The decoder checks whether its objects are valid.
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

  /// An object with everything that it refers to expanded.
  private struct Extent {
    /// The number of levels.
    var height = 0
    /// The number of objects.
    var count = 1
    /// The number of bytes of strings and data.
    var size: Int
  }

  /// Visits each object once, without recursion.
  private static func check(_ plist: BinaryPlist) throws {
    /// `nil` while an object is being visited.
    var known: [Int: Extent?] = [:]
    var stack: [(object: Int, parts: PlistParts?, next: Int, extent: Extent)] = []
    // Equal strings are stored once and referenced often; equal containers are not.
    let (maximumCount, maximumSize) = (1024 + 16 * plist.count, 16 << 20 + 64 * plist.count)
    func enter(_ object: Int) throws {
      known[object] = .some(nil)
      let offset = try plist.offset(of: object)
      stack.append((object, try plist.parts(at: offset), 0, Extent(size: try plist.contentSize(at: offset))))
    }
    try enter(plist.topObject)
    while var last = stack.popLast() {
      guard let parts = last.parts, last.next < parts.referenceCount else {
        if last.next > 0 { last.extent.height += 1 }
        guard last.extent.height <= maximumDepth else { throw tooDeep }
        guard last.extent.count <= maximumCount, last.extent.size <= maximumSize else { throw tooLarge }
        known[last.object] = last.extent
        continue
      }
      let child = try plist.reference(last.next, of: parts)
      switch known[child] {
      case nil:
        stack.append(last)
        try enter(child)
      case .some(nil): throw tooDeep
      case .some(let found?):
        last.next += 1
        last.extent.height = max(last.extent.height, found.height)
        last.extent.count = min(last.extent.count + found.count, maximumCount + 1)
        last.extent.size = min(last.extent.size + found.size, maximumSize + 1)
        stack.append(last)
      }
    }
  }

  private static let tooLarge = ArchiveError(
    .limitExceeded, expected: "a payload not much larger than its bytes", found: "one value, repeated")
}
