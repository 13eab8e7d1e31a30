import ArchiveLogs
import ColumnArchives
import Foundation
import StructCoding

final class ArchiveLogsSampleTests: PageTests {
  // SAMPLE types

  // SAMPLE changed

  /// The samples from top to bottom, which use the same log.
  func testLog() async throws {
    // SAMPLE write
    defer { try? FileManager.default.removeItem(at: folder) }
    // OUTPUT write
    // SAMPLE read
    // OUTPUT read
    // SAMPLE follow
    // OUTPUT follow
    try Reading.readDespiteDamage(in: folder)
    // SAMPLE evolve
    // OUTPUT evolve
  }

  /// Samples with closures that others call, which may not print for the test.
  private enum Reading {
    static func readDespiteDamage(in folder: URL) throws {
      @Sendable func print(_ error: any Error) {}
      var found: [Session] = []
      // SAMPLE damage
    }
  }
}
