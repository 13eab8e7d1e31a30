internal import Foundation

/// The calls of the operating system.
package struct SystemFileCalls: FileCalls {
  package init() {}

  /// Returns the result of a call, or throws its failure.
  private func check<Result: SignedInteger>(_ call: String, _ result: Result) throws(FileCallFailure)
    -> Result
  {
    guard result >= 0 else { throw FileCallFailure(call, code: errno) }
    return result
  }

  package func open(_ path: String, _ mode: FileMode) throws(FileCallFailure) -> Int32 {
    let flags =
      switch mode {
      case .read: O_RDONLY
      case .update: O_RDWR
      case .create: O_RDWR | O_CREAT | O_EXCL
      case .updateOrCreate: O_RDWR | O_CREAT
      }
    return try check("open", unsafe Foundation.open(path, flags | O_CLOEXEC, 0o644))
  }

  package func close(_ descriptor: Int32) { _ = Foundation.close(descriptor) }

  package func size(of descriptor: Int32) throws(FileCallFailure) -> Int {
    let found = try status(descriptor)
    // A folder has a size too, but no content to read.
    guard found.st_mode & S_IFMT != S_IFDIR else { throw FileCallFailure("fstat", code: EISDIR) }
    guard let size = Int(exactly: found.st_size) else { throw FileCallFailure("fstat", code: EFBIG) }
    return size
  }

  package func read(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer, at offset: Int)
    throws(FileCallFailure) -> Int
  {
    // SAFETY: the call writes at most as many bytes as the buffer has.
    try check("pread", unsafe pread(descriptor, memory.baseAddress, memory.count, off_t(offset)))
  }

  package func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int)
    throws(FileCallFailure) -> Int
  {
    // SAFETY: the call reads at most as many bytes as the buffer has.
    try check("pwrite", unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset)))
  }

  package func truncate(_ descriptor: Int32, to size: Int) throws(FileCallFailure) {
    _ = try check("ftruncate", ftruncate(descriptor, off_t(size)))
  }

  package func sync(_ descriptor: Int32) throws(FileCallFailure) {
    #if canImport(Darwin)
      try syncFolder(descriptor)
    #else
      _ = try check("fdatasync", fdatasync(descriptor))
    #endif
  }

  package func syncFolder(_ descriptor: Int32) throws(FileCallFailure) {
    #if canImport(Darwin)
      // On Apple platforms, `fsync` leaves the data in the drive's cache. Some file systems lack the stronger call.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    _ = try check("fsync", fsync(descriptor))
  }

  package func lock(_ descriptor: Int32) throws(FileCallFailure) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK else { throw FileCallFailure("flock", code: errno) }
    return false
  }

  package func isSame(_ descriptor: Int32, _ path: String) throws(FileCallFailure) -> Bool {
    let own = try status(descriptor)
    var found = stat()
    guard unsafe stat(path, &found) == 0 else {
      guard errno == ENOENT else { throw FileCallFailure("stat", code: errno) }
      return false
    }
    return own.st_dev == found.st_dev && own.st_ino == found.st_ino
  }

  private func status(_ descriptor: Int32) throws(FileCallFailure) -> stat {
    var found = stat()
    _ = try check("fstat", unsafe fstat(descriptor, &found))
    return found
  }

  package func makeFolder(_ path: String) throws(FileCallFailure) {
    _ = try check("mkdir", unsafe mkdir(path, 0o755))
  }

  package func remove(_ path: String) throws(FileCallFailure) { _ = try check("unlink", unsafe unlink(path)) }

  package func rename(_ path: String, to other: String) throws(FileCallFailure) {
    _ = try check("rename", unsafe Foundation.rename(path, other))
  }

  package func names(in folder: String) throws(FileCallFailure) -> [String] {
    guard let stream = unsafe opendir(folder) else { throw FileCallFailure("opendir", code: errno) }
    // SAFETY: `stream` is open until the function returns.
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        guard errno == 0 else { throw FileCallFailure("readdir", code: errno) }
        return names
      }
      // SAFETY: the name is a string that ends with a zero byte, and is valid until the next call.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: field.pointee)) {
          unsafe String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
  }
}
