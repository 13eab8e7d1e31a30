internal import ArchiveBytes
internal import Foundation
internal import KeyedArchives

/// Limits the cost of archives embedded in a coder's data: all archives of one coder share a budget.
enum EmbeddedBudgets {
  /// The remaining budget of a coder that does not keep its own.
  private struct Rest {
    weak var coder: NSCoder?
    var budget: Int
  }

  private static let rests = Locked<[ObjectIdentifier: Rest]>([:])

  /// Calls `body` with the budget of the coder that contains the data.
  static func spending<Result>(
    on data: Data, in coder: NSCoder, _ body: (inout Int) throws -> Result
  ) throws -> Result {
    let identity = ObjectIdentifier(coder)
    var budget = rests.withLock { rests in
      rests = rests.filter { $0.value.coder != nil }
      return rests[identity]?.budget ?? ArchiveLimits().decodedSizeAllowed(forArchiveOf: 0)
    }
    // The size of the whole archive is unknown; each part adds its own share.
    budget +=
      ArchiveLimits().decodedSizeAllowed(forArchiveOf: data.count)
      - ArchiveLimits().decodedSizeAllowed(forArchiveOf: 0)
    defer { rests.withLock { $0[identity] = Rest(coder: coder, budget: budget) } }
    return try body(&budget)
  }
}
