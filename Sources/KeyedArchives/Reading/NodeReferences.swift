/// The objects that nodes, while being read, refer to by number instead of containing them.
final class NodeReferences {
  enum Extent {
    /// Only objects whose number is known in advance. All others are trees, copied at each reference.
    case tree
    /// The objects of a part of an archive, in the order in which they are found.
    case part
    /// All objects of an archive, by the numbers of their entries in `$objects`.
    case archive
  }

  let extent: Extent
  /// Whether nodes record how the archive stores values: as objects or plain, as an `NSNull` or as `nil`.
  let keepsMarks: Bool
  /// The number of each entry. Unused for an archive, whose entries keep their own numbers.
  var numbers: [Int: Int] = [:]
  /// Of a part: the entries in the order of their numbers. The first is entry 0.
  private(set) var entries: [Int] = []
  /// Of a part: the offset added to the numbers.
  var base = 0
  /// Of a tree: the entries of objects whose classes the program lacks. They are read as parts.
  var foreign: Set<Int> = []
  /// Of an archive: the number of references to each entry, counted up to 2; and the entries that look like class
  /// records.
  var counts: [UInt8] = []
  var classRecords: [Int] = []
  /// Of an archive: the number of objects of each class, and the number of Foundation objects with the keys of other
  /// archivers. An archive written from the graph does not use those keys.
  var classCounts: [String: Int] = [:]
  var otherLayoutCount = 0

  init(_ extent: Extent, keepsMarks: Bool = true) {
    (self.extent, self.keepsMarks) = (extent, keepsMarks)
    if extent == .part { _ = number(ofEntry: 0) }
  }

  /// Returns the number of a referenced entry. In an archive, counts the reference.
  func number(ofEntry entry: Int) -> Int {
    guard extent == .part else {
      counts[entry] = min(counts[entry] + 1, 2)
      return entry
    }
    if let number = numbers[entry] { return base + number }
    numbers[entry] = entries.count
    entries.append(entry)
    return base + entries.count - 1
  }
}
