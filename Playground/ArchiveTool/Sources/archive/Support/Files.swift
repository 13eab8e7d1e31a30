import ArchiveDocuments
import Foundation
import StructCoding

/// A file that is read.
struct InputFile {
  /// What messages call it.
  let name: String
  let data: Data
  private let mapping: MappedFile?

  /// Larger files are mapped, so that only what is looked at is loaded.
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

  /// Takes note that the first bytes are not needed any more, for now.
  func pass(_ count: Int) { mapping?.release(upTo: count) }

  /// Looks at the head of the file.
  ///
  /// - Parameter failureCode: What the program exits with when it is no archive.
  func inspection(_ limits: LimitOptions, failureCode: Int32 = Failure.unreadable) throws -> ArchiveInspection
  {
    defer { pass(data.count) }
    return try reading(failureCode) {
      try ArchiveInspection(data, limits: limits.limits, formats: .all, progress: pass)
    }
  }

  /// Runs `body`, whose errors are those of the file.
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

/// A file that is written: whole, or not at all.
struct OutputFile {
  let path: String
  /// Whether a file that is there already is replaced.
  let replaces: Bool

  /// Checks what can be checked before the work.
  func check() throws {
    guard path != "-", !replaces, FileManager.default.fileExists(atPath: path) else { return }
    throw exists
  }

  private var exists: Failure { .trouble("\(printable(path)): already exists. Use --force to replace it.") }

  /// Writes the bytes next to the file, and then puts them in its place in one step.
  func write(_ data: Data) throws {
    if path == "-" {
      try attempt { try FileHandle.standardOutput.write(contentsOf: data) }
      return
    }
    // Through links to the file itself, so that these stay.
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
    // A link is only made where there is no file, even if one came meanwhile.
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

  /// Whether there is something at a path that is no ordinary file, such as `/dev/null`.
  private func isDevice(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }
}
