internal import Foundation
internal import PropertyLists

/// The keys of a dictionary as the bytes of their objects, kept to recognise the same keys in another archive.
///
/// Equal bytes mean equal strings, so recognising keys takes the place of creating and looking up each of them. Anything
/// that differs, valid or not, is left to the general road.
///
/// It is a class, as the values that have one are copied for each archive.
final class KeyPattern: Sendable {
  /// The bytes of all keys, and where each key ends.
  private let bytes: [UInt8]
  private let ends: [Int32]
  /// The size of the strings in UTF-8.
  let nameSize: Int

  /// The number of bytes of a pattern that is worth keeping.
  private static let mostBytes = 8192

  var byteCount: Int { bytes.count }

  /// Creates the pattern of a dictionary whose keys were read as `names`; `nil` if they are too long.
  init?(_ names: [String], in plist: BinaryPlist, start: Int) {
    var (bytes, ends, nameSize) = ([UInt8](), [Int32](), 0)
    for (index, name) in names.enumerated() {
      guard
        let offset = plist.offset(ofReferenceAt: start + index * plist.referenceSize),
        let size = try? plist.size(at: offset), size <= plist.contentEnd - offset,
        bytes.count + size <= Self.mostBytes
      else { return nil }
      unsafe bytes.append(contentsOf: plist.bytes(from: offset, count: size))
      ends.append(Int32(bytes.count))
      nameSize += name.utf8.count
    }
    (self.bytes, self.ends, self.nameSize) = (bytes, ends, nameSize)
  }

  /// Returns whether a dictionary has exactly these keys in this order, and `BinaryPlist.keyNames` would return them.
  ///
  /// `counted(at:width:)` has checked the references, `count` of them from `start` on.
  func matches(_ plist: BinaryPlist, count: Int, start: Int) -> Bool {
    // As in `keyNames`: together, keys are no longer than twice the file.
    guard count == ends.count, nameSize <= 2 &* plist.count else { return false }
    return unsafe bytes.withUnsafeBytes { known in
      unsafe ends.withUnsafeBufferPointer { ends in
        var from = 0
        var position = start
        for index in 0..<count {
          let end = unsafe Int(ends[index])
          guard let offset = plist.offset(ofReferenceAt: position) else { return false }
          // SAFETY: `hasBytes` checks that the object's bytes are inside the content; `from..<end` is inside `bytes`.
          guard unsafe plist.hasBytes(known.baseAddress! + from, count: end &- from, at: offset) else {
            return false
          }
          from = end
          position &+= plist.referenceSize
        }
        return true
      }
    }
  }
}

extension BinaryPlist {
  /// Returns the offset of the object that the reference at a position refers to; `nil` if either is invalid. The
  /// position's bytes must be inside the content.
  @inline(__always)
  func offset(ofReferenceAt position: Int) -> Int? {
    guard let reference = validReference(at: position) else { return nil }
    return validOffset(of: reference)
  }

  /// Returns whether the content has these bytes at an offset.
  @inline(__always)
  func hasBytes(_ bytes: UnsafeRawPointer, count: Int, at offset: Int) -> Bool {
    // SAFETY: the range was just checked to be inside the content.
    unsafe count <= contentEnd &- offset && memcmp(base + offset, bytes, count) == 0
  }
}
