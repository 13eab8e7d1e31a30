import ArchiveDocuments
import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// Damaged archives of versioned types: a value or an `ArchiveError`, soon, and nothing else.
final class VersionMutationTests: XCTestCase {
  private let old: [Trip1] = {
    var random = SeededGenerator(seed: 5)
    return (0..<3).map { _ in Trip1.arbitrary(&random) }
  }()

  /// Each form of the archive, and what reads it: as the version it has, a newer one, and without types.
  private func forms() throws -> [(data: Data, read: (Data, String) -> Void)] {
    func keyed<Value: ArchiveValue>(_ data: Data, _ type: Value.Type, _ message: String) {
      assertDecodesOrThrows(message) { try KeyedArchive.decode(type, from: data) }
      assertDecodesOrThrows(message) { try KeyedArchive(data).node() }
    }
    // Otherwise nearly all damage would end at a checksum.
    let unverified = ColumnArchive.DecodingOptions(verifiesChecksums: false)
    func columns<Value: ArchiveValue>(_ data: Data, _ type: Value.Type, _ message: String) {
      assertDecodesOrThrows(message) { try ColumnArchive.decode(type, from: data, options: unverified) }
      assertDecodesOrThrows(message) { try ColumnArchive(data, options: unverified).node() }
    }
    let (new, trees) = (old.map(\.upgraded), old.map { AsTree(value: $0) })
    return [
      (try KeyedArchive.encode(old), { keyed($0, [Trip3].self, $1) }),
      (try KeyedArchive.encode(new), { keyed($0, [Trip3].self, $1) }),
      (try KeyedArchive.encode(new), { keyed($0, [StrictTrip].self, $1) }),
      (try ColumnArchive.encode(old), { columns($0, [Trip3].self, $1) }),
      (try ColumnArchive.encode(new), { columns($0, [Trip3].self, $1) }),
      (try ColumnArchive.encode(new[0]), { columns($0, Trip3.self, $1) }),
      (try ColumnArchive.encode(new), { columns($0, [LenientTrip].self, $1) }),
      (try ColumnArchive.encode(trees), { columns($0, [AsTree<Trip3>].self, $1) }),
    ]
  }

  func testPrefixes() throws {
    for (data, read) in try forms() {
      for length in 0..<data.count { read(data.prefix(length), "cut to \(length) of \(data.count)") }
    }
  }

  func testFlips() throws {
    for (data, read) in try forms() {
      for position in data.indices {
        let others = [data[position] ^ 1, data[position] ^ 0x80, 0, 0xFF]
        for other in Thoroughness.some(of: others, oneIn: 61, first: position) where other != data[position] {
          var changed = data
          changed[position] = other
          read(changed, "byte \(position) set to \(other)")
        }
      }
    }
    _ = UpgradeLog.shared.take()
  }

  func testRandomMutations() throws {
    var random = SeededGenerator()
    let forms = try forms()
    let mutator = ByteMutator(donors: forms.map(\.0))
    let work = WorkGuard()
    for round in 0..<Thoroughness.rounds(280, full: 8_000) {
      let (original, read) = forms[round % forms.count]
      let data = mutator.mutated(original, &random)
      read(data, "round \(round), seed \(random.seed)")
    }
    _ = UpgradeLog.shared.take()
    work.assertAtMost(archives: 5_000)
  }
}
