internal import ArchiveBytes
internal import ArchiveFiles
internal import Foundation

/// The folder of a log, and the operations on its files.
struct LogFolder: Sendable {
  let path: String
  let calls: any FileCalls

  init(_ url: URL, _ calls: any FileCalls) {
    path = url.path
    self.calls = calls
  }

  func path(of name: String) -> String { "\(path)/\(name)" }

  /// The names of the segments, in order.
  var segments: [SegmentName] { get throws { try fileNames.compactMap { SegmentName($0) }.sorted() } }

  /// The names of all files.
  var fileNames: [String] {
    get throws { try calls.completing(path) { () throws(FileCallFailure) in try calls.names(in: path) } }
  }

  /// Removes a file, and waits until the removal is on the disk.
  func remove(_ name: String) throws {
    let path = path(of: name)
    try calls.completing(path) { () throws(FileCallFailure) in try calls.remove(path) }
    try calls.syncFolder(self.path)
  }

  /// Renames a file, and waits until its new name is on the disk.
  func rename(_ name: String, to path: String) throws {
    try calls.completing(path) { () throws(FileCallFailure) in
      try calls.rename(self.path(of: name), to: path)
    }
    try calls.syncFolder(self.path)
  }

  /// The suffix of a file that is being written.
  static let unfinishedSuffix = ".new"

  /// Writes a file that gets its name, or replaces the file of that name, only when its bytes are on the disk; and
  /// waits until the name is on the disk too.
  func place(_ data: Data, as name: String) throws { try place(as: name) { try $0(data) } }

  /// Writes a file as ``place(_:as:)`` does, in pieces.
  ///
  /// - Parameter write: Calls its argument with the pieces.
  func place(as name: String, _ write: (_ take: (Data) throws -> Void) throws -> Void) throws {
    let unfinished = name + Self.unfinishedSuffix
    let file = try OpenFile(path(of: unfinished), .updateOrCreate, calls)
    try file.truncate(to: 0)
    var offset = 0
    try write { piece in
      try file.write(piece, at: offset)
      offset += piece.count
    }
    try file.sync()
    try rename(unfinished, to: path(of: name))
  }

  /// Removes unfinished files.
  func removeUnfinished() throws {
    for name in try fileNames where name.hasSuffix(Self.unfinishedSuffix) {
      if name.hasPrefix(Self.catalogName) || name.contains(SegmentName.suffix) { try remove(name) }
    }
  }
}
