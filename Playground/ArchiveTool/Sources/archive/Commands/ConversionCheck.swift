import ArchiveDocuments
import Foundation
import StructCoding

/// Reads the output of a conversion back, and compares it with the input.
struct ConversionCheck {
  let input: InputFile
  let document: ArchiveDocument
  let target: Target
  let limits: LimitOptions

  /// The number of differences in a message.
  private static let shown = 10

  /// - Throws: ``Failure`` if the output is not the same as the input.
  func run(_ data: Data, notation: Bool) throws {
    let back: ArchiveDocument
    do {
      back = try ArchiveDocument(
        data,
        options: .init(
          notation: notation, limits: .init(maximumDepth: limits.maxDepth, maximumDecodedSize: .max)),
        formats: .all)
    } catch {
      throw Failure(
        message: "\(input.name): cannot be read back as \(target.title), and was not written: "
          + printable(words(for: error)), code: Failure.unreadable)
    }
    if document.format == .keyedArchive, target.format == .keyedArchive {
      // Equal tables have equal values.
      return try refuse(tableDifferences(of: data).map(\.description))
    }
    try refuse(back.node.differences(from: document.node, limit: Self.shown + 1).map(\.description))
    if document.format == .keyedArchive { compareWayBack(back) }
  }

  /// Throws if there are differences.
  private func refuse(_ differences: [String]) throws {
    guard !differences.isEmpty else { return }
    let lines = differences.prefix(Self.shown).map { "\n  \(printable($0))" }.joined()
    throw Failure(
      message: "\(input.name): is not the same as \(target.title), and was not written:\(lines)"
        + (differences.count > Self.shown ? "\n  …" : ""), code: Failure.unreadable)
  }

  /// Returns where the object table of a keyed archive differs from the input's, but for objects that nothing refers
  /// to, whose number was reported.
  private func tableDifferences(of data: Data) throws -> [ArchiveTableDifference] {
    try input.reading {
      let original = try KeyedArchive(input.data, options: limits.keyed)
      return try KeyedArchive(data, options: limits.keyed).tableDifferences(from: original)
        .filter { $0.path.steps != [.field("$objects")] }
    }
  }

  /// Says in one line what values alone do not show: whether the output holds how the archive stores them.
  private func compareWayBack(_ back: ArchiveDocument) {
    do {
      let differences = try tableDifferences(
        of: back.data(as: .keyedArchive, options: .init(limits: limits.limits)))
      guard let first = differences.first else { return }
      let count = differences.count < 1000 ? grouped(differences.count) : "1,000 or more"
      Terminal.report(
        "\(input.name): the values are the same. How they are stored is not: a keyed archive made of the output has "
          + "\(count) \(differences.count == 1 ? "difference" : "differences") for archive diff --exact, "
          + "first \(printable("\(first)")).")
    } catch {
      Terminal.report(
        "\(input.name): the values are the same. How they are stored is not compared, as the output alone makes no keyed "
          + "archive: \(printable(words(for: error)))")
    }
  }
}
