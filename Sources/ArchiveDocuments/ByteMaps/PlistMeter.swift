internal import ArchiveBytes
package import Foundation
internal import PropertyLists

/// Determines the part that each object of a binary property list belongs to, then counts its bytes.
package struct PlistMeter {
  let plist: BinaryPlist
  let total = ByteTally(name: "archive")
  var work: MeterWork
  /// Whether the list is a keyed archive: then references count separately, and keys inside plain values are not
  /// distinguished.
  private let isArchive: Bool
  /// The part that each object of the property list counts for; 0 for unreferenced objects.
  private var owners: [Int32]
  private var tallies: [ByteTally]
  private var numbers: [ObjectIdentifier: Int32] = [:]
  /// Objects that have an owner, but whose parts have none yet.
  private var pending: [Int] = []
  /// The keys, by object.
  private var names: [Int: String] = [:]

  init(_ plist: BinaryPlist, isArchive: Bool) {
    (self.plist, self.isArchive) = (plist, isArchive)
    owners = Array(repeating: 0, count: plist.objectCount)
    tallies = [total["unused"]]
    work = MeterWork(forArchiveOf: plist.count)
  }

  /// Returns how the bytes of a property list other than a keyed archive are used: `content` by dictionary keys, and
  /// beside it `keys`, `offset table`, `header and trailer`, `unused` and `behind the end`. A shared object counts for its first place;
  /// elements of an array count under the array's name.
  ///
  /// - Throws: ``ArchiveError`` if the offset of an object is invalid, or if so many objects overlap that they have
  ///   more references than the bytes allow.
  package static func map(ofList data: Data) throws -> ArchiveByteMap {
    try unsafe data.withUnsafeBytes { bytes in
      var meter = PlistMeter(try unsafe BinaryPlist(bytes), isArchive: false)
      meter.own(meter.plist.topObject, by: meter.total["content"])
      try meter.ownParts()
      return try meter.measure(paddingCount: meter.plist.paddingCount)
    }
  }

  // MARK: Owners

  /// Returns whether the object already counts for a part.
  func isOwned(_ object: Int) -> Bool { owners[object] != 0 }

  /// Counts an object for a part, unless it already counts for another. One of the next two methods counts its
  /// content, or ``open(_:)`` if it must wait.
  mutating func own(_ object: Int, by tally: ByteTally, waits: Bool = false) {
    guard owners[object] == 0 else { return }
    let number = numbers[ObjectIdentifier(tally)] ?? Int32(clamping: tallies.count)
    if Int(number) == tallies.count {
      tallies.append(tally)
      numbers[ObjectIdentifier(tally)] = number
    }
    owners[object] = number
    if !waits { pending.append(object) }
  }

  /// Counts the content of an object that waited.
  mutating func open(_ object: Int) throws {
    pending.append(object)
    try ownParts()
  }

  /// Counts the content of the most recently owned objects for the same part.
  mutating func ownParts() throws {
    while let object = pending.popLast() { try ownParts(of: object, by: tallies[Int(owners[object])]) }
  }

  /// Counts the parts of the most recently owned object; those of an archive's object by key.
  mutating func ownFields(by tally: ByteTally) throws {
    guard let object = pending.popLast() else { return }
    try ownParts(of: object, by: tally, isObject: true)
    try ownParts()
  }

  private mutating func ownParts(of object: Int, by tally: ByteTally, isObject: Bool = false) throws {
    let offset = try plist.offset(of: object)
    guard let parts = try plist.parts(at: offset) else { return }
    try work.charge(parts.count, at: offset)
    for position in 0..<parts.count {
      guard parts.isDictionary else {
        try ownValue(plist.reference(position, of: parts), by: tally)
        continue
      }
      let key = try plist.reference(position, of: parts)
      let value = try plist.value(position, of: parts)
      own(key, by: total["keys"])
      let isNamed = try !isArchive || isObject && !isReference(value)
      let part = isNamed ? tally[try name(of: key)] : tally
      if !isArchive, part !== tally { part.add(count: 1) }
      try ownValue(value, by: part)
    }
  }

  private mutating func ownValue(_ object: Int, by tally: ByteTally) throws {
    guard isArchive, try isReference(object) else { return own(object, by: tally) }
    let references = total["references"]
    if !isOwned(object) { references.add(count: 1) }
    own(object, by: references)
  }

  private func isReference(_ object: Int) throws -> Bool {
    plist.kind(at: try plist.offset(of: object)) == BinaryPlist.Kind.uid
  }

  mutating func name(of key: Int) throws -> String {
    let offset = try plist.offset(of: key)
    if let known = names[key] {
      try work.charge(known, at: offset)
      return known
    }
    let name = (try? plist.string(at: offset)) ?? "(no name)"
    try work.charge(name, at: offset)
    names[key] = name
    return name
  }

  // MARK: Sizes

  /// Adds up the bytes. In a damaged file, an overlapping object counts only up to the start of the next.
  ///
  /// - Parameter paddingCount: The number of bytes behind the list.
  func measure(paddingCount: Int) throws -> ArchiveByteMap {
    var places = try (0..<plist.objectCount).map { (offset: try plist.offset(of: $0), object: $0) }
    places.sort { $0 < $1 }
    total["header and trailer"].own = BinaryPlist.headerSize + BinaryPlist.trailerSize
    var covered = BinaryPlist.headerSize
    for (position, place) in places.enumerated() {
      let next = position + 1 < places.count ? places[position + 1].offset : plist.contentEnd
      total["unused"].own += max(place.offset - covered, 0)
      let end = min(place.offset + (try plist.size(at: place.offset)), next)
      tallies[Int(owners[place.object])].own += end - place.offset
      covered = max(covered, end)
    }
    total["unused"].own += max(plist.contentEnd - covered, 0)
    total["offset table"].add(count: plist.objectCount)
    total["offset table"].own = plist.count - BinaryPlist.trailerSize - plist.contentEnd
    total["behind the end"].own = paddingCount
    return total.sortedMap
  }
}

/// The work spent on mapping the bytes of a file.
///
/// The objects of a valid file do not overlap, so together they have fewer references than the file has bytes. In a
/// hostile file, all objects could be the same large array, and each would have to be traversed.
package struct MeterWork {
  private let limit: Int
  /// The work so far, in references.
  package private(set) var spent = 0

  package init(forArchiveOf count: Int) { limit = (1 << 20) + 8 * count }

  /// Charges the references of an object.
  package mutating func charge(_ count: Int, at offset: Int) throws {
    spent += count
    guard spent > limit else { return }
    throw ArchiveError(
      .limitExceeded, expected: "objects with at most \(limit) references together", found: "more",
      offset: offset, advice: "The objects of the file overlap; it is damaged.")
  }

  /// Charges a name, which is usually short.
  package mutating func charge(_ name: String, at offset: Int) throws {
    try charge(name.utf8.count / 64, at: offset)
  }
}
