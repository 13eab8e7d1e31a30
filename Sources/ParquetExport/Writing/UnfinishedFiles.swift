internal import ArchiveBytes
internal import ArchiveFiles

/// The files being written, which have no name yet, so that a program that is being stopped can remove them.
final class UnfinishedFiles: Sendable {
  /// The files of the process.
  static let shared = UnfinishedFiles()

  private let state = Locked(State())

  private struct State {
    var paths: Set<String> = []
    var isStopped = false
  }

  /// Creates a file by calling `body`, unless the files have been removed.
  func create<File: Sendable>(_ path: String, _ body: () throws -> File) throws -> File {
    try state.withLock { state in
      guard !state.isStopped else {
        throw ArchiveError(.stopped, expected: "a program that continues", found: "one that is being stopped")
          .in(path)
      }
      let file = try body()
      state.paths.insert(path)
      return file
    }
  }

  /// Notes that a file has received its name, or was removed.
  func remove(_ path: String) { state.withLock { _ = $0.paths.remove(path) } }

  /// Calls `body` with the path of each file, to remove it. No file can be created afterwards.
  func stop(_ body: (String) -> Void) {
    state.withLock { state in
      state.isStopped = true
      for path in state.paths { body(path) }
      state.paths.removeAll()
    }
  }
}
