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
public struct KeyedElements<Element: ArchiveValue & Sendable>: AsyncSequence {
  private let archive: KeyedArchive
  private let start: ElementRange
  private let progress: Progress?

  init(archive: KeyedArchive, start: ElementRange, progress: Progress?) {
    (self.archive, self.start, self.progress) = (archive, start, progress)
  }

  /// The number of elements.
  public var count: Int { start.count }

  public func makeAsyncIterator() -> Iterator {
    Iterator(
      archive: archive, reading: ElementReading(start), work: ElementWork(progress, total: start.count))
  }

  /// Decodes one piece after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let archive: KeyedArchive
    fileprivate var reading: ElementReading
    fileprivate var work: ElementWork
    /// The elements of the piece that are still to be returned, in reverse order.
    private var piece: [Element] = []
    private var isFinished = false

    fileprivate init(archive: KeyedArchive, reading: ElementReading, work: ElementWork) {
      (self.archive, self.reading, self.work) = (archive, reading, work)
    }

    /// Returns the next element; `nil` at the end, and after an error.
    public mutating func next() async throws -> Element? {
      guard !isFinished else { return nil }
      do {
        if piece.isEmpty { try refill() }
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

    private mutating func refill() throws {
      try work.check()
      guard !reading.isAtEnd else { return }
      piece = try archive.reading { try $0.decodePiece(of: Element.self, &reading) }.reversed()
    }
  }
}
