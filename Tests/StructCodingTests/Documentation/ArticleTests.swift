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
        "look": Migrating.look(), "read": Migrating.read(), "lost": Migrating.lost(),
        "write back": Migrating.writeBack(), "version": Migrating.versions(),
        "identity": Migrating.identity(), "errors": Migrating.errors(), "top": Migrating.top(),
        "next to classes": Migrating.nextToClasses(), "nil": Migrating.storedNil(),
        "mixed": Migrating.mixed(), "inside classes": Migrating.insideClasses(),
      ])
  }

  func testCoreDataTransformables() throws {
    try check(
      "CoreDataTransformables",
      [
        "binary": InCoreData.binary(), "transformer": InCoreData.transformer(), "coding": InCoreData.coding(),
      ])
  }

  func testLoggingOnAServer() async throws {
    let (written, queried) = try await Logging.writeAndQuery()
    try check(
      "LoggingOnAServer",
      [
        "write": written, "query": queried, "recover": Logging.recover(folder),
        "evolve": Logging.evolve(folder), "limits": Logging.limits(),
      ])
  }

  func testLeavingFastCoding() throws {
    try check(
      "LeavingFastCoding",
      [
        "look": LeavingFastCoding.look(), "struct": LeavingFastCoding.readStructs(),
        "lost": LeavingFastCoding.lost(),
        "class": LeavingFastCoding.readClasses(), "safe": LeavingFastCoding.safe(),
        "bootstrap": LeavingFastCoding.bootstrap(), "folder": LeavingFastCoding.convert(newFolder("fast")),
        "back": LeavingFastCoding.back(),
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
        "evolution": Codables.evolution(), "identity": Codables.identity(), "errors": Codables.errors(),
        "both": Codables.both(),
      ])
    XCTAssertEqual(try Codables.byHand(), "yellow")
  }

  func testLimitations() throws {
    try check("Limitations", ["unknown": Limitations.unknown(), "path": Limitations.path()])
  }

  /// The outputs on a page are those that its blocks printed, and the other way round.
  private func check(_ page: String, _ printed: [String: [String]]) throws {
    let shown = try Readme(Readme.guides + page + ".md").textBlocks
    let printed = printed.mapValues { $0.flatMap { $0.components(separatedBy: "\n") } }
    for (name, output) in printed {
      if ProcessInfo.processInfo.environment["SHOWN"] != nil {
        let marker = Readme.pages.first { $0.0.contains(page) }!.1
        print("=== \(marker) \(name)\n" + output.joined(separator: "\n") + "\n=== done")
        continue
      }
      XCTAssert(
        shown.contains(output), "\(page), not on the page: \(name)\n\(output.joined(separator: "\n"))")
    }
    for block in shown where !printed.values.contains(block) {
      XCTFail("\(page), not printed:\n" + block.joined(separator: "\n"))
    }
  }
}
