// The keys of objects and of dictionaries.

extension String {
  /// The key under which an archive stores a field with this name. Names that start with `$` get another `$`, since a
  /// single one marks the format's own keys.
  var escapedKey: String { utf8.first == UInt8(ascii: "$") ? "$" + self : self }
}

/// A string that is equal to another if its UTF-8 bytes are.
struct UTF8Key: Hashable {
  let string: String
  static func == (left: UTF8Key, right: UTF8Key) -> Bool {
    left.string.utf8.elementsEqual(right.string.utf8)
  }
  func hash(into hasher: inout Hasher) {
    let hashed: Void? = unsafe string.utf8.withContiguousStorageIfAvailable {
      unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if hashed == nil { for byte in string.utf8 { hasher.combine(byte) } }
  }
}
