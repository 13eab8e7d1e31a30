internal import ArchiveBytes
public import ArchiveValues
internal import Foundation

/// The elements of an array in a keyed archive, decoded in pieces as a loop asks for them.
/// ``KeyedArchive/elements(of:forKey:progress:)`` returns it.
///
/// Decoding does not run on the calling actor, so it does not block the main thread. Each loop decodes the elements
/// again.
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
    count = try ElementPieces<Element>(archive, key: key).count
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(
      pieces: Result { try ElementPieces(archive, key: key) }, work: ElementWork(progress, total: count))
  }

  /// Returns one element after the other.
  public struct Iterator: AsyncIteratorProtocol {
    private let pieces: Result<ElementPieces<Element>, any Error>
    private var work: ElementWork
    /// The elements of the piece that are still to be returned, in reverse order.
    private var piece: [Element] = []
    private var isFinished = false

    fileprivate init(pieces: Result<ElementPieces<Element>, any Error>, work: ElementWork) {
      (self.pieces, self.work) = (pieces, work)
    }

    /// Returns the next element; `nil` at the end, and after an error.
    public mutating func next() async throws -> Element? { try await next(isolation: nil) }

    /// Returns the next element; `nil` at the end, and after an error. Leaves the actor only to decode another piece.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
      if isFinished { return nil }
      do {
        if piece.isEmpty {
          try work.check()
          piece = try await pieces.get().next().reversed()
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
  /// The bytes of the archive, which the reader reads in place. Unlike `Data`, `NSData` keeps them at one address.
  private let data: NSData
  private var reader: ObjectTableReader
  private let enclosing: ObjectTableReader.Enclosing
  /// The number of elements.
  let count: Int
  private var position = 0

  /// The limits of a piece: the number of elements, and the bytes charged for all of them but the last.
  private static var pieceLimit: (count: Int, size: Int) { (64, 1 << 16) }

  /// Opens the array that `$top` stores under `key`.
  init(_ archive: KeyedArchive, key: String) throws {
    let data = archive.data as NSData
    (reader, enclosing) = try archive.locating {
      var reader = ObjectTableReader(try ObjectTable(in: data), limits: archive.limits)
      try reader.moveToTop(key)
      let enclosing = try reader.enterCollection(.array)
      return (reader, enclosing)
    }
    (self.archive, self.data, count) = (archive, data, reader.scope.count)
  }

  /// Decodes the next piece; it is empty at the end. If an element cannot be read, returns the elements before it,
  /// and throws at the next call.
  func next() throws -> [Element] {
    // Each call may be on another thread.
    reader.stack = StackGuard()
    return try archive.locating {
      var values: [Element] = []
      let budget = reader.budget
      while position < count, values.count < Self.pieceLimit.count,
        budget &- reader.budget < Self.pieceLimit.size
      {
        do {
          values.append(try reader.decode(at: position))
          position += 1
        } catch {
          if values.isEmpty { throw reader.leaving(error, enclosing) }
          break
        }
      }
      try reader.finishInstances(keepingIdentity: true)
      return values
    }
  }
}
