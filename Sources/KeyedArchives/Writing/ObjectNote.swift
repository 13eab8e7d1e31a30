/// The notes that a writer takes for each object of the property list, in the order of object numbers.
///
/// A note is one word, with its kind in the lowest bits and an argument above, followed by the words that its kind
/// requires. An object that refers to no others is noted as its final bytes. References are words, since their size
/// in the file is not known yet: see ``PlistReference``.
enum ObjectNote {
  /// The final bytes of an object: their number, then the bytes, padded to whole words.
  static func bytes(_ count: Int) -> UInt32 { UInt32(truncatingIfNeeded: count) &<< 1 }
  /// An array: the number of its elements, then the references to them.
  static func array(_ count: Int) -> UInt32 { UInt32(truncatingIfNeeded: count) &<< 2 | 1 }
  /// A dictionary: the number of its shape, then the references to the values of the shape's keys.
  static func dictionary(_ shape: Int) -> UInt32 { UInt32(truncatingIfNeeded: shape) &<< 2 | 3 }

  /// The maximum number of objects in a list, so that each argument fits in a note.
  static let maximumCount = 1 << 30
}

/// A reference from one object of the property list to another: either directly, by its number among the noted
/// objects, or as a `CF$UID`, the archive's own reference into `$objects`.
enum PlistReference {
  static let uidFlag: UInt32 = 1 << 31
  /// The placeholder for an omitted field; never emitted.
  static let omitted: UInt32 = uidFlag - 1
  /// The `CF$UID` of `$objects[0]`, which is `"$null"`.
  static let null: UInt32 = uidFlag

  /// The string `"$null"`, which every writer notes first.
  static let nullString: UInt32 = 0

  static func uid(_ object: Int) -> UInt32 { UInt32(truncatingIfNeeded: object) | uidFlag }
  /// Returns the object that a `CF$UID` refers to.
  static func object(_ uid: UInt32) -> Int { Int(uid & ~uidFlag) }
}
