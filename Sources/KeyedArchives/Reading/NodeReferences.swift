/// Which objects nodes refer to by number, instead of holding them, while they are read.
final class NodeReferences {
  enum Extent {
    /// Only objects with a number that is known before. All others are trees, and copied wherever they are referred to.
    case tree
    /// The objects of a part of an archive, in the order in which they are found.
    case part
    /// All objects of an archive, by the numbers of their entries in `$objects`.
    case archive
  }

  let extent: Extent
  /// Whether nodes say how values lie in the archive: as objects or plain, as an `NSNull` or as `nil`.
  let keepsMarks: Bool
  /// The number of each entry; those of an archive have their own.
  var numbers: [Int: Int] = [:]
  /// Of a part: the entries in the order of their numbers. The first is entry 0.
  private(set) var entries: [Int] = []
  /// Of a part: what is added to the numbers.
  var base = 0
  /// Of a tree: the entries of objects of classes that the program lacks, which are read as parts.
  var foreign: Set<Int> = []
  /// Of an archive: how often each entry is referenced, up to twice; and the entries that look like class records.
  var counts: [UInt8] = []
  var classRecords: [Int] = []
  /// Of an archive: the number of objects of each class, and the number of Foundation objects with the keys of other
  /// archivers, which an archive made of the graph lacks.
  var classCounts: [String: Int] = [:]
  var otherLayoutCount = 0

  init(_ extent: Extent, keepsMarks: Bool = true) {
    (self.extent, self.keepsMarks) = (extent, keepsMarks)
    if extent == .part { _ = number(ofEntry: 0) }
  }

  /// Returns the number of an entry that is referred to.
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
