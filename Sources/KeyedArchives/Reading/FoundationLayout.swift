internal import ArchiveBytes

/// Under which keys a Foundation object of some shape stores its content, and where these are among the entries.
///
/// Foundation's classes use other keys if the archiver is not an `NSKeyedArchiver` itself: subclasses of it and archivers of
/// other programs get `NS.bytes`, `NS.object.0`, `NS.key.0` … Foundation reads both.
enum FoundationLayout {
  case value(ValueKey, at: Int)
  /// An array under `NS.objects`.
  case elements(at: Int)
  /// Arrays under `NS.keys` and `NS.objects`.
  case entries(keys: Int, values: Int)
  /// Elements under `NS.object.0` …
  case numbered([Int])
  /// Entries under `NS.key.0` … and `NS.object.0` …
  case numberedEntries(keys: [Int], values: [Int])

  /// The keys of objects with one value.
  enum ValueKey: String {
    case time = "NS.time"
    case data = "NS.data"
    case string = "NS.string"
    case bytes = "NS.bytes"
  }

  /// Finds the layout of objects that have exactly these fields; `nil` if it is none of Foundation's.
  init?(_ fields: DictionaryShape.Fields) {
    let (count, found) = (fields.names.count, NamePositions(fields.names))
    func position(_ name: String) -> Int? { found[name].map { fields.positions[$0] } }
    func numbered(_ name: String, _ count: Int) -> [Int]? {
      var positions: [Int] = []
      for number in 0..<count {
        guard let position = position("\(name).\(number)") else { return nil }
        positions.append(position)
      }
      return positions
    }
    if count == 1, let key = ValueKey(rawValue: fields.names[0]) {
      self = .value(key, at: fields.positions[0])
    } else if count == 1, let elements = position("NS.objects") {
      self = .elements(at: elements)
    } else if count == 2, let keys = position("NS.keys"), let values = position("NS.objects") {
      self = .entries(keys: keys, values: values)
    } else if let elements = numbered("NS.object", count) {
      self = .numbered(elements)
    } else if count.isMultiple(of: 2), let keys = numbered("NS.key", count / 2),
      let values = numbered("NS.object", count / 2)
    {
      self = .numberedEntries(keys: keys, values: values)
    } else {
      return nil
    }
  }
}
