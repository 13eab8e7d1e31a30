internal import ArchiveBytes
package import ArchiveNodes
internal import Foundation
internal import PropertyLists

extension KeyedArchive {
  /// Returns how the bytes of the archive are used; for an XML archive, those of its binary form.
  ///
  /// The parts are `objects` (by class: the objects with their inline values, without the objects they refer to),
  /// `strings`, `data`, `numbers` and `dates` that are separate objects, `class records`, `keys`, `references`,
  /// `object table` (the array of all objects and what else holds the archive together), `offset table` and `unused`.
  ///
  /// - Throws: ``ArchiveError`` if the offset of an object is invalid, or if so many objects overlap that they have
  ///   more references than the bytes allow.
  /// - Complexity: O(*n* log *n*) in the number of objects of the property list.
  package func byteMap() throws -> ArchiveByteMap {
    try reading { reader in
      var meter = ObjectTableMeter(reader.table)
      return try meter.measure()
    }
  }
}

/// Measures the objects of an archive by their classes.
private struct ObjectTableMeter {
  private let table: ObjectTable
  private let plist: BinaryPlist
  private var meter: PlistMeter
  /// The tally of the objects of each class, by the object of the class record.
  private var classes: [Int: ByteTally] = [:]

  init(_ table: ObjectTable) {
    self.table = table
    plist = table.plist
    meter = PlistMeter(plist, isArchive: true)
  }

  mutating func measure() throws -> ArchiveByteMap {
    meter.own(plist.topObject, by: meter.total["object table"], waits: true)
    // Objects first, so that everything reachable through them counts for them.
    for position in 0..<table.objectCount {
      try own(entry: plist.reference(at: table.objectsStart + position * plist.referenceSize))
    }
    try meter.open(plist.topObject)
    return try meter.measure()
  }

  private mutating func own(entry: Int) throws {
    guard !meter.isOwned(entry) else { return }
    let offset = try plist.offset(of: entry)
    let isObject = plist.kind(at: offset) == BinaryPlist.Kind.dictionary
    let tally =
      isObject ? try tally(ofObjectAt: offset) : meter.total[Self.group(of: plist.kind(at: offset))]
    tally.add(count: 1)
    meter.own(entry, by: tally)
    if isObject, tally.name != Self.classRecords { try meter.ownFields(by: tally) }
    try meter.ownParts()
  }

  private static let classRecords = "class records"

  /// Returns the tally for an object: that of its class, or that of class records.
  private mutating func tally(ofObjectAt offset: Int) throws -> ByteTally {
    guard let parts = try plist.parts(at: offset) else { return meter.total["unused"] }
    try meter.work.charge(parts.count, at: offset)
    for position in 0..<parts.count {
      let key = try meter.name(of: plist.reference(position, of: parts))
      if key == "$classname" { return meter.total[Self.classRecords] }
      guard key == "$class" else { continue }
      let value = try plist.value(position, of: parts)
      if let known = classes[value] { return known }
      let record = try table.resolve(value).offset
      let name = try plist.className(
        at: record, entries: plist.entries(at: record, what: "a class record", &meter.work))
      try meter.work.charge(name, at: offset)
      let tally = meter.total["objects"][name]
      classes[value] = tally
      return tally
    }
    return meter.total["objects"]["(no class)"]
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
