internal import Foundation

/// Parts of bytes that are needed once more, in a file, so that memory does not hold them.
///
/// The file lies in the folder for temporary files, and has no name there: whatever happens, nothing remains of it.
final class ScratchFile {
  private let file: FileHandle
  private var partSizes: [Int] = []

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "StructCoding-\(UUID().uuidString)")
    // Only the user may read it.
    guard
      FileManager.default.createFile(
        atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
    else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path])
    }
    defer { try? FileManager.default.removeItem(at: url) }
    file = try FileHandle(forUpdating: url)
  }

  /// Appends a part.
  func append(_ bytes: UnsafeRawBufferPointer) throws {
    guard let base = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count > 0 else {
      return
    }
    // SAFETY: the data is gone when the call returns, and does not change the bytes.
    try unsafe file.write(contentsOf: Data(bytesNoCopy: base, count: bytes.count, deallocator: .none))
    partSizes.append(bytes.count)
  }

  /// Calls `body` with each part, from the first on.
  func forEachPart(_ body: (Data) throws -> Void) throws {
    try file.seek(toOffset: 0)
    for size in partSizes {
      var part = Data()
      while part.count < size {
        guard let more = try file.read(upToCount: size - part.count), !more.isEmpty else {
          throw CocoaError(.fileReadCorruptFile)
        }
        if part.isEmpty { part = more } else { part += more }
      }
      try body(part)
    }
  }
}
