internal import ArchiveBytes
internal import ArchiveFiles
internal import ColumnArchives
internal import Foundation

// What a folder has besides its segments, and how a repair puts files into it.

extension LogFolder {
  /// Bytes that a repair has taken out of a segment.
  struct SetAside {
    let name: String
    let segment: SegmentName

    static let infix = ".damaged-"

    init?(_ name: String) {
      guard let range = name.range(of: Self.infix),
        name[range.upperBound...].allSatisfy(\.isASCIIDigitOrDash),
        let segment = SegmentName(String(name[..<range.lowerBound]))
      else { return nil }
      (self.name, self.segment) = (name, segment)
    }
  }

  /// The files that repairs have set aside.
  var setAside: [SetAside] { get throws { try names.compactMap { SetAside($0) } } }

  private var names: [String] {
    get throws { try calls.completing(path) { () throws(FileCallFailure) in try calls.names(in: path) } }
  }

  /// Looks at a segment.
  ///
  /// - Parameter names: The names of all segments, in order.
  func inspect(_ names: [SegmentName], _ index: Int) throws -> InspectedSegment {
    let following = index + 1 < names.count ? names[index + 1] : nil
    return try InspectedSegment(names[index], before: following, in: self) {
      // The nearest segments first.
      try names.indices.filter { $0 != index }.sorted { abs($0 - index) < abs($1 - index) }
        .compactMap { try header(of: names[$0]) }
    }
  }

  /// More than any header of a reasonable type.
  private static let largestHeaderByteCount = 1 << 20

  /// Returns the header of a segment, if it is undamaged.
  private func header(of name: SegmentName) throws -> Data? {
    let start = try OpenFile(path(of: name.text), .read, calls).read(Self.largestHeaderByteCount, at: 0)
    return (try? FrameScan.headerByteCount(of: start)).map { start.prefix($0) }
  }

  // MARK: Files that appear under their names only when they are complete

  private static let unfinishedSuffix = ".repaired"

  /// Writes a file, which appears under its name, or replaces that of this name, when it is on the disk.
  func place(_ data: Data, as name: String) throws {
    let unfinished = name + Self.unfinishedSuffix
    try write(data, to: path(of: unfinished))
    try rename(unfinished, to: path(of: name))
  }

  /// Removes what a repair left that was stopped.
  func removeUnfinished() throws {
    for name in try names where name.hasSuffix(Self.unfinishedSuffix) {
      let finished = String(name.dropLast(Self.unfinishedSuffix.count))
      if SegmentName(finished) != nil || SetAside(finished) != nil { try remove(name) }
    }
  }

  /// Writes bytes of a segment to a file of their own, unless one has them.
  ///
  /// - Returns: The file.
  func setAside(_ data: Data, of segment: SegmentName, at offset: Int) throws -> URL {
    let existing = Set(try names)
    var (name, number) = ("\(segment.text)\(SetAside.infix)\(offset)", 1)
    while existing.contains(name) {
      let file = try OpenFile(path(of: name), .read, calls)
      if try file.read(try file.size, at: 0) == data { return URL(fileURLWithPath: path(of: name)) }
      number += 1
      name = "\(segment.text)\(SetAside.infix)\(offset)-\(number)"
    }
    try place(data, as: name)
    return URL(fileURLWithPath: path(of: name))
  }
}

extension Character {
  fileprivate var isASCIIDigitOrDash: Bool { self == "-" || ("0"..."9").contains(self) }
}
