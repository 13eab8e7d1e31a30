internal import ArchiveBytes
internal import PropertyLists

/// What a reader keeps of the dictionaries of one type for another archive, where they usually have the same keys.
struct KnownPlan {
  let keys: KeyPattern
  /// The plan, without what belongs to one archive.
  let plan: RecordPlan
  /// For each case, the index of its first slot; -1 until the case first occurs.
  var slotBases: [Int]
  /// What reading the keys costs.
  let cost: Int
}

/// A class record that a reader has accepted for a type.
final class KnownClass: Sendable {
  private let keys: KeyPattern
  /// The class name as a pattern of one key, and its position among the entries.
  private let name: KeyPattern
  private let namePosition: Int
  private let count: Int
  /// What reading the entries, and then the name, costs.
  let entriesCost: Int
  var nameCost: Int { name.nameSize }

  /// Creates the pattern of the class record at an offset, which was read before.
  init?(_ plist: BinaryPlist, at offset: Int, name: String) {
    guard let parts = try? plist.parts(at: offset), parts.isDictionary,
      let names = try? plist.keyNames(count: parts.count, start: parts.start),
      let position = names.firstIndex(of: "$classname"),
      let keys = KeyPattern(names, in: plist, start: parts.start),
      let pattern = KeyPattern(
        [name], in: plist, start: parts.start + (parts.count + position) * plist.referenceSize)
    else { return nil }
    // A name that is longer belongs to no type.
    if keys.byteCount + pattern.byteCount > 1024 { return nil }
    (self.keys, self.name, namePosition, count) = (keys, pattern, position, parts.count)
    entriesCost = 64 * (1 + parts.count) + keys.nameSize
  }

  /// Returns whether the object at an offset is a class record with the same keys and name, whose entries
  /// `BinaryPlist.entries` would return.
  func matches(_ plist: BinaryPlist, at offset: Int) -> Bool {
    guard plist.kind(at: offset) == BinaryPlist.Kind.dictionary,
      let (found, start) = try? plist.counted(at: offset, width: 2 &* plist.referenceSize), found == count,
      keys.matches(plist, count: count, start: start)
    else { return false }
    let values = start &+ count &* plist.referenceSize
    for position in 0..<count
    where plist.validReference(at: values &+ position &* plist.referenceSize) == nil {
      return false
    }
    return name.matches(plist, count: 1, start: values &+ namePosition &* plist.referenceSize)
  }
}

/// The keys at the top of the last archive.
struct KnownRoot {
  /// The names of the keys of a dictionary.
  final class Names: Sendable {
    /// The names, by position.
    let all: [String]
    /// The positions of those in the root of a keyed archive; -1 if there is none.
    let archiver, objects, top, version: Int

    init(_ all: [String]) {
      self.all = all
      func position(_ name: String) -> Int { all.firstIndex(of: name) ?? -1 }
      (archiver, objects) = (position("$archiver"), position("$objects"))
      (top, version) = (position("$top"), position("$version"))
    }
  }

  /// The entries of a dictionary whose references to values are valid.
  struct Entries {
    let names: Names
    /// The offset of the references to the values.
    let start: Int

    /// Returns the reference to the value of a key; `nil` if there is no such key.
    func reference(of key: String, in plist: BinaryPlist) -> Int? {
      reference(at: names.all.position(ofName: key) ?? -1, in: plist)
    }

    /// Returns the reference to the value at a position; `nil` if that is -1.
    func reference(at position: Int, in plist: BinaryPlist) -> Int? {
      position < 0 ? nil : plist.validReference(at: start &+ position &* plist.referenceSize)
    }
  }

  private let keys: KeyPattern
  private let names: Names

  /// Returns the entries of the dictionary at an offset, like `BinaryPlist.entries`, and keeps their keys in `known`.
  static func entries(
    of plist: BinaryPlist, at offset: Int, what expected: String, _ known: inout KnownRoot?
  ) throws -> Entries {
    if let known, plist.kind(at: offset) == BinaryPlist.Kind.dictionary {
      let (count, start) = try plist.counted(at: offset, width: 2 &* plist.referenceSize)
      if known.keys.matches(plist, count: count, start: start) {
        let values = start &+ count &* plist.referenceSize
        for position in 0..<count { _ = try plist.reference(at: values &+ position &* plist.referenceSize) }
        return Entries(names: known.names, start: values)
      }
    }
    let names = Names(try plist.entries(at: offset, what: expected).map(\.key))
    let (count, start) = try plist.counted(at: offset, width: 2 &* plist.referenceSize)
    if count <= 8, let keys = KeyPattern(names.all, in: plist, start: start) {
      known = KnownRoot(keys: keys, names: names)
    }
    return Entries(names: names, start: start &+ count &* plist.referenceSize)
  }
}
