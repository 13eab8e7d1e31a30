internal import ArchiveBytes
internal import ArchiveValues

/// Collections that leave out elements that cannot be read. Their columns are those of other collections. If a value
/// cannot be read from them, it is read again as a node, element by element.
final class RecoveringCodec: StoredCodec, @unchecked Sendable {
  /// The name of the field, for the errors of elements.
  private var name: String?

  /// Returns the codec for a field.
  func named(_ name: String) -> RecoveringCodec {
    let codec = RecoveringCodec(memory, form, stored)
    codec.name = name
    codec.trees = trees
    unsafe codec.awake = awake
    return codec
  }

  // Elements that are left out are reported.
  override var isReadingNoticed: Bool { true }

  override func decode(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    let start = try column.marks(in: context)
    let dropped = DroppedElements.count
    do {
      try super.decode(column, into: place, count: count, in: context)
    } catch {
      guard let trees, RowError(row: nil, wrapping: error).error.isOfOneValue else { throw error }
      try context.charge(WorkCost.failure)
      column.goBack(to: start)
      DroppedElements.goBack(to: dropped)
      try trees.decode(column, into: place, count: count, in: context)
    }
    if let name { DroppedElements.locate(from: dropped, at: .field(name)) }
  }
}
