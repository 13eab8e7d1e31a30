internal import ArchiveBytes
public import ArchiveValues
public import Foundation

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

// Large sequences: written as they are made, and read in pieces.

extension KeyedArchive {
  /// Encodes the elements of a sequence as an array, without building the array: it writes each element before it asks
  /// for the next.
  ///
  /// ```swift
  /// let data = try KeyedArchive.encode(elements: lines.lazy.map { Event(line: $0) })
  /// let events = try KeyedArchive.decode([Event].self, from: data)
  /// ```
  ///
  /// The bytes are the same as for an array of the elements.
  ///
  /// - Parameter progress: Counts elements. If the sequence knows their number, the total is set at the start, and the
  ///   progress is updated at most 100 times; otherwise the total is set at the end.
  /// - Throws: ``ArchiveError``, whose path begins with the position of the element that cannot be written;
  ///   `CancellationError` if the task or the progress is cancelled.
  /// - Complexity: Linear in the size of the elements. It takes memory of about twice the size of the archive.
  public static func encode<Elements: Sequence>(
    elements: Elements, options: EncodingOptions = EncodingOptions(), progress: Progress? = nil
  ) throws -> Data where Elements.Element: ArchiveValue {
    var work = ElementWork(progress, total: elements.underestimatedCount)
    do {
      let data = try encoding(options) { writer in
        try work.check()
        try writer.encodeElements(of: elements) { try work.advance() }
      }
      work.finish()
      return data
    } catch {
      throw unwrapped(error)
    }
  }

  /// Returns the elements of an array in the archive, decoded in pieces.
  ///
  /// ```swift
  /// let archive = try KeyedArchive(Data(contentsOf: file, options: .mappedIfSafe))
  /// for try await event in try archive.elements(of: Event.self) {
  ///   if event.isOpen { print(event) }
  /// }
  /// ```
  ///
  /// Only the elements of one piece are in memory, apart from those that you keep. Class instances that several
  /// elements refer to are one instance.
  ///
  /// - Parameters:
  ///   - key: The name of the top-level value.
  ///   - progress: Counts elements; its total becomes their number. It is updated at most 100 times.
  /// - Throws: ``ArchiveError`` if there is no array under the key.
  public func elements<Element: ArchiveValue & Sendable>(
    of type: Element.Type, forKey key: String = "root", progress: Progress? = nil
  ) throws -> KeyedElements<Element> {
    try KeyedElements(archive: self, key: key, progress: progress)
  }

  /// Returns `CancellationError` if that caused the error.
  private static func unwrapped(_ error: any Error) -> any Error {
    (error as? ArchiveError)?.underlyingError as? CancellationError ?? error
  }
}

/// Long work on elements. It counts them for a `Progress`, and stops when the progress or the task is cancelled.
struct ElementWork {
  private let progress: Progress?
  /// The number of elements that are done.
  private(set) var count = 0
  /// The number of elements between two reports. Each report calls the observers of the `Progress`.
  private let interval: Int
  /// The number of elements between two checks for cancellation.
  private static let checkInterval = 64

  /// Begins the work.
  ///
  /// - Parameter total: The number of elements; 0 if it is not known.
  init(_ progress: Progress?, total: Int) {
    self.progress = progress
    interval = total > 0 ? (total + 99) / 100 : Self.checkInterval
    progress?.completedUnitCount = 0
    // Foundation on Linux ends the process when a total becomes 0.
    if total > 0 { progress?.totalUnitCount = Int64(total) }
  }

  /// Throws `CancellationError` if the work was cancelled.
  func check() throws {
    if Task.isCancelled || progress?.isCancelled ?? false { throw CancellationError() }
  }

  /// Counts an element, and throws `CancellationError` if the work was cancelled.
  mutating func advance() throws {
    count += 1
    if Task.isCancelled { throw CancellationError() }
    guard let progress else { return }
    if count % interval == 0 { progress.completedUnitCount = Int64(count) }
    if count % Self.checkInterval == 0 { try check() }
  }

  /// Reports that all elements are done.
  func finish() {
    guard let progress else { return }
    if count > 0 { progress.totalUnitCount = Int64(count) }
    progress.completedUnitCount = progress.totalUnitCount
  }
}
