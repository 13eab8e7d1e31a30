internal import ArchiveBytes
internal import Foundation
internal import KeyedArchive

/// What the archives inside of a coder's data may cost: one budget for all that one coder has.
enum EmbeddedBudgets {
  /// What is left to a coder that keeps no budget itself.
  private struct Rest {
    weak var coder: NSCoder?
    var budget: Int
  }

  private static let rests = Locked<[ObjectIdentifier: Rest]>([:])

  /// Calls `body` with the budget of the coder that these data are in.
  static func spending<Result>(
    on data: Data, in coder: NSCoder, _ body: (inout Int) throws -> Result
  ) throws -> Result {
    if let unarchiver = coder as? KeyedUnarchiver { return try unarchiver.spending(body) }
    let identity = ObjectIdentifier(coder)
    var budget = rests.withLock { rests in
      rests = rests.filter { $0.value.coder != nil }
      return rests[identity]?.budget ?? ArchiveLimits().decodedSizeAllowed(forArchiveOf: 0)
    }
    // The size of the whole is not known; each part brings its own share.
    budget +=
      ArchiveLimits().decodedSizeAllowed(forArchiveOf: data.count)
      - ArchiveLimits().decodedSizeAllowed(forArchiveOf: 0)
    defer { rests.withLock { $0[identity] = Rest(coder: coder, budget: budget) } }
    return try body(&budget)
  }
}
