internal import Foundation

// Names of fields and classes, distinguished by their bytes, as Foundation distinguishes keys. Swift calls two strings
// equal if they differ only in the composition of accents; a record may have one field for each.

/// A name that is compared by its UTF-8 bytes.
package struct ExactName: Hashable, Sendable {
  package let text: String

  @inlinable
  package init(_ text: String) { self.text = text }

  package static func == (left: ExactName, right: ExactName) -> Bool {
    left.text.hasSameBytes(as: right.text)
  }

  @inlinable
  package func hash(into hasher: inout Hasher) {
    let hashed: Void? = unsafe text.utf8.withContiguousStorageIfAvailable {
      unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if hashed == nil { for byte in text.utf8 { hasher.combine(byte) } }
  }
}

extension String {
  package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let areEqual: Bool?? = unsafe utf8.withContiguousStorageIfAvailable { own in
      unsafe other.utf8.withContiguousStorageIfAvailable { other in
        // SAFETY: both have the same number of bytes; an empty one may have no address.
        unsafe own.isEmpty || memcmp(own.baseAddress!, other.baseAddress!, own.count) == 0
      }
    }
    // Only strings bridged from Objective-C have no storage of their own.
    return (areEqual ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

extension [String] {
  /// Whether the strings have the same bytes, string by string.
  package func haveSameBytes(as other: [String]) -> Bool {
    elementsEqual(other) { $0.hasSameBytes(as: $1) }
  }

  /// Returns the first position of a name with the same bytes, or else of an equal string.
  package func position(ofName name: String) -> Int? {
    guard let first = firstIndex(of: name) else { return nil }
    if self[first].hasSameBytes(as: name) { return first }
    return self[first...].firstIndex { $0.hasSameBytes(as: name) } ?? first
  }
}

/// The positions of names. A name that is not among them has the position of an equal string. If a name occurs twice,
/// as only in damaged files, the last one counts.
package struct NamePositions: Sendable {
  private let positions: [String: Int]
  /// The positions by the bytes of the names, if different names are equal strings.
  private var exact: [ExactName: Int] = [:]

  package init(_ names: [String]) {
    positions = Dictionary(zip(names, names.indices), uniquingKeysWith: { $1 })
    if positions.count < names.count {
      exact = Dictionary(zip(names.map(ExactName.init), names.indices), uniquingKeysWith: { $1 })
    }
  }

  package subscript(name: String) -> Int? {
    if !exact.isEmpty, let position = exact[ExactName(name)] { return position }
    return positions[name]
  }
}
