/// Sorts the entries of a set or a dictionary by their keys alone.
///
/// Swift orders both differently in every process, so without this, archives would differ from run to run. Strings are
/// sorted by their UTF-8, integers by value, and everything else by the bytes of ``CanonicalKeyEncoder``.
package func canonicallyOrdered<Entry, Key: ArchiveValue>(
  _ entries: [Entry], by key: (Entry) -> Key
) throws -> [Entry] {
  guard entries.count > 1 else { return entries }
  let keys = entries.map(key)
  if Key.self == String.self, let texts = keys as? [String] {
    return sorted(entries, by: texts) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
  if let type = Key.self as? any StoredInteger.Type { return numerically(entries, by: keys, as: type) }
  return sorted(entries, by: try keys.map { try CanonicalKeyEncoder.bytes(of: $0) }) {
    $0.lexicographicallyPrecedes($1)
  }
}

private func numerically<Entry, Key, Number: StoredInteger>(
  _ entries: [Entry], by keys: [Key], as type: Number.Type
) -> [Entry] {
  // The types are the same, so the cast cannot fail.
  sorted(entries, by: keys as! [Number], areInOrder: <)
}

private func sorted<Entry, Key>(
  _ entries: [Entry], by keys: [Key], areInOrder: (Key, Key) -> Bool
) -> [Entry] {
  zip(keys, entries).sorted { areInOrder($0.0, $1.0) }.map(\.1)
}
