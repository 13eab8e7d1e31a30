import ColumnArchives
import StructCoding

/// What comparing the checksums takes when an archive of events is read.
struct Checksums {
  private(set) var verified: [Double] = []
  private(set) var unverified: [Double] = []

  /// The time with checksums to that without.
  var cost: Double { (verified.min() ?? 0) / (unverified.min() ?? 1) }

  mutating func round(_ events: [Event]) async throws {
    let data = try ColumnArchive.encode(events)
    for index in 0..<10 {
      let verifies = index % 2 == 0
      let time = try await processorSeconds {
        let read = try ColumnArchive(data, options: .init(verifiesChecksums: verifies)).elements(
          of: Event.self)
        guard read.count == events.count else { throw Failure("an archive has lost events") }
      }
      if verifies { verified.append(time) } else { unverified.append(time) }
    }
  }
}
