package import ArchiveBytes
internal import Foundation

extension KeyedArchive {
  /// Where the bytes of the archive are, of an XML archive those of its binary form.
  ///
  /// The parts are `objects` (by class: the objects with the plain values in them, without the objects that they refer
  /// to), `strings`, `data`, `numbers` and `dates` that are objects of their own, `class records`, `keys`,
  /// `references`, `object table` (the array of all objects and what else holds the archive together), `offset table`
  /// and `unused`.
  ///
  /// - Throws: ``ArchiveError`` when an object is not where it is said to be, and when so many overlap that they have
  ///   more references than the bytes allow.
  /// - Complexity: O(*n* log *n*) in the count of objects of the property list.
  package func byteMap() throws -> ByteMap {
    try reading { reader in
      var meter = KeyedArchiveMeter(reader.table)
      try meter.findOwners()
      return try meter.measure()
    }
  }
}

/// Finds what each object of a property list is for, and then how many bytes it takes.
private struct KeyedArchiveMeter {
  private let table: ObjectTable
  private let plist: BinaryPlist
  private let total = ByteTally(name: "archive")
  /// What each object of the property list counts for; 0 where nothing refers to it.
  private var owners: [Int32]
  private var tallies: [ByteTally]
  private var numbers: [ObjectIdentifier: Int32] = [:]
  /// Objects that have an owner, and whose parts have none yet.
  private var pending: [Int] = []
  /// The tally of the objects of each class, by the object of the class record.
  private var classes: [Int: ByteTally] = [:]
  /// The keys by their objects.
  private var names: [Int: String] = [:]
  private var work: MeterWork

  init(_ table: ObjectTable) {
    self.table = table
    plist = table.plist
    owners = Array(repeating: 0, count: table.plist.objectCount)
    tallies = [total["unused"]]
    work = MeterWork(forArchiveOf: table.plist.count)
  }

  mutating func findOwners() throws {
    let structure = total["object table"]
    own(plist.topObject, by: structure)
    let entries = try (0..<table.objectCount).map {
      try plist.reference(at: table.objectsStart + $0 * plist.referenceSize)
    }
    // Objects first, so that what the structure reaches by way of them is theirs.
    pending = []
    for entry in entries { try findOwners(ofEntry: entry) }
    own(plist.topObject, by: structure, again: true)
    while let object = pending.popLast() { try findOwners(below: object) }
  }

  private mutating func findOwners(ofEntry entry: Int) throws {
    guard owners[entry] == 0 else { return }
    let offset = try plist.offset(of: entry)
    guard plist.kind(at: offset) == BinaryPlist.Kind.dictionary else {
      let tally = total[Self.group(of: plist.kind(at: offset))]
      tally.add(count: 1)
      own(entry, by: tally)
      while let object = pending.popLast() { try findOwners(below: object) }
      return
    }
    let (count, start) = try plist.counted(at: offset, width: 2 * plist.referenceSize)
    try work.charge(2 * count, at: offset)
    let (tally, isClass) = try self.tally(ofObjectAt: offset, count: count, start: start)
    tally.add(count: 1)
    own(entry, by: tally)
    pending.removeLast()
    for position in 0..<count {
      let key = try plist.reference(at: start + position * plist.referenceSize)
      let value = try plist.reference(at: start + (count + position) * plist.referenceSize)
      own(key, by: total["keys"])
      try ownValue(value, by: isClass || !isPlain(value) ? tally : tally[try name(of: key)])
    }
    while let object = pending.popLast() { try findOwners(below: object) }
  }

  /// Which class an object is of, and whether it describes one.
  private mutating func tally(ofObjectAt offset: Int, count: Int, start: Int) throws -> (ByteTally, Bool) {
    for position in 0..<count {
      let key = try name(of: plist.reference(at: start + position * plist.referenceSize))
      let value = try plist.reference(at: start + (count + position) * plist.referenceSize)
      if key == "$classname" { return (total["class records"], true) }
      guard key == "$class" else { continue }
      if let known = classes[value] { return (known, false) }
      let record = try table.resolve(value).offset
      let name = try plist.className(
        at: record, entries: plist.entries(at: record, what: "a class record", &work))
      try work.charge(name, at: offset)
      let tally = total["objects"][name]
      classes[value] = tally
      return (tally, false)
    }
    return (total["objects"]["(no class)"], false)
  }

  private mutating func findOwners(below object: Int) throws {
    let offset = try plist.offset(of: object)
    let owner = tallies[Int(owners[object])]
    switch plist.kind(at: offset) {
    case BinaryPlist.Kind.array:
      let (count, start) = try plist.counted(at: offset, width: plist.referenceSize)
      try work.charge(count, at: offset)
      for position in 0..<count {
        try ownValue(try plist.reference(at: start + position * plist.referenceSize), by: owner)
      }
    case BinaryPlist.Kind.dictionary:
      let (count, start) = try plist.counted(at: offset, width: 2 * plist.referenceSize)
      try work.charge(count, at: offset)
      for position in 0..<count {
        own(try plist.reference(at: start + position * plist.referenceSize), by: total["keys"])
        try ownValue(try plist.reference(at: start + (count + position) * plist.referenceSize), by: owner)
      }
    default: break
    }
  }

  private mutating func ownValue(_ object: Int, by tally: ByteTally) throws {
    let isReference = plist.kind(at: try plist.offset(of: object)) == BinaryPlist.Kind.uid
    if isReference, owners[object] == 0 { total["references"].add(count: 1) }
    own(object, by: isReference ? total["references"] : tally)
  }

  private mutating func own(_ object: Int, by tally: ByteTally, again: Bool = false) {
    guard owners[object] == 0 || again else { return }
    let number = numbers[ObjectIdentifier(tally)] ?? Int32(clamping: tallies.count)
    if Int(number) == tallies.count {
      tallies.append(tally)
      numbers[ObjectIdentifier(tally)] = number
    }
    owners[object] = number
    pending.append(object)
  }

  /// Whether the value is in the object itself: no reference to another one.
  private func isPlain(_ object: Int) throws -> Bool {
    plist.kind(at: try plist.offset(of: object)) != BinaryPlist.Kind.uid
  }

  private mutating func name(of key: Int) throws -> String {
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

  private static func group(of kind: UInt8) -> String {
    switch kind {
    case BinaryPlist.Kind.ascii, BinaryPlist.Kind.utf16: "strings"
    case BinaryPlist.Kind.data: "data"
    case BinaryPlist.Kind.date: "dates"
    case BinaryPlist.Kind.integer, BinaryPlist.Kind.real, BinaryPlist.Kind.simple: "numbers"
    case BinaryPlist.Kind.uid: "references"
    default: "collections"
    }
  }

  /// Adds up the bytes. Objects that overlap, in a damaged file, count up to where the next one begins.
  func measure() throws -> ByteMap {
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
    var map = total.map
    map.children.removeAll { $0.bytes == 0 }
    map.children.sort { $0.bytes > $1.bytes }
    return map
  }
}
