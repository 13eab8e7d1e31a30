internal import ArchiveBytes
internal import ArchiveValues
internal import ColumnArchives
internal import Foundation

/// The elements of some calls as bytes.
struct EncodedElements {
  /// One or a few batches, without the elements of calls that cannot be archived.
  fileprivate(set) var frames: [SequenceFrames] = []
  /// For each call, why its elements cannot be archived; `nil` if they can.
  fileprivate(set) var errors: [ArchiveError?]
}

/// Makes batches of elements. It does not depend on the contents of the log, so it can work while the disk is busy.
struct LogEncoder<Element: ArchiveValue & Sendable>: Sendable {
  private let format: SequenceFormat
  private let options: ColumnArchive.EncodingOptions

  /// - Throws: ``ArchiveError`` if the type cannot be archived, or the compressor is not available.
  init(_ options: ArchiveLogOptions) throws {
    try options.encoding.compression.requireCompressor()
    format = try SequenceFormat(of: Element.self)
    var encoding = options.encoding
    encoding.batchSize = options.batchSize
    self.options = encoding
  }

  /// The bytes at the beginning of a segment.
  var header: Data { format.header }

  /// Throws if elements with another header are not of the type; see `SequenceFormat`.
  func check(header: Data, batch: (body: Data, count: Int)?) throws {
    try format.check(Element.self, header: header, batch: batch)
  }

  /// Encodes the elements of some calls, on a thread of its own.
  ///
  /// - Parameter counts: The number of elements of each call.
  @concurrent
  func encode(_ elements: [Element], of counts: [Int]) async -> EncodedElements {
    var encoded = EncodedElements(errors: Array(repeating: nil, count: counts.count))
    encode(elements, of: counts[...], to: &encoded)
    return encoded
  }

  /// Encodes the elements of some calls as one batch if possible. Otherwise it leaves out the calls with an element
  /// that cannot be archived.
  ///
  /// It tries halves of the calls to find these, so that a few failing calls among many cost little.
  private func encode(
    _ elements: [Element], of counts: ArraySlice<Int>, to encoded: inout EncodedElements
  ) {
    do {
      encoded.frames.append(try format.frames(of: elements, options))
    } catch {
      guard counts.count > 1 else {
        for index in counts.indices { encoded.errors[index] = ArchiveError.wrapping(error) }
        return
      }
      let half = counts.prefix(counts.count / 2)
      let count = half.reduce(0, +)
      encode(Array(elements.prefix(count)), of: half, to: &encoded)
      encode(Array(elements.dropFirst(count)), of: counts.dropFirst(half.count), to: &encoded)
    }
  }
}
