public import ArchiveValues
internal import ColumnArchives
public import Foundation

/// Writes a Parquet file as its rows arrive, with memory for one row group.
///
/// ```swift
/// let writer = try ParquetWriter<Session>(to: url)
/// while let sessions = nextSessions() { try writer.append(contentsOf: sessions) }
/// let report = try writer.close()
/// ```
///
/// The type determines the form of values without columns. `Decimal` numbers are texts: the digits that they need are
/// unknown when the first one is written.
///
/// The file gets its name in ``close()``. Without that call, or after an error, there is no file.
public final class ParquetWriter<Element: ArchiveValue> {
  let exporter: ArchiveExporter
  /// The elements that have not been shredded.
  private(set) var pending: [Element] = []
  private var state = State.open

  private enum State {
    case open
    case failed(any Error)
    case closed(ParquetReport)
  }

  /// Begins a file.
  ///
  /// - Parameter url: The file, which is replaced if it exists.
  /// - Throws: ``ArchiveError`` if the type cannot be stored in Parquet, or the file cannot be written.
  public init(to url: URL, options: ParquetOptions = ParquetOptions()) throws {
    let empty = try ColumnArchive(of: [Element]())
    exporter = try ArchiveExporter([empty], of: Element.self, to: url, options)
  }

  /// Writes rows after all earlier ones.
  ///
  /// - Throws: ``ArchiveError`` if values cannot be stored in Parquet, or the file cannot be written. Then the file is
  ///   given up, and each later call throws ``ArchiveError/Code/stopped`` with that error as the underlying one. After
  ///   ``close()``, a call throws the same code without an underlying error.
  public func append(contentsOf elements: some Sequence<Element>) throws {
    try checkOpen()
    for element in elements { try append(element) }
  }

  /// Writes a row after all earlier ones.
  ///
  /// - Throws: The same errors as ``append(contentsOf:)``. Rows are written several at a time, so an error may concern
  ///   an earlier one.
  public func append(_ element: Element) throws {
    try checkOpen()
    pending.append(element)
    if pending.count >= exporter.partCount { try writePending() }
  }

  private func writePending() throws {
    guard !pending.isEmpty else { return }
    try writing { try exporter.append(ColumnArchive(of: pending)) }
    pending.removeAll(keepingCapacity: true)
  }

  /// Calls `body`, and gives the file up if it fails.
  private func writing<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      state = .failed(error)
      exporter.discard()
      throw error
    }
  }

  private func checkOpen() throws {
    switch state {
    case .open: break
    case .failed(let error):
      throw ArchiveError(
        .stopped, expected: "a writer without an error", found: "one whose file was given up",
        underlying: error)
    case .closed:
      throw ArchiveError(.stopped, expected: "an open writer", found: "one that was closed")
    }
  }

  /// Writes the remaining rows, and gives the file its name. Another call returns the same report.
  ///
  /// - Returns: A report about the written file.
  /// - Throws: ``ArchiveError`` if values cannot be stored in Parquet, or the file was given up before or cannot be
  ///   written.
  @discardableResult
  public func close() throws -> ParquetReport {
    if case .closed(let report) = state { return report }
    try checkOpen()
    try writePending()
    let report = try writing { try exporter.finish() }
    state = .closed(report)
    return report
  }
}

/// Only one thread may use a writer at a time.
@available(*, unavailable)
extension ParquetWriter: @unchecked Sendable {}
