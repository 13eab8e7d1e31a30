import ArchiveFiles

/// The calls of the system. A test is told of each before it is made, but of `close`, which cannot fail, and it may let
/// the call fail.
package protocol WatchedCalls: FileCalls {
  /// - Parameter name: The name of the method.
  func willCall(_ name: String) throws(FileCallFailure)
}

private let system = SystemFileCalls()

extension WatchedCalls {
  package func open(_ path: String, _ mode: FileMode) throws(FileCallFailure) -> Int32 {
    try willCall("open")
    return try system.open(path, mode)
  }

  package func close(_ descriptor: Int32) { system.close(descriptor) }

  package func size(of descriptor: Int32) throws(FileCallFailure) -> Int {
    try willCall("size")
    return try system.size(of: descriptor)
  }

  package func read(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer, at offset: Int)
    throws(FileCallFailure) -> Int
  {
    try willCall("read")
    return try system.read(descriptor, into: memory, at: offset)
  }

  package func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int)
    throws(FileCallFailure) -> Int
  {
    try willCall("write")
    return try system.write(descriptor, bytes, at: offset)
  }

  package func truncate(_ descriptor: Int32, to size: Int) throws(FileCallFailure) {
    try willCall("truncate")
    try system.truncate(descriptor, to: size)
  }

  package func sync(_ descriptor: Int32) throws(FileCallFailure) {
    try willCall("sync")
    try system.sync(descriptor)
  }

  package func syncFolder(_ descriptor: Int32) throws(FileCallFailure) {
    try willCall("syncFolder")
    try system.syncFolder(descriptor)
  }

  package func lock(_ descriptor: Int32) throws(FileCallFailure) -> Bool {
    try willCall("lock")
    return try system.lock(descriptor)
  }

  package func isSame(_ descriptor: Int32, _ path: String) throws(FileCallFailure) -> Bool {
    try willCall("isSame")
    return try system.isSame(descriptor, path)
  }

  package func makeFolder(_ path: String) throws(FileCallFailure) {
    try willCall("makeFolder")
    try system.makeFolder(path)
  }

  package func remove(_ path: String) throws(FileCallFailure) {
    try willCall("remove")
    try system.remove(path)
  }

  package func rename(_ path: String, to other: String) throws(FileCallFailure) {
    try willCall("rename")
    try system.rename(path, to: other)
  }

  package func names(in folder: String) throws(FileCallFailure) -> [String] {
    try willCall("names")
    return try system.names(in: folder)
  }
}
