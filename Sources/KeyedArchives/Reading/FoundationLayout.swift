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

  /// Whether `NSKeyedArchiver` itself writes objects of a form in this layout.
  func isUsual(_ form: FoundationClass) -> Bool {
    switch self {
    case .value(.bytes, _), .numberedEntries: false
    case .numbered: form == .orderedSet
    default: true
    }
  }

  /// The keys of objects with one value.
  enum ValueKey: String {
    case time = "NS.time"
    case data = "NS.data"
    case string = "NS.string"
    case bytes = "NS.bytes"
  }

  /// Finds the layout of objects that have exactly the keys of a shape; `nil` if it is none of Foundation's.
  init?(of shape: DictionaryShape) {
    let (fields, positions) = (shape.fields, shape.positions)
    let count = fields.names.count
    if count == 1, let key = ValueKey(rawValue: fields.names[0]) {
      self = .value(key, at: fields.positions[0])
    } else if count == 1, let elements = positions["NS.objects"] {
      self = .elements(at: elements)
    } else if count == 2, let keys = positions["NS.keys"], let values = positions["NS.objects"] {
      self = .entries(keys: keys, values: values)
    } else {
      let keys = shape.positions(ofNumbered: "NS.key.")
      let values = shape.positions(ofNumbered: "NS.object.")
      guard keys.count + values.count == count, keys.isEmpty || keys.count == values.count else { return nil }
      self = keys.isEmpty ? .numbered(values) : .numberedEntries(keys: keys, values: values)
    }
  }
}
