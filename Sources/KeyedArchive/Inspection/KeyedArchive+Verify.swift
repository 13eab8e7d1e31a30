internal import ArchiveBytes
internal import Foundation

extension KeyedArchive {
  /// Looks at every object of the archive once, without making values: everything is where it is said to be, every
  /// reference leads to an object, and every object that names a class names one with a class record.
  ///
  /// - Returns: How many objects there are of each class.
  /// - Throws: ``ArchiveError`` at the first object that is not so.
  /// - Complexity: Linear in the size of the archive, also where its objects overlap.
  package func verify() throws -> [String: Int] { try verifyWithWork().classes }

  /// The same, with what was looked at.
  package func verifyWithWork() throws -> (classes: [String: Int], work: Int) {
    try reading { reader in
      let table = reader.table
      var work = MeterWork(forArchiveOf: table.plist.count)
      for object in 0..<table.plist.objectCount { try table.verify(object, &work) }
      var classes: [String: Int] = [:]
      for entry in 0..<table.objectCount {
        let offset = try table.offset(ofEntry: entry)
        guard table.plist.kind(at: offset) == BinaryPlist.Kind.dictionary else { continue }
        let entries = try table.plist.entries(at: offset, what: "an object", &work)
        guard let reference = entries.first(where: { $0.key == "$class" })?.reference else { continue }
        let record = try table.resolve(reference).offset
        let name = try table.plist.className(
          at: record, entries: table.plist.entries(at: record, what: "a class record", &work))
        try work.charge(name, at: record)
        classes[name, default: 0] += 1
      }
      return (classes, work.spent)
    }
  }
}

extension BinaryPlist {
  /// The entries of the dictionary at an offset, with note taken of what that costs.
  func entries(
    at offset: Int, what expected: String, _ work: inout MeterWork
  ) throws -> [(key: String, reference: Int)] {
    let entries = try entries(at: offset, what: expected)
    try work.charge(entries.reduce(0) { $0 + 2 + $1.key.utf8.count / 64 }, at: offset)
    return entries
  }
}

extension ObjectTable {
  /// Checks one object of the property list, and that its references lead somewhere.
  fileprivate func verify(_ object: Int, _ work: inout MeterWork) throws {
    let offset = try plist.offset(of: object)
    switch plist.kind(at: offset) {
    case BinaryPlist.Kind.simple where plist.byte(at: offset) == 0x00: break
    case BinaryPlist.Kind.date where plist.byte(at: offset) == 0x33: break
    case BinaryPlist.Kind.data: _ = try plist.counted(at: offset, width: 1)
    case BinaryPlist.Kind.ascii, BinaryPlist.Kind.utf16:
      if let text = try plist.string(at: offset) { try work.charge(text, at: offset) }
    case BinaryPlist.Kind.uid: _ = try resolve(object)
    case BinaryPlist.Kind.array:
      let (count, start) = try plist.counted(at: offset, width: plist.referenceSize)
      try work.charge(count, at: offset)
      for index in 0..<count { _ = try plist.reference(at: start + index * plist.referenceSize) }
    case BinaryPlist.Kind.dictionary:
      _ = try plist.entries(at: offset, what: "a dictionary", &work)
    default:
      guard try plist.wideInteger(at: offset) != nil || plist.number(at: offset) != nil else {
        throw BinaryPlist.malformed(.malformed, "an object", plist.describe(at: offset), at: offset)
      }
    }
  }
}
