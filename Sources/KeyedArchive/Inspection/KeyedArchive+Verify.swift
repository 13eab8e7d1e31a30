internal import ArchiveBytes
internal import Foundation

extension KeyedArchive {
  /// Looks at every object of the archive once, without making values: everything is where it is said to be, every
  /// reference leads to an object, and every object that names a class names one with a class record.
  ///
  /// - Returns: How many objects there are of each class.
  /// - Throws: ``ArchiveError`` at the first object that is not so.
  package func verify() throws -> [String: Int] {
    try unsafe data.withUnsafeBytes { bytes in
      let table = try unsafe ObjectTable(bytes)
      for object in 0..<table.plist.objectCount { try table.verify(object) }
      var classes: [String: Int] = [:]
      for entry in 0..<table.objectCount {
        let offset = try table.offset(ofEntry: entry)
        guard table.plist.kind(at: offset) == BinaryPlist.Kind.dictionary else { continue }
        let entries = try table.plist.entries(at: offset, what: "an object")
        guard let reference = entries.first(where: { $0.key == "$class" })?.reference else { continue }
        classes[try table.className(at: table.resolve(reference).offset), default: 0] += 1
      }
      return classes
    }
  }
}

extension ObjectTable {
  /// Checks one object of the property list, and that its references lead somewhere.
  fileprivate func verify(_ object: Int) throws {
    let offset = try plist.offset(of: object)
    switch plist.kind(at: offset) {
    case BinaryPlist.Kind.simple where plist.byte(at: offset) == 0x00: break
    case BinaryPlist.Kind.date where plist.byte(at: offset) == 0x33: break
    case BinaryPlist.Kind.data: _ = try plist.counted(at: offset, width: 1)
    case BinaryPlist.Kind.ascii, BinaryPlist.Kind.utf16: _ = try plist.string(at: offset)
    case BinaryPlist.Kind.uid: _ = try resolve(object)
    case BinaryPlist.Kind.array:
      let (count, start) = try plist.counted(at: offset, width: plist.referenceSize)
      for index in 0..<count { _ = try plist.reference(at: start + index * plist.referenceSize) }
    case BinaryPlist.Kind.dictionary:
      _ = try plist.entries(at: offset, what: "a dictionary")
    default:
      guard try plist.wideInteger(at: offset) != nil || plist.number(at: offset) != nil else {
        throw BinaryPlist.malformed(.malformed, "an object", plist.describe(at: offset), at: offset)
      }
    }
  }
}
