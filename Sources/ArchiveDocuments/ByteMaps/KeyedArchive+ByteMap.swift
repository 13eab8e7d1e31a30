internal import ArchiveBytes
package import Foundation
package import KeyedArchives
internal import PropertyLists

extension KeyedArchive {
  /// Returns how the bytes of a binary archive are used; for an XML archive, those of its binary form.
  ///
  /// The parts are `objects` (by class: the objects with their inline values, without the objects they refer to),
  /// `strings`, `data`, `numbers` and `dates` that are separate objects, `class records`, `keys`, `references`,
  /// `object table` (the array of all objects and what else holds the archive together), `offset table`, `unused` and
  /// `behind the end`.
  ///
  /// - Throws: ``ArchiveError`` if the offset of an object is invalid, or if so many objects overlap that they have
  ///   more references than the bytes allow.
  /// - Complexity: O(*n* log *n*) in the number of objects of the property list.
  package func byteMap() throws -> ArchiveByteMap {
    try readingTable { table in
      var meter = ObjectTableMeter(table)
      return try meter.measure(paddingCount: paddingCount)
    }
  }

  /// Returns how the bytes of the XML text that the archive was read from are used. The parts are `objects`, by class and
  /// key, `strings` and the like, as in the map of a binary archive, and `object table`: the text around the objects.
  package func byteMap(ofXML text: Data) throws -> ArchiveByteMap {
    let parts = try readingTable { table in
      var meter = ObjectTableMeter(table)
      return try (0..<table.objectCount).map { try meter.part(ofEntry: $0) }
    }
    let meter = TextMeter { $0 < parts.count ? parts[$0] : ["collections"] }
    _ = try XMLListReader.node(
      of: text, limits, freeDepth: PlistConversion.tableDepth, observer: meter)
    var map = meter.map(byteCount: text.count)
    map.children.sort { $0.bytes > $1.bytes }
    return map
  }
}

/// Measures the objects of an archive by their classes.
private struct ObjectTableMeter {
  private let table: ObjectTable
  private let plist: BinaryPlist
  private var meter: PlistMeter
  /// The part that the objects of each class count for, by the object of the class record.
  private var classes: [Int: [String]] = [:]

  init(_ table: ObjectTable) {
    self.table = table
    plist = table.plist
    meter = PlistMeter(plist, isArchive: true)
  }

  mutating func measure(paddingCount: Int) throws -> ArchiveByteMap {
    meter.own(plist.topObject, by: meter.total["object table"], waits: true)
    // Objects first, so that everything reachable through them counts for them.
    for position in 0..<table.objectCount {
      try own(entry: plist.reference(at: table.objectsStart + position * plist.referenceSize))
    }
    try meter.open(plist.topObject)
    return try meter.measure(paddingCount: paddingCount)
  }

  private mutating func own(entry: Int) throws {
    guard !meter.isOwned(entry) else { return }
    let offset = try plist.offset(of: entry)
    let part = try part(ofEntryAt: offset)
    let tally = part.reduce(meter.total) { $0[$1] }
    tally.add(count: 1)
    meter.own(entry, by: tally)
    if plist.kind(at: offset) == BinaryPlist.Kind.dictionary, part != Self.classRecords {
      try meter.ownFields(by: tally)
    }
    try meter.ownParts()
  }

  private static let classRecords = ["class records"]

  /// Returns the part of the map that an entry of `$objects` counts for: the names of the parts around it, and its own.
  mutating func part(ofEntry entry: Int) throws -> [String] {
    try part(ofEntryAt: table.offset(ofEntry: entry))
  }

  private mutating func part(ofEntryAt offset: Int) throws -> [String] {
    guard plist.kind(at: offset) == BinaryPlist.Kind.dictionary else {
      return [Self.group(of: plist.kind(at: offset))]
    }
    guard let parts = try plist.parts(at: offset) else { return ["unused"] }
    try meter.work.charge(parts.count, at: offset)
    for position in 0..<parts.count {
      let key = try meter.name(of: plist.reference(position, of: parts))
      if key == "$classname" { return Self.classRecords }
      guard key == "$class" else { continue }
      let value = try plist.value(position, of: parts)
      if let known = classes[value] { return known }
      let record = try table.resolve(value).offset
      let name = try plist.className(
        at: record, entries: plist.entries(at: record, what: "a class record", &meter.work))
      try meter.work.charge(name, at: offset)
      classes[value] = ["objects", name]
      return ["objects", name]
    }
    return ["objects", "(no class)"]
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
}
