import ArchiveFiles
import Foundation

/// A file system in memory that records what is done to it, so that tests can cut the power at any moment.
final class SimulatedDisk: FileCalls, @unchecked Sendable {
  /// A call of the system, for tests that let one fail.
  struct Call {
    /// How many calls were made before it.
    let number: Int
    let name: String
    let path: String
    /// How many bytes it reads or writes.
    var count = 0
    /// The bytes that it writes.
    var bytes = Data()
  }

  enum Fault {
    case fails(Int32)
    /// Only so many bytes are read or written.
    case short(Int)
    /// The call says that it has done it, and has not.
    case isIgnored
  }

  private struct Open {
    let path: String
    /// `nil` for a folder.
    let file: DiskImage.FileID?
  }

  private let mutex = NSRecursiveLock()
  private var content: DiskImage
  private var events: [DiskEvent] = []
  private var open: [Int32: Open] = [:]
  private var locks: [DiskImage.FileID: Int32] = [:]
  private var nextDescriptor: Int32 = 3
  private var nextFile: DiskImage.FileID
  private var callCount = 0
  private var fault: @Sendable (Call) -> Fault? = { _ in nil }
  private var capacity = Int.max
  private var clock: Date?
  /// How many programs were stopped.
  private var killCount = 0

  init(_ image: DiskImage = DiskImage()) {
    content = image
    nextFile = (image.files.keys.max() ?? 0) + 1
  }

  // MARK: What tests do

  /// Lets calls fail.
  func setFault(_ fault: @escaping @Sendable (Call) -> Fault?) { mutex.withLock { self.fault = fault } }
  /// Gives the disk room for so many bytes.
  func setCapacity(_ capacity: Int) { mutex.withLock { self.capacity = capacity } }
  /// Sets the clock, which then stands still.
  func setClock(_ date: Date) { mutex.withLock { clock = date } }
  /// What a program sees.
  var image: DiskImage { mutex.withLock { content } }
  var recording: [DiskEvent] { mutex.withLock { events } }
  var numberOfCalls: Int { mutex.withLock { callCount } }
  func note(_ event: DiskEvent) { mutex.withLock { events.append(event) } }

  /// Stops the program: its descriptors and locks are gone, and what it wrote stays.
  func kill() {
    mutex.withLock {
      (open, locks) = ([:], [:])
      killCount += 1
    }
  }

  /// The calls of one program, which end when it is stopped.
  var process: some FileCalls { mutex.withLock { DiskProcess(disk: self, killCount: killCount) } }

  /// Makes a call of a program, unless it was stopped.
  fileprivate func call<Result>(
    in process: DiskProcess, _ body: () throws(FileCallFailure) -> Result
  ) throws(FileCallFailure) -> Result {
    mutex.lock()
    defer { mutex.unlock() }
    guard process.killCount == killCount else { throw FileCallFailure("kill", code: ESRCH) }
    return try body()
  }

  // MARK: Calls

  var now: Date { mutex.withLock { clock ?? Date() } }

  private func call<Result>(
    _ name: String, _ path: String, _ count: Int = 0, _ bytes: Data = Data(),
    _ body: (Fault?) throws(FileCallFailure) -> Result
  ) throws(FileCallFailure) -> Result {
    mutex.lock()
    defer { mutex.unlock() }
    let fault = fault(Call(number: callCount, name: name, path: path, count: count, bytes: bytes))
    callCount += 1
    if case .fails(let code) = fault {
      if name == "fdatasync", code == EIO, let file = content.names[path] { events.append(.failedSync(file)) }
      throw FileCallFailure(name, code: code)
    }
    return try body(fault)
  }

  private func found(_ descriptor: Int32) throws(FileCallFailure) -> (path: String, file: DiskImage.FileID) {
    guard let found = open[descriptor] else { throw FileCallFailure("fstat", code: EBADF) }
    guard let file = found.file else { throw FileCallFailure("fstat", code: EISDIR) }
    return (found.path, file)
  }

  private func path(_ descriptor: Int32) -> String { mutex.withLock { open[descriptor]?.path ?? "" } }

