internal import ArchiveBytes
package import KeyedArchives
internal import PropertyLists

extension KeyedArchive {
  /// The objects by class, with the values that are inline in them. An XML archive's objects are counted as in its
  /// binary form. Texts, numbers, data and class records are separate parts.
  ///
  /// - Throws: ``ArchiveError`` if the offset of an object is invalid, or if the objects overlap and together exceed
  ///   the limits.
  /// - Complexity: Linear in the size of the archive.
  package func parts() throws -> [ArchivePart] {
    try readingTable { table, charge, className in
      let plist = table.plist
      var parts: [String: ArchivePart] = [:]
      var isCounted = Array(repeating: false, count: plist.objectCount)
      /// Returns the bytes of an object. They are counted where the object is met first.
      func bytes(of object: Int) throws -> Int {
        defer { isCounted[object] = true }
        return try isCounted[object] ? 0 : plist.size(at: plist.offset(of: object))
      }
      for entry in 0..<table.objectCount {
        let object = try table.reference(ofEntry: entry)
        let offset = try plist.offset(of: object)
        var (name, size) = (plist.groupName(at: offset), try bytes(of: object))
        if plist.kind(at: offset) == BinaryPlist.Kind.dictionary {
          name = "(no class)"
          let entries = try plist.entries(at: offset, what: "an object")
          try charge(entries.reduce(0) { $0 + 16 + $1.key.utf8.count })
          for (key, value) in entries {
            if key == "$classname" { name = "(class records)" }
            if key == "$class" { name = try className(table.resolve(value).offset) }
            if try plist.parts(at: plist.offset(of: value)) == nil { size += try bytes(of: value) }
          }
        }
        parts[name, default: ArchivePart(name: name, count: 0, byteCount: 0)].count += 1
        parts[name]?.byteCount += size
      }
      return parts.values.sorted { ($1.byteCount, $0.name) < ($0.byteCount, $1.name) }
    }
  }
}

extension BinaryPlist {
  /// Returns the size in bytes of the object at an offset, without the objects it refers to.
  fileprivate func size(at offset: Int) throws -> Int {
    let marker = Int(byte(at: offset) & 0xF)
    switch kind(at: offset) {
    case Kind.integer, Kind.real, Kind.date: return 1 + 1 << marker
    case Kind.uid: return 2 + marker
    case Kind.data, Kind.ascii, Kind.utf8, Kind.utf16:
      return try counted(at: offset, width: 1).start - offset + contentSize(at: offset)
    default:
      guard let parts = try parts(at: offset) else { return 1 }
      return parts.start - offset + parts.count * referenceSize * (parts.isDictionary ? 2 : 1)
    }
  }

  /// Returns the group in which an object without a class is counted.
  fileprivate func groupName(at offset: Int) -> String {
    switch kind(at: offset) {
    case Kind.ascii, Kind.utf16, Kind.utf8: "(texts)"
    case Kind.data: "(data)"
    case Kind.date: "(dates)"
    case Kind.integer, Kind.real, Kind.simple: "(numbers)"
    default: "(others)"
    }
  }
}
