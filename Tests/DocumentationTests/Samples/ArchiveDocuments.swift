import ArchiveDocuments
import ColumnArchives
import Foundation
import StructCoding

final class ArchiveDocumentsSampleTests: PageTests {
  // SAMPLE read declarations

  private var sample: Session {
    Session(
      startTime: Date(timeIntervalSinceReferenceDate: 800_000_000),
      events: [Event(tag: "open", seconds: 2), Event(tag: "shut", seconds: 60.5)])
  }

  func testRead() throws {
    // SAMPLE read statements
    // OUTPUT read
  }

  func testNavigate() throws {
    let document = try ArchiveDocument(KeyedArchive.encode(sample))
    // SAMPLE navigate
    // OUTPUT navigate
  }

  func testEdit() throws {
    let document = try ArchiveDocument(KeyedArchive.encode(sample))
    // SAMPLE edit
    // OUTPUT edit
  }

  func testWrite() throws {
    var document = try ArchiveDocument(KeyedArchive.encode(sample))
    // SAMPLE write
    // OUTPUT write
  }

  func testPieces() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "pieces-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: url) }
    // SAMPLE pieces
    // OUTPUT pieces
  }

  func testGraph() throws {
    // SAMPLE graph
    // OUTPUT graph
  }

  func testJSON() throws {
    let session = sample
    // SAMPLE json
    // OUTPUT json
  }

  // SAMPLE bootstrap declarations

  func testBootstrap() throws {
    // SAMPLE bootstrap statements
    person.friends = []
    // OUTPUT bootstrap
  }

  func testPlainer() throws {
    // SAMPLE plainer
    // OUTPUT plainer
  }

  func testMistakes() throws {
    // SAMPLE mistakes
    // OUTPUT mistakes
  }
}
