package import ArchiveBytes
package import Foundation

/// An open file, or an open folder. It is closed when it is deallocated.
///
/// The methods complete partial system calls: they repeat interrupted calls, and write the rest after a short write.
/// Every other failure is an ``ArchiveError`` with the path of the file.
package final class OpenFile: Sendable {
  package let path: String
  package let calls: any FileCalls
  private let descriptor: Int32

  /// Opens a file.
  package init(_ path: String, _ mode: FileMode, _ calls: any FileCalls) throws {
    self.path = path
    self.calls = calls
    descriptor = try calls.completing(path) { () throws(FileCallFailure) in try calls.open(path, mode) }
  }

  deinit { calls.close(descriptor) }

  private func completing<Result>(_ call: () throws(FileCallFailure) -> Result) throws -> Result {
    try calls.completing(path, call)
  }

  /// The size of the file in bytes.
  package var size: Int {
    get throws { try completing { () throws(FileCallFailure) in try calls.size(of: descriptor) } }
  }

  /// Returns some bytes; fewer only if the file ends earlier.
  package func read(_ range: Range<Int>) throws -> Data { try read(range.count, at: range.lowerBound) }

  /// Returns up to `count` bytes; fewer only if the file ends earlier.
  package func read(_ count: Int, at offset: Int) throws -> Data {
    // A damaged length may exceed the file; the excess needs no memory.
    let count = max(min(count, try size - offset), 0)
    var data = Data(count: count)
    var done = 0
    while done < count {
      let read = try unsafe data.withUnsafeMutableBytes { memory in
        try completing { () throws(FileCallFailure) in
          try unsafe calls.read(
            descriptor, into: UnsafeMutableRawBufferPointer(rebasing: memory[done...]), at: offset + done)
        }
      }
      if read == 0 { break }
      done += read
    }
    return done == count ? data : data.prefix(done)
  }

  /// Writes bytes at an offset.
  package func write(_ data: Data, at offset: Int) throws {
    try unsafe data.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let written = try completing { () throws(FileCallFailure) in
          try unsafe calls.write(
            descriptor, UnsafeRawBufferPointer(rebasing: bytes[done...]), at: offset + done)
        }
        guard written > 0 else {
          throw ArchiveError.file(path, FileCallFailure("pwrite", code: EIO))
        }
        done += written
      }
    }
  }

  /// Truncates the file.
  package func truncate(to size: Int) throws {
    try completing { () throws(FileCallFailure) in try calls.truncate(descriptor, to: size) }
  }

  /// Waits until everything written is on the disk.
  package func sync() throws {
    try completing { () throws(FileCallFailure) in try calls.sync(descriptor) }
  }

  fileprivate func syncFolder() throws {
    try completing { () throws(FileCallFailure) in try calls.syncFolder(descriptor) }
  }

  /// Takes the lock of the file, and holds it until the file is closed.
  ///
  /// - Returns: `false` if another descriptor has it, in this process or in another.
  package func lock() throws -> Bool {
    try completing { () throws(FileCallFailure) in try calls.lock(descriptor) }
  }

  /// Returns whether the path still leads to the file: it was not removed, renamed or replaced.
  package func isAtPath() throws -> Bool {
    try completing { () throws(FileCallFailure) in try calls.isSame(descriptor, path) }
  }
}

extension FileCalls {
  /// Repeats a call until it is not interrupted.
  package func completing<Result>(_ path: String, _ call: () throws(FileCallFailure) -> Result) throws
    -> Result
  {
    while true {
      do throws(FileCallFailure) {
        return try call()
      } catch {
        guard error.code == EINTR else { throw ArchiveError.file(path, error) }
      }
    }
  }

  /// Waits until the names in a folder are on the disk.
  package func syncFolder(_ path: String) throws {
    let folder = try OpenFile(path, .read, self)
    try folder.syncFolder()
  }

  /// Waits until the name of a file or a folder is on the disk.
  package func syncName(of path: String) throws {
    let folder = (path as NSString).deletingLastPathComponent
    try syncFolder(folder.isEmpty ? "." : folder)
  }

  /// Creates a folder and its parents, if they do not exist, and waits until they are on the disk.
  package func createFolder(_ path: String) throws {
    let parent = (path as NSString).deletingLastPathComponent
    if try !exists(path) {
      // An existing parent may not be on the disk yet: an earlier call may have failed to sync it.
      if !parent.isEmpty { try createFolder(parent) }
      do {
        try completing(path) { () throws(FileCallFailure) in try makeFolder(path) }
      } catch let error as ArchiveError where error.systemCode == EEXIST {
        // Another process has created it.
      }
    }
    do {
      try syncName(of: path)
    } catch let error as ArchiveError where error.systemCode == EACCES {
      // A parent that may not be read was created by somebody else, long before.
    }
  }
}

extension FileCalls {
  private func exists(_ path: String) throws -> Bool {
    do {
      _ = try OpenFile(path, .read, self)
    } catch let error as ArchiveError where error.systemCode == ENOENT {
      return false
    } catch let error as ArchiveError where error.systemCode == EACCES {
      // The folder exists, but may not be read.
    }
    return true
  }
}

extension ArchiveError {
  /// Returns the error of a system call on a file.
  package static func file(_ path: String, _ failure: FileCallFailure) -> ArchiveError {
    let cause = POSIXErrorCode(rawValue: failure.code).map { POSIXError($0) }
    let text = unsafe String(cString: strerror(failure.code))
    var error = ArchiveError(
      .fileSystem, expected: "\(failure.call) to succeed", found: "“\(text)”", underlying: cause)
    error.file = path
    return error
  }

  /// Returns the error with the path of its file.
  package func `in`(_ path: String, advice: ArchiveError.Advice? = nil) -> ArchiveError {
    var error = ArchiveError(
      code, expected: expected, found: found, path: self.path, offset: offset, advice: advice ?? self.advice,
      underlying: underlyingError)
    error.file = path
    return error
  }

  /// The error number of the system, if a system call failed.
  package var systemCode: Int32? { (underlyingError as? POSIXError)?.code.rawValue }
}
