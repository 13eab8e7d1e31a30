internal import ArchiveBytes
internal import ArchiveValues

extension ObjectTableWriter {
  /// Stores the elements of a sequence as an array, one after the other. `step` is called after each.
  mutating func encodeElements<Elements: Sequence>(
    of elements: Elements, _ step: () throws -> Void
  ) throws where Elements.Element: ArchiveValue {
    var collection = try beginCollection(.array, count: 0)
    defer { leave(collection.enclosing) }
    for element in elements {
      try encode(element, at: collection.count)
      collection.count += 1
      try checkCount(collection.count)
      try step()
    }
    try finish(collection)
  }
}
