import Foundation
import XCTest

/// The files that tests read, found from the place of this file.
public enum TestFiles {
  /// The top of the repository.
  public static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The fixtures that belong to the repository.
  public static let fixtures = repository.appendingPathComponent("Tests/Fixtures")

  /// A fixture, which is read and never written again. `STRUCTCODING_RECORD=1` in the environment has one that is
  /// missing made by `make`.
  public static func fixture(_ path: String, _ make: () throws -> Data) throws -> Data {
    let url = fixtures.appendingPathComponent(path)
    if !FileManager.default.fileExists(atPath: url.path),
      ProcessInfo.processInfo.environment["STRUCTCODING_RECORD"] != nil
    {
      try make().write(to: url, options: .atomic)
    }
    return try Data(contentsOf: url)
  }

  /// A folder next to the repository, with files that are not part of it.
  ///
  /// - Throws: `XCTSkip` when it is not there.
  public static func shared(_ name: String) throws -> URL {
    let folder = repository.deletingLastPathComponent().appendingPathComponent("shared/\(name)")
    guard FileManager.default.fileExists(atPath: folder.path) else {
      throw XCTSkip("the folder \(folder.path) is not there")
    }
    return folder
  }

  /// The files below a folder that are not tables about them, by their path from there, in order.
  public static func files(below folder: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted().filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(
        atPath: folder.appendingPathComponent(path).path, isDirectory: &isFolder)
        && !isFolder.boolValue && !path.hasSuffix(".tsv")
    }
  }
}
