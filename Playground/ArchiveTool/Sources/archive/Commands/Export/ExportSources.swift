import ArchiveLogs
import Foundation

/// An archive to export.
struct ExportSource {
  let path: String
  /// What the archive is known by in the data set: its path below the folder that was given, or its name.
  let identity: String
  /// Whether it is the last segment of a log, which may be written at the moment.
  let isOpen: Bool
}

/// The archives in files and folders.
struct ExportSources {
  /// The archives, in the order of their paths.
  private(set) var archives: [ExportSource] = []
  /// The number of files in folders that are no column archives.
  private(set) var otherCount = 0
  private var known: Set<String> = []
  private let output: String

  /// - Parameters:
  ///   - paths: Files, which are taken in any case, and folders, of which all column archives are taken.
  ///   - output: The folder that is written, in which no archives are looked for.
  init(_ paths: some Sequence<String>, except output: String) throws {
    self.output = Self.resolved(output)
    for path in paths {
      var isFolder: ObjCBool = false
      guard !path.isEmpty, FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw Failure.trouble("\(printable(path)): there is no such file or folder.")
      }
      if isFolder.boolValue {
        try addFolder(path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path, below: "")
      } else {
        add(path, (path as NSString).lastPathComponent, isOpen: false)
      }
    }
    try checkIdentities()
    guard !archives.isEmpty else {
      throw Failure.trouble("There are no column archives to export in what was given.")
    }
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  /// Adds a file, once, even if several paths lead to it.
  private mutating func add(_ path: String, _ identity: String, isOpen: Bool) {
    guard known.insert(Self.resolved(path)).inserted else { return }
    archives.append(ExportSource(path: path, identity: identity, isOpen: isOpen))
  }

  private mutating func addFolder(_ path: String, below parent: String) throws {
    let resolved = Self.resolved(path)
    guard resolved != output, known.insert(resolved + "/").inserted else { return }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    } catch {
      throw Failure.trouble("\(printable(path)): cannot be read (\(printable(error.localizedDescription))).")
    }
    let isLog = names.contains("lock")
    let lastSegment = isLog ? names.last { $0.hasSuffix(".column") } : nil
    for name in names where !name.hasPrefix(".") {
      let (inner, identity) = ("\(path)/\(name)", parent + name)
      var status = stat()
      guard stat(inner, &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: try addFolder(inner, below: identity + "/")
      case S_IFREG where name.hasSuffix(".column"): add(inner, identity, isOpen: name == lastSegment)
      // What else a log has is not its elements: its catalog is an archive too, and so is a file that was set aside.
      case S_IFREG where isLog: otherCount += ["lock", "catalog"].contains(name) ? 0 : 1
      case S_IFREG where Self.beginsLikeAnArchive(inner): add(inner, identity, isOpen: false)
      default: otherCount += 1
      }
    }
  }

  private static func beginsLikeAnArchive(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    return (try? file.read(upToCount: 4)) == Data([0xC3, 0x53, 0x43, 0x41])
  }

  /// Two archives with one identity would take each other's place in the data set.
  private func checkIdentities() throws {
    var paths: [String: String] = [:]
    for archive in archives {
      guard let other = paths.updateValue(archive.path, forKey: archive.identity) else { continue }
      throw Failure.trouble(
        "\(printable(other)) and \(printable(archive.path)) have the same name. Export the folder around both."
      )
    }
  }
}
