import ArchiveTestSupport
import ColumnArchives
import Foundation
import StructCoding

extension FuzzTarget {
  /// Elements of column archives, one by one, in batches, by paths and by conditions.
  static let columnParts = FuzzTarget(
    name: "column-parts", about: "parts of column archives: ranges, batches, paths, conditions",
    tokens: Tokens.columns,
    seeds: {
      try [
        ColumnArchive.encode(Model.samples(7, of: SmallSession.self), options: .init(batchSize: 3)),
        ColumnArchive.encode(Model.samples(30, of: SmallSession.self), options: .init(batchSize: 40)),
        ColumnArchive.encode(Model.samples(1, of: SmallSession.self)),
        ColumnArchive.encode(
          Model.samples(30, of: SmallSession.self), options: .init(batchSize: 20, compression: .zlib)),
        ColumnArchive.encode(
          Model.samples(30, of: SmallSession.self), options: .init(compression: .external)),
      ]
    },
    run: { input in
      do {
        try readParts(
          ColumnArchive(
            input, options: .init(limits: Model.Road.limits, verifiesChecksums: false)))
      } catch is ArchiveError {
        return
      }
    })

  private static func readParts(_ archive: ColumnArchive) throws {
    let count = archive.count
    // Each of these may find an error that the others do not come to.
    func check(_ name: String, _ found: Int) throws {
      guard found == count else { throw Finding("\(name): \(found) of \(count) elements") }
    }
    let all = try attempt { try archive.elements(of: SmallSession.self) }
    if let all { try check("elements", all.count) }
    if count > 1, count < 1000,
      let part = try attempt({ try archive.elements(of: SmallSession.self, in: 1..<count) })
    {
      guard part.count == count - 1 else {
        throw Finding("a range has \(part.count) of \(count - 1) elements")
      }
      if let all, try ColumnArchive.encode(Array(all.dropFirst())) != ColumnArchive.encode(part) {
        throw Finding("a range: \(brief(part)), not \(brief(all))")
      }
    }
    if count > 0, let last = try attempt({ try archive.elements(of: SmallSession.self, at: [count - 1]) }) {
      if let all, try ColumnArchive.encode([all[count - 1]]) != ColumnArchive.encode(last) {
        throw Finding("the last: \(brief(last)), not \(brief(all[count - 1]))")
      }
    }
    let path = SmallSession.path
    if let values = try attempt({ try archive.values(at: path.end) }) { try check("ends", values.count) }
    if let values = try attempt({ try archive.values(at: path.isOpen) }) { try check("flags", values.count) }
    _ = try attempt { try archive.values(at: path.events.tag) }
    _ = try attempt { try archive.values(of: String.self, at: "counts.key") }
    let limit = Date(timeIntervalSinceReferenceDate: 0)
    if let found = try attempt({ try archive.positions(where: path.start > limit) }) {
      guard zip(found, found.dropFirst()).allSatisfy(<), found.allSatisfy({ 0 <= $0 && $0 < count }) else {
        throw Finding("positions \(brief(found)) of \(count)")
      }
    }
    try attempt { try archive.verify() }
  }
}
