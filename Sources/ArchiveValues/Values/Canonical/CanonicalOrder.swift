/// Sorts the entries of a set or a dictionary by their keys alone.
///
/// Swift orders both differently in every process, so without this, archives would differ from run to run. Strings are
/// sorted by their UTF-8, integers by value, and everything else by the bytes of ``CanonicalKeyEncoder``.
package func canonicallyOrdered<Entry, Key: ArchiveValue>(
  _ entries: [Entry], by key: (Entry) -> Key
) throws -> [Entry] {
  guard entries.count > 1 else { return entries }
  let keys = entries.map(key)
  if let ordered = ordered(entries, by: keys, as: String.self, areInOrder: precedes) { return ordered }
  if let ordered = ordered(entries, by: keys, as: Int.self, areInOrder: <) { return ordered }
  if let ordered = ordered(entries, by: keys, as: Int64.self, areInOrder: <) { return ordered }
  if let ordered = ordered(entries, by: keys, as: Int32.self, areInOrder: <) { return ordered }
  if let ordered = ordered(entries, by: keys, as: Int16.self, areInOrder: <) { return ordered }
  if let ordered = ordered(entries, by: keys, as: Int8.self, areInOrder: <) { return ordered }
  if let ordered = ordered(entries, by: keys, as: UInt.self, areInOrder: <) { return ordered }
  if let ordered = ordered(entries, by: keys, as: UInt64.self, areInOrder: <) { return ordered }
  if let ordered = ordered(entries, by: keys, as: UInt32.self, areInOrder: <) { return ordered }
  if let ordered = ordered(entries, by: keys, as: UInt16.self, areInOrder: <) { return ordered }
  if let ordered = ordered(entries, by: keys, as: UInt8.self, areInOrder: <) { return ordered }

  let keyed = try zip(keys, entries).map { (bytes: try CanonicalKeyEncoder.bytes(of: $0), entry: $1) }
  return keyed.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map(\.entry)
}

private func precedes(_ first: String, _ second: String) -> Bool {
  first.utf8.lexicographicallyPrecedes(second.utf8)
}

/// Returns the entries in the order of their keys if these have the type `Wanted`; otherwise `nil`.
private func ordered<Entry, Key, Wanted>(
  _ entries: [Entry], by keys: [Key], as type: Wanted.Type, areInOrder: (Wanted, Wanted) -> Bool
) -> [Entry]? {
  guard Key.self == Wanted.self, let keys = keys as Any as? [Wanted] else { return nil }
  return zip(keys, entries).sorted { areInOrder($0.0, $1.0) }.map(\.1)
}
