internal import ArchiveBytes
public import ArchiveValues
public import Foundation

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
