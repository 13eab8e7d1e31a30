import StructCoding
import XCTest

/// Archives as other software writes them, third-party files next to the repository, and hostile archives: each command
/// ends with success or an error, and none hangs or traps.
final class StrangersTests: XCTestCase {
  private func files(_ folder: String) throws -> [String] {
    let url = try Tool.shared(folder)
    return try FileManager.default.subpathsOfDirectory(atPath: url.path).sorted()
      .map { url.appendingPathComponent($0).path }
      .filter { path in
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        return !isFolder.boolValue && !path.hasSuffix(".tsv")
      }
  }

  /// Some of them: running the program takes time, and the library's own tests read all of them.
  func testKeyedArchivesLikeThoseOfOthers() throws {
    let folder = try TemporaryFolder()
    for file in try folder.likenesses() { try check(file, folder) }
  }

  func testKeyedArchivesOfOthersCanBeInspectedVerifiedAndConverted() throws {
    let folder = try TemporaryFolder()
    let files = try files("keyed-archives")
    XCTAssertGreaterThan(files.count, 70)
    for (number, file) in files.enumerated() {
      if number % 4 == 0 {
        try check(file, folder)
      } else {
        let inspected = try Tool.run("inspect", file)
        XCTAssertEqual(inspected.code, 0, "\(file): \(inspected.errors)")
      }
    }
  }

  private func check(_ file: String, _ folder: TemporaryFolder) throws {
    let inspected = try Tool.run("inspect", file)
    XCTAssertEqual(inspected.code, 0, "\(file): \(inspected.errors)")
    XCTAssertEqual(try Tool.run("verify", file).code, 0, file)
    let copy = folder["copy"].path
    let converted = try Tool.run("convert", file, copy, "--to", "json", "--force")
    XCTAssertEqual(converted.code, 0, "\(file): \(converted.errors)")
    let same = try Tool.run("diff", file, copy)
    XCTAssertEqual(same.code, 0, "\(file): \(same.output.prefix(300))\(same.errors)")
  }

  func testHostileArchivesEndInAnErrorAtMost() throws {
    let folder = try TemporaryFolder()
    for archive in HostileArchives.all {
      let file = try folder.write(archive.data, as: archive.name)
      for command in ["inspect", "verify"] {
        let outcome = try Tool.run(command, file)
        XCTAssertTrue(
          [0, 1].contains(outcome.code), "\(command) \(archive): \(outcome.code) \(outcome.errors)")
        XCTAssertEqual(outcome.code == 0, outcome.errors.isEmpty, "\(archive)")
      }
    }
  }

  func testFilesLikeFastCodersAreReadWhereFastCoderReadsThem() throws {
    let folder = try TemporaryFolder()
    for (number, file) in FastCoderFile.likenesses.enumerated() where number % 9 == 0 {
      let path = try folder.write(file.data, as: file.name + ".fast")
      XCTAssertEqual(try Tool.run("inspect", "--json", path).code == 0, file.content != nil, file.name)
    }
  }

  func testFastCodingFilesAreReadWhereFastCoderReadsThem() throws {
    var readable = 0
    for file in try files("fastcoding") where file.hasSuffix(".fast") && !file.contains("_v2_") {
      let facts = URL(fileURLWithPath: file).deletingPathExtension().appendingPathExtension("json")
      let json = try JSONSerialization.jsonObject(with: Data(contentsOf: facts)) as? [String: Any]
      let outcome = (json?["objectWithData"] as? [String: Any])?["outcome"] as? String
      let isReadable = try Tool.run("inspect", "--json", file).code == 0
      XCTAssertEqual(isReadable, outcome == "ok", file)
      if isReadable { readable += 1 }
    }
    XCTAssertGreaterThan(readable, 60)
  }
}

extension TemporaryFolder {
  /// Some archives as other software writes them.
  func likenesses() throws -> [String] {
    try ForeignArchive.made.enumerated().filter { $0.offset % 16 == 0 }.map { number, archive in
      try write(archive.data, as: "\(number) " + archive.name.replacingOccurrences(of: "/", with: " "))
    }
  }
}
