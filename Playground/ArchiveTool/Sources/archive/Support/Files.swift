import ArchiveDocuments
import Foundation
import StructCoding

/// An input file.
struct InputFile {
  /// The name of the file in messages.
  let name: String
  let data: Data
  private let mapping: MappedFile?

  /// Larger files are mapped, so only the parts that are read are loaded.
  private static let mappedSize = 16 << 20

  /// - Parameter path: The path; `-` for the standard input.
  init(_ path: String) throws {
    if path == "-" {
      (name, data) = ("standard input", FileHandle.standardInput.readDataToEndOfFile())
      mapping = nil
      return
    }
    name = path.isEmpty ? "the file without a name" : printable(path)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Failure.trouble("\(name): there is no such file.")
    }
    guard !isFolder.boolValue else { throw Failure.trouble("\(name): this is a folder, not a file.") }
    do {
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
      let url = URL(fileURLWithPath: path)
      mapping = size >= Self.mappedSize ? try MappedFile(url) : nil
      data = try mapping?.data ?? Data(contentsOf: url)
    } catch {
      throw Failure.trouble("\(name): cannot be read (\(printable(error.localizedDescription))).")
    }
  }

  /// Notes that the first bytes are not needed any more for now.
  func pass(_ count: Int) { mapping?.release(upTo: count) }

  /// Inspects the header of the file.
  ///
  /// - Parameter failureCode: The exit code if the file is not an archive.
  func inspection(_ limits: LimitOptions, failureCode: Int32 = Failure.unreadable) throws -> ArchiveInspection
  {
    defer { pass(data.count) }
    return try reading(failureCode) {
      try ArchiveInspection(data, limits: limits.limits, formats: .all, progress: pass)
    }
  }

  /// Opens the file as a keyed archive.
  func keyedArchive(_ limits: LimitOptions) throws -> KeyedArchive {
    try reading(Failure.trouble) {
      let format = try ArchiveFormat.format(of: data, among: .all, limits: limits.limits)
      guard format == .keyedArchive else {
        throw Failure.trouble("\(name): --exact compares keyed archives, and this is a \(format.title).")
      }
      return try KeyedArchive(data, options: limits.keyed)
    }
  }

  /// Returns the number of objects that nothing in the file refers to; `nil` if it is no keyed archive.
  func unreferencedObjectCount(_ format: ArchiveFormat, _ limits: LimitOptions) throws -> Int? {
    guard format == .keyedArchive else { return nil }
    return try KeyedArchive(data, options: limits.keyed).unreferencedObjectCount
  }

  /// Returns the number of bytes behind the end of a property list, which a keyed archive is too; 0 for other formats.
  func bytesBehindEnd(_ limits: LimitOptions) throws -> Int {
    guard try ArchiveFormat.propertyList.recognizes(data) else { return 0 }
    return try ArchiveInspection(data, limits: limits.limits, formats: [.propertyList]).summary.bytesBehindEnd
  }

  /// Runs `body`, and reports its errors as errors of the file.
  func reading<Result>(_ code: Int32 = Failure.unreadable, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure.unreadable(self, error, code: code)
    }
  }
}

/// An output file, which is written completely or not at all.
struct OutputFile {
  let path: String
  /// Whether an existing file is replaced.
  let replaces: Bool
  /// What tells the name of the temporary file from those of other programs.
  private let mark = UInt32.random(in: 0 ... .max)

  init(path: String, replaces: Bool) { (self.path, self.replaces) = (path, replaces) }

  /// Checks what can be checked before the work starts.
  func check() throws {
    guard path != "-", !replaces, FileManager.default.fileExists(atPath: path) else { return }
    throw exists
  }

  private var exists: Failure { .trouble("\(printable(path)): already exists. Use --force to replace it.") }

  /// The file, behind links to it, so that the links remain.
  private var target: URL { URL(fileURLWithPath: path).resolvingSymlinksInPath() }

  private var temporary: URL {
    target.deletingLastPathComponent().appendingPathComponent(".\(target.lastPathComponent).\(mark)")
  }

  /// Whether what is written is seen at once, and cannot be taken back: the standard output, or a device.
  var isSeenAtOnce: Bool { path == "-" || isDevice(target.path) }

  /// Removes what was written of the file, if it is not complete.
  func abandon() { unlink(temporary.path) }

  func write(_ data: Data) throws { try write { try $0(data) } }

  /// Writes pieces to a temporary file next to the file, waits until they are on the disk, and then moves it into place in
  /// one step.
  ///
  /// - Parameter body: Calls its argument with each piece. What it throws is thrown, and no file is left.
  func write(_ body: (_ take: (Data) throws -> Void) throws -> Void) throws {
    if path == "-" {
      return try body { piece in try attempt { try FileHandle.standardOutput.write(contentsOf: piece) } }
    }
    let target = target
    if isDevice(target.path) {
      let file = try attempt { try FileHandle(forWritingTo: target) }
      return try body { piece in try attempt { try file.write(contentsOf: piece) } }
    }
    let temporary = temporary
    let descriptor = open(temporary.path, O_WRONLY | O_CREAT | O_EXCL, 0o666)
    guard descriptor >= 0 else { throw cannotBeWritten }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    defer { unlink(temporary.path) }
    try body { piece in try attempt { try file.write(contentsOf: piece) } }
    try attempt {
      if let mode = try? FileManager.default.attributesOfItem(atPath: target.path)[.posixPermissions] {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: temporary.path)
      }
      try file.synchronize()
      try file.close()
    }
    // `link` fails if a file exists, even one that was created meanwhile.
    let isPlaced = replaces ? rename(temporary.path, target.path) : link(temporary.path, target.path)
    guard isPlaced == 0 else {
      if errno == EEXIST { throw exists }
      throw cannotBeWritten
    }
  }

  /// The failure of the last system call.
  private var cannotBeWritten: Failure {
    .trouble("\(printable(path)): cannot be written (\(String(cString: strerror(errno)))).")
  }

  private func attempt<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw Failure.trouble(
        "\(printable(path)): cannot be written (\(printable(error.localizedDescription))).")
    }
  }

  /// Whether the path leads to something other than an ordinary file, such as `/dev/null`.
  private func isDevice(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }
}
