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
    // SAMPLE lock
    // OUTPUT lock
    // SAMPLE read
    // OUTPUT read
    // SAMPLE follow
    // OUTPUT follow
    // SAMPLE segments
    // OUTPUT segments
    try Reading.readDespiteDamage(reader)
    // SAMPLE gap
    // OUTPUT gap
    // SAMPLE evolve
    // OUTPUT evolve
    // SAMPLE recover
    // OUTPUT recover
  }

  func testLimits() throws {
    // SAMPLE limits
    // OUTPUT limits
  }

  /// Samples with closures that others call, which may not print for the test.
  private enum Reading {
    // SAMPLE signal

    static func readDespiteDamage(_ reader: ArchiveLogReader<Session>) throws {
      @Sendable func print(_ error: any Error) {}
      var found: [Session] = []
      // SAMPLE damage
    }
  }
}
