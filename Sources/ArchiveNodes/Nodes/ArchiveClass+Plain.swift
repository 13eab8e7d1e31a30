/// Classes that mark values which only property lists can hold.
extension ArchiveClass {
  /// The class of a property list value that is not an object, such as a string or an array stored inline in an
  /// object.
  package static let plain = ArchiveClass("")

  /// The class of an integer of more than 64 bits. Its content is its 16 bytes as `0x` and 32 hexadecimal digits.
  package static let wideInteger = ArchiveClass("$integer", superclassNames: [])

  /// The class of a string with half of a surrogate pair, which a Swift `String` cannot hold. Its content is the text, in
  /// which `\ud800` is a code unit of UTF-16, and `\\` a backslash.
  package static let brokenText = ArchiveClass("$utf16", superclassNames: [])
}
