import StructCoding
import XCTest

/// Files that others wrote, next to the repository: all commands end well or with an error, and none hangs or traps.
final class StrangersTests: XCTestCase {
  private func files(_ folder: String, except ends: [String] = []) throws -> [String] {
    let url = try Tool.shared(folder)
    return try FileManager.default.subpathsOfDirectory(atPath: url.path).sorted()
      .map { url.appendingPathComponent($0).path }
      .filter { path in
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        return !isFolder.boolValue && !(ends + [".tsv"]).contains { path.hasSuffix($0) }
      }
  }

  func testKeyedArchivesOfOthersCanBeInspectedVerifiedAndConverted() throws {
    let folder = try TemporaryFolder()
    let files = try files("keyed-archives")
    XCTAssertGreaterThan(files.count, 70)
    for (number, file) in files.enumerated() {
      let inspected = try Tool.run("inspect", file)
      XCTAssertEqual(inspected.code, 0, "\(file): \(inspected.errors)")
      if number % 4 == 0 { XCTAssertEqual(try Tool.run("verify", file).code, 0, file) }
      let copy = folder["copy \(number)"].path
      let converted = try Tool.run("convert", file, copy, "--to", "json")
      XCTAssertEqual(converted.code, 0, "\(file): \(converted.errors)")
      let same = try Tool.run("diff", file, copy)
      XCTAssertEqual(same.code, 0, "\(file): \(same.output.prefix(300))\(same.errors)")
    }
  }

  func testHostileFilesEndInAnErrorAtMost() throws {
    for file in try files("hostile") {
      for command in ["inspect", "verify"] {
        let outcome = try Tool.run(command, file)
        XCTAssertTrue([0, 1].contains(outcome.code), "\(command) \(file): \(outcome.code) \(outcome.errors)")
        XCTAssertEqual(outcome.code == 0, outcome.errors.isEmpty, file)
      }
    }
  }

  func testFastCodingFiles() throws {
    var readable = 0
    for file in try files("fastcoding", except: [".json"]) where file.hasSuffix(".fast") {
      let outcome = try Tool.run("inspect", file)
      XCTAssertTrue([0, 1].contains(outcome.code), "\(file): \(outcome.code) \(outcome.errors)")
      if outcome.code == 0 { readable += 1 }
    }
    XCTAssertGreaterThan(readable, 90)
  }
}
