internal import ArchiveBytes
public import KeyedArchives
internal import PropertyLists

/// A place where the object tables of two keyed archives differ; see ``KeyedArchive/tableDifferences(from:limit:)``.
public struct ArchiveTableDifference: Sendable, Hashable {
  /// The path from the top of the archive to the place: the keys under which values are stored, and positions in
  /// arrays, such as `root.NS.objects[3].$class`.
  public let path: ArchiveNodePath
  /// The content of the other archive there, in words; `nil` if it has nothing.
  public let old: String?
  /// The content of this archive there, in words; `nil` if it has nothing.
  public let new: String?
}

extension ArchiveTableDifference: CustomStringConvertible {
  /// The difference as text, such as `root.NSRGB: 12 bytes, inline → a reference to 12 bytes`.
  public var description: String { path.text(ofChangeFrom: old, to: new) }
}

extension KeyedArchive {
  /// Returns the places where the object table differs from the table of another archive. The result is empty if
  /// readers of property lists can tell the two apart only by bytes and by the order of `$objects`.
  ///
  /// ``ArchiveNode/differences(from:limit:)`` compares values. This method compares how they are stored, from the top
  /// of both archives: which values are inline in an object and which are separate objects; the kind of each, such as
  /// a 32-bit number or a Boolean; classes with `$classes` and `$classhints`; and which places refer to one object.
  /// The order of keys and the width of integers have no meaning. XML archives are compared in their binary form.
  ///
  /// - Parameter limit: The maximum number of differences to find. Nothing beyond a difference is compared.
  /// - Throws: ``ArchiveError``, located in the archive, if one of them is damaged.
  /// - Complexity: Linear in the size of both archives.
  public func tableDifferences(
    from other: KeyedArchive, limit: Int = 1000
  ) throws -> [ArchiveTableDifference] {
    var comparison = try TableComparison(StoredTable(other), StoredTable(self), limit: limit)
    comparison.compare()
    return comparison.found
  }

  /// The number of objects that are not referenced from the top of the archive. No reader sees them, and an archive
  /// made from ``node()`` lacks them.
  ///
  /// - Throws: ``ArchiveError``, located in the archive, if it is damaged.
  /// - Complexity: Linear in the size of the archive.
  public var unreferencedObjectCount: Int {
    get throws { try unreached().count }
  }

  /// Returns the entries of `$objects` without references. Entry 0, `$null`, is never included.
  func unreached() throws -> [Int] {
    try readingTable { table, charge, _ in
      let plist = table.plist
      var isReached = Array(repeating: false, count: table.objectCount)
      var isVisited = Array(repeating: false, count: plist.objectCount)
      var open = try table.top().map(\.reference)
      while let object = open.popLast() {
        let offset = try plist.offset(of: object)
        guard !isVisited[object] else { continue }
        isVisited[object] = true
        if plist.kind(at: offset) == BinaryPlist.Kind.uid {
          let entry = try table.entry(ofUIDAt: offset)
          if !isReached[entry] { open.append(try table.reference(ofEntry: entry)) }
          isReached[entry] = true
        } else if let parts = try plist.parts(at: offset) {
          try charge(16 * parts.count)
          open += try (0..<parts.count).map {
            try parts.isDictionary ? plist.value($0, of: parts) : plist.reference($0, of: parts)
          }
        }
      }
      return isReached.indices.dropFirst().filter { !isReached[$0] }
    }
  }

  /// Verifies the archive: every object of its table can be read, and every reference leads to an object.
  ///
  /// - Parameter progress: Called from time to time with the number of bytes that are done. Any byte may be read
  ///   again, but few are.
  /// - Returns: The number of objects of each class.
  /// - Throws: ``ArchiveError`` at the first invalid object.
  /// - Complexity: Linear in the size of the archive, and bounded by the limits. No object is kept: it needs
  ///   the memory of the largest object, and one byte for each object.
  package func verify(_ progress: (Int) -> Void = { _ in }) throws -> [String: Int] {
    let step = max(objectCount / 128, 1)
    return try checkObjects { object in
      guard object % step == 0 else { return }
      progress(Int(Double(object) / Double(objectCount) * Double(data.count)))
    }
  }
}

extension ObjectTable {
  /// Returns the object of the property list that is the entry of `$objects` with this number.
  func reference(ofEntry object: Int) throws -> Int {
    try plist.reference(at: objectsStart + object * plist.referenceSize)
  }
}
