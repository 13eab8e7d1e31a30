internal import ArchiveBytes
internal import Foundation
internal import KeyedArchive

/// Finds where the bytes of a binary property list are that is no keyed archive: by the keys of its dictionaries.
struct PropertyListMeter {
  private let plist: BinaryPlist
  private let root = ByteTally(name: "archive")
  private var isCounted: [Bool]
  private var work: MeterWork
  private var pending: [(object: Int, tally: ByteTally)] = []

  /// The fields, and next to them `keys`, `offset table`, `header and trailer` and `unused`. An object that is in
  /// several places counts for the first; elements of an array count under its name.
  ///
  /// - Throws: ``ArchiveError`` when an object is not where it is said to be, and when so many overlap that they have
  ///   more references than the bytes allow.
  static func map(_ data: Data) throws -> ByteMap {
    try unsafe data.withUnsafeBytes { bytes in
      var meter = PropertyListMeter(try unsafe BinaryPlist(bytes))
      try meter.count(meter.plist.topObject, for: meter.root["content"])
      while let (object, tally) = meter.pending.popLast() { try meter.countParts(of: object, for: tally) }
      return meter.finish()
    }
  }

  private init(_ plist: BinaryPlist) {
    self.plist = plist
    isCounted = Array(repeating: false, count: plist.objectCount)
    work = MeterWork(forArchiveOf: plist.count)
  }

  private mutating func count(_ object: Int, for tally: ByteTally) throws {
    guard !isCounted[object] else { return }
    isCounted[object] = true
    tally.own += try plist.size(at: plist.offset(of: object))
    pending.append((object, tally))
  }

  private mutating func countParts(of object: Int, for tally: ByteTally) throws {
    let offset = try plist.offset(of: object)
    let isDictionary = plist.kind(at: offset) == BinaryPlist.Kind.dictionary
    guard isDictionary || plist.kind(at: offset) == BinaryPlist.Kind.array else { return }
    let width = plist.referenceSize
    let (count, start) = try plist.counted(at: offset, width: isDictionary ? 2 * width : width)
    try work.charge(count, at: offset)
    for position in 0..<count {
      guard isDictionary else {
        try self.count(plist.reference(at: start + position * width), for: tally)
        continue
      }
      let key = try plist.reference(at: start + position * width)
      try self.count(key, for: root["keys"])
      let name = try plist.string(at: plist.offset(of: key)) ?? "(no name)"
      try work.charge(name, at: offset)
      let part = tally[name]
      if part !== tally { part.add(count: 1) }
      try self.count(plist.reference(at: start + (count + position) * width), for: part)
    }
  }

  private func finish() -> ByteMap {
    root["offset table"].own = plist.count - BinaryPlist.trailerSize - plist.contentEnd
    root["offset table"].add(count: plist.objectCount)
    root["header and trailer"].own = BinaryPlist.headerSize + BinaryPlist.trailerSize
    let rest = plist.count - root.map.bytes
    // In a damaged file objects may overlap, so that together they have more bytes than there are.
    if rest > 0 { root["unused"].own = rest }
    return root.map
  }
}
