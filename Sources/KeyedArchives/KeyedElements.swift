public import ArchiveValues
internal import Foundation

/// The elements of an array in a keyed archive, decoded in pieces while they are asked for: what
/// ``KeyedArchive/elements(of:forKey:progress:)`` returns.
///
/// Decoding does not run on the actor that asks, so that it does not block the main thread. Each loop decodes the
/// elements anew.
///
/// A loop throws ``ArchiveError``, whose path begins with the position of the element that cannot be read, after all
/// elements before it; and `CancellationError` if the task or the progress is cancelled.
public struct KeyedElements<Element: ArchiveValue & Sendable>: AsyncSequence, Sendable {
  private let archive: KeyedArchive
  private let key: String
  private let progress: Progress?
  /// The number of elements.
  public let count: Int

  init(archive: KeyedArchive, key: String, progress: Progress?) throws {
    (self.archive, self.key, self.progress) = (archive, key, progress)
    count = try archive.locating { try ElementReader($0, limits: $1, key: key).count }
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(
      pieces: ElementPieces(archive: archive, key: key), work: ElementWork(progress, total: count))
  }

  /// Returns one element after the other.
  public struct Iterator: AsyncIteratorProtocol {
    private let pieces: ElementPieces<Element>
    private var work: ElementWork
    /// The elements of the piece that are still to be returned, in reverse order.
    private var piece: [Element] = []
    private var isFinished = false

    fileprivate init(pieces: ElementPieces<Element>, work: ElementWork) {
      (self.pieces, self.work) = (pieces, work)
    }

    /// Returns the next element; `nil` at the end, and after an error.
    public mutating func next() async throws -> Element? { try await next(isolation: nil) }

    /// Returns the next element; `nil` at the end, and after an error. Leaves the actor only for another piece.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
      if isFinished { return nil }
      do {
        if piece.isEmpty {
          try work.check()
          piece = try await pieces.next().reversed()
        }
        guard let element = piece.popLast() else {
          work.finish()
          isFinished = true
          return nil
        }
        try work.advance()
        return element
      } catch {
        isFinished = true
        throw error
      }
    }
  }
}

/// The pieces of an array. An actor of its own decodes them.
private actor ElementPieces<Element: ArchiveValue & Sendable> {
  private let archive: KeyedArchive
  private let key: String
  private var reader: ElementReader?

  init(archive: KeyedArchive, key: String) { (self.archive, self.key) = (archive, key) }

  /// Decodes the next piece; it is empty at the end.
  func next() throws -> [Element] {
    try archive.locating { data, limits in
      if reader == nil { reader = try ElementReader(data, limits: limits, key: key) }
      return try reader?.next(Element.self) ?? []
    }
  }
}
