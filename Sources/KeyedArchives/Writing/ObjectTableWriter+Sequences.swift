internal import ArchiveBytes
internal import ArchiveValues

extension ObjectTableWriter {
  /// Stores the elements of a sequence as an array, one after the other. `step` is called after each.
  mutating func encodeElements<Elements: Sequence>(
    of elements: Elements, _ step: () throws -> Void
  ) throws where Elements.Element: ArchiveValue {
    var collection = try beginCollection(.array, count: 0)
    do {
      for element in elements {
        try encode(element, at: collection.count)
        collection.count += 1
        if let error = tooMany(collection.count) { throw error }
        try setNotesAside()
        try step()
      }
    } catch {
      throw leaving(error, collection.enclosing)
    }
    try finish(collection)
  }

  /// Moves the notes to a file if there are too many for the memory. Only archives that are written in pieces do that, by
  /// a writer which writes one.
  mutating func setNotesAside() throws {
    guard list.words.count >= list.mostWordsInMemory else { return }
    strings.keep(list.words)
    try list.setAside()
  }
}
