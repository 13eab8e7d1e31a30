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
      mapping = size >= Self.mappedSize ? MappedFile(path, count: size) : nil
      data = try mapping?.data ?? Data(contentsOf: URL(fileURLWithPath: path))
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

  /// Checks what can be checked before the work starts.
  func check() throws {
    guard path != "-", !replaces, FileManager.default.fileExists(atPath: path) else { return }
    throw exists
  }

  private var exists: Failure { .trouble("\(printable(path)): already exists. Use --force to replace it.") }

  /// Writes the bytes to a temporary file next to the file, then moves it into place in one step.
  func write(_ data: Data) throws {
    if path == "-" {
      try attempt { try FileHandle.standardOutput.write(contentsOf: data) }
      return
    }
    // Follows links to the file itself, so that the links remain.
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    if isDevice(target.path) {
      try attempt { try data.write(to: target, options: []) }
      return
    }
    let temporary = target.deletingLastPathComponent()
      .appendingPathComponent(".\(target.lastPathComponent).\(UInt32.random(in: 0 ... .max))")
    defer { unlink(temporary.path) }
    try attempt {
      try data.write(to: temporary, options: .withoutOverwriting)
      if let mode = try? FileManager.default.attributesOfItem(atPath: target.path)[.posixPermissions] {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: temporary.path)
      }
    }
    // `link` fails if a file exists, even one that was created meanwhile.
    let isPlaced = replaces ? rename(temporary.path, target.path) : link(temporary.path, target.path)
    guard isPlaced == 0 else {
      if errno == EEXIST { throw exists }
      throw Failure.trouble("\(printable(path)): cannot be written (\(String(cString: strerror(errno)))).")
    }
  }

  private func attempt(_ body: () throws -> Void) throws {
    do {
      try body()
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
