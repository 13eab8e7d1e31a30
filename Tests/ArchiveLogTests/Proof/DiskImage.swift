import Foundation

/// The content of a disk: what is left after a power cut, or what a program sees.
struct DiskImage {
  /// A file, whatever its name: names may change before they are on the disk.
  typealias FileID = Int

  var folders: Set<String> = ["/"]
  /// The file of each path.
  var names: [String: FileID] = [:]
  var files: [FileID: Data] = [:]

  /// The contents of the files whose names end in a way, sorted by name.
  func contents(_ suffix: String) -> [(path: String, data: Data)] {
    names.keys.filter { $0.hasSuffix(suffix) }.sorted().map { ($0, files[names[$0]!]!) }
  }
}

/// What was done to a disk, or what a caller was promised.
enum DiskEvent {
  case makeFolder(String)
  case create(String, DiskImage.FileID)
  case rename(String, to: String)
  case remove(String)
  case write(DiskImage.FileID, Data, at: Int)
  case truncate(DiskImage.FileID, to: Int)
  case sync(DiskImage.FileID)
  /// The system could not write what was not synced. It forgets that it should, but programs still see it.
  case failedSync(DiskImage.FileID)
  case syncFolder(String)
  /// The caller began to append records.
  case began(ProofCounts)
  /// Records are on the disk, as the caller was told.
  case promised(ProofCounts)
  /// The log was opened, and has these records.
  case opened(ProofCounts)

  /// Whether the event changes what may be on the disk.
  var isWork: Bool {
    switch self {
    case .began, .promised, .opened: false
    default: true
    }
  }
}

/// How many records of each task there are, from the first.
typealias ProofCounts = [Int: Int]

func folder(of path: String) -> String {
  let folder = path[..<path.lastIndex(of: "/")!]
  return folder.isEmpty ? "/" : String(folder)
}