  func open(_ path: String, _ mode: FileMode) throws(FileCallFailure) -> Int32 {
    try call("open", path) { _ throws(FileCallFailure) in
      guard content.folders.contains(folder(of: path)) else { throw FileCallFailure("open", code: ENOENT) }
      nextDescriptor += 1
      if content.folders.contains(path) {
        guard mode == .read else { throw FileCallFailure("open", code: EISDIR) }
        open[nextDescriptor] = Open(path: path, file: nil)
        return nextDescriptor
      }
      if content.names[path] == nil {
        guard mode == .create || mode == .updateOrCreate else { throw FileCallFailure("open", code: ENOENT) }
        (content.names[path], content.files[nextFile]) = (nextFile, Data())
        events.append(.create(path, nextFile))
        nextFile += 1
      } else if mode == .create {
        throw FileCallFailure("open", code: EEXIST)
      }
      open[nextDescriptor] = Open(path: path, file: content.names[path])
      return nextDescriptor
    }
  }

  func close(_ descriptor: Int32) {
    mutex.withLock {
      guard let file = open.removeValue(forKey: descriptor)?.file else { return }
      if locks[file] == descriptor { locks[file] = nil }
    }
  }

  func size(of descriptor: Int32) throws(FileCallFailure) -> Int {
    try call("lseek", path(descriptor)) { _ throws(FileCallFailure) in
      content.files[try found(descriptor).file]!.count
    }
  }

  func read(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer, at offset: Int)
    throws(FileCallFailure) -> Int
  {
    try call("pread", path(descriptor), memory.count) { fault throws(FileCallFailure) in
      let data = content.files[try found(descriptor).file]!
      guard offset < data.count else { return 0 }
      var count = min(memory.count, data.count - offset)
      if case .short(let limit) = fault { count = min(count, limit) }
      data.copyBytes(to: memory, from: offset..<offset + count)
      return count
    }
  }

  func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileCallFailure)
    -> Int
  {
    let written = Data(bytes)
    return try call("pwrite", path(descriptor), bytes.count, written) { fault throws(FileCallFailure) in
      let file = try found(descriptor).file
      let (size, used) = (content.files[file]!.count, content.files.values.reduce(0) { $0 + $1.count })
      var count = min(bytes.count, max(size, capacity - used + size) - offset)
      if case .short(let limit) = fault { count = min(count, limit) }
      guard count > 0 || bytes.isEmpty else { throw FileCallFailure("pwrite", code: ENOSPC) }
      let data = written.prefix(count)
      content.files[file]!.write(data, at: offset)
      events.append(.write(file, data, at: offset))
      return count
    }
  }

  func truncate(_ descriptor: Int32, to size: Int) throws(FileCallFailure) {
    try call("ftruncate", path(descriptor)) { _ throws(FileCallFailure) in
      let file = try found(descriptor).file
      content.files[file]!.setCount(size)
      events.append(.truncate(file, to: size))
    }
  }

  func sync(_ descriptor: Int32) throws(FileCallFailure) {
    try call("fdatasync", path(descriptor)) { fault throws(FileCallFailure) in
      let file = try found(descriptor).file
      if case .isIgnored = fault { return }
      events.append(.sync(file))
    }
  }

  func syncFolder(_ descriptor: Int32) throws(FileCallFailure) {
    try call("fsync", path(descriptor)) { fault throws(FileCallFailure) in
      guard let found = open[descriptor] else { throw FileCallFailure("fsync", code: EBADF) }
      if case .isIgnored = fault { return }
      events.append(.syncFolder(found.path))
    }
  }

  func isSame(_ descriptor: Int32, _ path: String) throws(FileCallFailure) -> Bool {
    try call("fstat", path) { _ throws(FileCallFailure) in content.names[path] == (try found(descriptor).file)
    }
  }

  func lock(_ descriptor: Int32) throws(FileCallFailure) -> Bool {
    try call("flock", path(descriptor)) { _ throws(FileCallFailure) in
      let file = try found(descriptor).file
      guard locks[file] == nil || locks[file] == descriptor else { return false }
      locks[file] = descriptor
      return true
    }
  }

  func makeFolder(_ path: String) throws(FileCallFailure) {
    try call("mkdir", path) { _ throws(FileCallFailure) in
      guard !content.folders.contains(path) else { throw FileCallFailure("mkdir", code: EEXIST) }
      guard content.folders.contains(folder(of: path)) else { throw FileCallFailure("mkdir", code: ENOENT) }
      content.folders.insert(path)
      events.append(.makeFolder(path))
    }
  }

  func remove(_ path: String) throws(FileCallFailure) {
    try call("unlink", path) { _ throws(FileCallFailure) in
      guard content.names.removeValue(forKey: path) != nil else {
        throw FileCallFailure("unlink", code: ENOENT)
      }
      events.append(.remove(path))
    }
  }

  func rename(_ path: String, to other: String) throws(FileCallFailure) {
    try call("rename", path) { _ throws(FileCallFailure) in
      guard let file = content.names.removeValue(forKey: path) else {
        throw FileCallFailure("rename", code: ENOENT)
      }
      content.names[other] = file
      events.append(.rename(path, to: other))
    }
  }

  func names(in path: String) throws(FileCallFailure) -> [String] {
    try call("opendir", path) { _ throws(FileCallFailure) in
      guard content.folders.contains(path) else { throw FileCallFailure("opendir", code: ENOENT) }
      return content.names.keys.filter { folder(of: $0) == path }.map { String($0.dropFirst(path.count + 1)) }
    }
  }
}

