import ArchiveLogs
import Foundation

/// An archive to export.
struct ExportSource {
  let path: String
  /// What the archive is known by in the data set: its path below the folder that was given, or its name.
  let identity: String
  /// Where it is, whatever path leads to it.
  let place: String
  /// Whether it is the last segment of a log, which may be written at the moment.
  let isOpen: Bool
}

/// The archives in files and folders.
struct ExportSources {
  /// The archives, in the order of their paths.
  private(set) var archives: [ExportSource] = []
  /// The number of files in folders that are no column archives.
  private(set) var otherCount = 0
  /// What could not be looked at, a line for each.
  private(set) var failures: [String] = []
  /// The bytes of the paths that were looked at: equal strings may be different names.
  private var known: Set<[UInt8]> = []
  private let output: String
  /// What the identities begin with.
  private let source: String

  /// - Parameters:
  ///   - paths: Files, which are taken in any case, and folders, of which all column archives are taken.
  ///   - output: The folder that is written, in which no archives are looked for.
  ///   - source: Where the archives come from, such as the name of a server; `nil` if that is not said.
  init(_ paths: some Sequence<String>, except output: String, from source: String?) throws {
    self.output = Self.resolved(output)
    self.source = source.map { "\($0)/" } ?? ""
    for path in paths {
      var isFolder: ObjCBool = false
      guard !path.isEmpty, FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw Failure.trouble("\(printable(path)): there is no such file or folder.")
      }
      if isFolder.boolValue {
        addFolder(path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path, below: "")
      } else {
        add(path, (path as NSString).lastPathComponent, isOpen: false)
      }
    }
    try checkIdentities()
    guard !archives.isEmpty else {
      throw Failure.trouble(
        (failures + ["There are no column archives to export in what was given."]).joined(separator: "\n"))
    }
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  /// Adds a file, once, even if several paths lead to it.
  private mutating func add(_ path: String, _ identity: String, isOpen: Bool) {
    let place = Self.resolved(path)
    guard known.insert(Array(place.utf8)).inserted else { return }
    archives.append(ExportSource(path: path, identity: source + identity, place: place, isOpen: isOpen))
  }

  /// Adds what is in a folder. What cannot be read is noted, and everything else is taken.
  private mutating func addFolder(_ path: String, below parent: String) {
    let resolved = Self.resolved(path)
    guard resolved != output, known.insert(Array((resolved + "/").utf8)).inserted else { return }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    } catch {
      failures.append("\(printable(path)): cannot be read (\(printable(error.localizedDescription))).")
      return
    }
    let isLog = names.contains("lock")
    let lastSegment = isLog ? names.last { $0.hasSuffix(".column") } : nil
    for name in names where !name.hasPrefix(".") {
      let (inner, identity) = ("\(path)/\(name)", parent + name)
      var status = stat()
      guard stat(inner, &status) == 0 else {
        // Also a name that is no text, whose characters are not those of the file.
        failures.append(
          "\(printable(inner)): cannot be found (\(printable(String(cString: strerror(errno))))).")
        continue
      }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: addFolder(inner, below: identity + "/")
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
    var paths: [[UInt8]: String] = [:]
    for archive in archives {
      guard let other = paths.updateValue(archive.path, forKey: Array(archive.identity.utf8)) else {
        continue
      }
      throw Failure.trouble(
        "\(printable(other)) and \(printable(archive.path)) have the same name. Export the folder around both."
      )
    }
  }
}
