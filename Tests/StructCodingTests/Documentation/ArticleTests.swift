import StructCoding
import XCTest

/// The pages that are read from top to bottom do what they say, as the README does.
final class ArticleTests: XCTestCase {
  /// A folder for the files that the pages write.
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  override func setUpWithError() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws { try FileManager.default.removeItem(at: folder) }

  private func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

  private func newFolder(_ name: String) throws -> URL {
    try FileManager.default.createDirectory(at: file(name), withIntermediateDirectories: true)
    return file(name)
  }

  func testMigratingFromNSCoding() throws {
    try check(
      "MigratingFromNSCoding",
      [
        Migrating.look(), Migrating.read(), Migrating.lost(),
        Migrating.writeBack(), Migrating.versions(),
        Migrating.identity(), Migrating.errors(), Migrating.top(),
        Migrating.nextToClasses(), Migrating.storedNil(),
        Migrating.mixed(), Migrating.insideClasses(), Migrating.parents(),
      ])
  }

  func testCoreDataTransformables() throws {
    try check(
      "CoreDataTransformables",
      [
        InCoreData.binary(), InCoreData.transformer(), InCoreData.coding(),
      ])
  }

  func testLoggingOnAServer() async throws {
    try check("LoggingOnAServer", await Logging.run() + [Logging.limits()])
  }

  /// The tests that the table of promises names.
  func testPromisesOfLogsNameTheirTests() throws {
    let page = try Readme.text(of: Readme.guides + "LoggingOnAServer.md")
    let tests = Readme.root.appendingPathComponent("Tests/ArchiveLogTests")
    let files = try XCTUnwrap(FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil))
    let sources = try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    let named = page.matches(of: /`([A-Z][A-Za-z]*Tests)(?:\.(test[A-Za-z]*))?`/)
    XCTAssertGreaterThan(named.count, 10)
    for name in named {
      XCTAssert(sources.contains("class \(name.1): "), "\(name.0)")
      if let method = name.2 { XCTAssert(sources.contains("func \(method)("), "\(name.0)") }
    }
  }

  func testLeavingFastCoding() throws {
    try check(
      "LeavingFastCoding",
      [
        LeavingFastCoding.look(), LeavingFastCoding.readStructs(),
        LeavingFastCoding.lost(),
        LeavingFastCoding.readClasses(), LeavingFastCoding.safe(),
        LeavingFastCoding.bootstrap(), LeavingFastCoding.convert(newFolder("fast")),
        LeavingFastCoding.back(),
      ])
    let persons = try LeavingFastCoding.open(LeavingFastCoding.recordedFile())
    XCTAssertEqual(try LeavingFastCoding.open(KeyedArchive.encode(persons)), persons)
    let converted = try Data(contentsOf: file("fast/team.column"))
    XCTAssertEqual(try LeavingFastCoding.open(converted), persons)
  }

  func testWhyNotCodable() throws {
    try check(
      "WhyNotCodable",
      [
        Codables.evolution(), Codables.identity(), Codables.errors(),
        Codables.both(),
      ])
    XCTAssertEqual(try Codables.byHand(), "yellow")
  }

  func testLimitations() throws {
    try check("Limitations", [Limitations.unknown(), Limitations.path()])
  }

  private func check(_ page: String, _ printed: [[String]], line: UInt = #line) throws {
    checkOutputs(of: try Readme(Readme.guides + page + ".md"), printed, line: line)
  }
}