extension Data {
  /// Writes bytes at an offset. What is between the end and the offset is zeros.
  mutating func write(_ data: Data, at offset: Int) {
    setCount(Swift.max(count, offset + data.count))
    replaceSubrange(offset..<offset + data.count, with: data)
  }

  /// Cuts the data off, or extends it with zeros.
  mutating func setCount(_ size: Int) {
    if size < count { removeSubrange(size...) } else { append(Data(count: size - count)) }
  }
}

/// The calls of one program. A program that was stopped may still have threads in a test, but changes nothing.
private struct DiskProcess: FileCalls {
  let disk: SimulatedDisk
  let killCount: Int

  private func call<Result>(_ body: () throws(FileCallFailure) -> Result) throws(FileCallFailure) -> Result {
    try disk.call(in: self, body)
  }

  func open(_ path: String, _ mode: FileMode) throws(FileCallFailure) -> Int32 {
    try call { () throws(FileCallFailure) in try disk.open(path, mode) }
  }

  func close(_ descriptor: Int32) { disk.close(descriptor) }

  func size(of descriptor: Int32) throws(FileCallFailure) -> Int {
    try call { () throws(FileCallFailure) in try disk.size(of: descriptor) }
  }

  func read(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer, at offset: Int)
    throws(FileCallFailure) -> Int
  {
    try call { () throws(FileCallFailure) in try disk.read(descriptor, into: memory, at: offset) }
  }

  func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileCallFailure)
    -> Int
  {
    try call { () throws(FileCallFailure) in try disk.write(descriptor, bytes, at: offset) }
  }

  func truncate(_ descriptor: Int32, to size: Int) throws(FileCallFailure) {
    try call { () throws(FileCallFailure) in try disk.truncate(descriptor, to: size) }
  }

  func sync(_ descriptor: Int32) throws(FileCallFailure) {
    try call { () throws(FileCallFailure) in try disk.sync(descriptor) }
  }

  func syncFolder(_ descriptor: Int32) throws(FileCallFailure) {
    try call { () throws(FileCallFailure) in try disk.syncFolder(descriptor) }
  }

  func isSame(_ descriptor: Int32, _ path: String) throws(FileCallFailure) -> Bool {
    try call { () throws(FileCallFailure) in try disk.isSame(descriptor, path) }
  }

  func lock(_ descriptor: Int32) throws(FileCallFailure) -> Bool {
    try call { () throws(FileCallFailure) in try disk.lock(descriptor) }
  }

  func makeFolder(_ path: String) throws(FileCallFailure) {
    try call { () throws(FileCallFailure) in try disk.makeFolder(path) }
  }

  func remove(_ path: String) throws(FileCallFailure) {
    try call { () throws(FileCallFailure) in try disk.remove(path) }
  }

  func rename(_ path: String, to other: String) throws(FileCallFailure) {
    try call { () throws(FileCallFailure) in try disk.rename(path, to: other) }
  }

  func names(in folder: String) throws(FileCallFailure) -> [String] {
    try call { () throws(FileCallFailure) in try disk.names(in: folder) }
  }

  var now: Date { disk.now }
}
