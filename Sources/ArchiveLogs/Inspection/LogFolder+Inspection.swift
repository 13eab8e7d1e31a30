internal import ArchiveBytes
internal import ArchiveFiles
internal import ColumnArchives
internal import Foundation

// The other files in a log's folder, and how a repair adds files to it.

extension LogFolder {
  /// The middle part of the name of a file with bytes that a repair has taken out of a segment.
  private static let setAside = ".damaged-"

  /// Inspects a segment.
  ///
  /// - Parameters:
  ///   - names: The names of all segments, in order.
  ///   - catalog: The catalog, or its reconstruction.
  func inspect(_ names: [SegmentName], _ index: Int, _ catalog: LogCatalog) throws -> InspectedSegment {
    let following = index + 1 < names.count ? names[index + 1] : nil
    let known = catalog.header(ofSegmentFrom: names[index].first)
    return try InspectedSegment(names[index], before: following, in: self, known: known) {
      // The nearest segments first.
      try names.indices.filter { $0 != index }.sorted { abs($0 - index) < abs($1 - index) }
        .compactMap { try header(of: names[$0])?.ofType }
    }
  }

  /// Writes bytes of a segment to a file of their own, unless such a file exists.
  ///
  /// - Returns: The file.
  func setAside(_ data: Data, of segment: SegmentName, at offset: Int) throws -> URL {
    let existing = Set(try fileNames)
    var (name, number) = ("\(segment.text)\(Self.setAside)\(offset)", 1)
    while existing.contains(name) {
      let file = try OpenFile(path(of: name), .read, calls)
      if try file.read(try file.size, at: 0) == data { return URL(fileURLWithPath: path(of: name)) }
      number += 1
      name = "\(segment.text)\(Self.setAside)\(offset)-\(number)"
    }
    try place(data, as: name)
    return URL(fileURLWithPath: path(of: name))
  }
}
