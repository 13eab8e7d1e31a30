internal import ArchiveBytes
internal import ArchiveNodes

extension [ArchiveNode.Entry] {
  /// Returns whether no entry has a key with these bytes yet. If there are many entries, their keys are in a set.
  func isNew(_ key: String, _ names: inout Set<ExactName>) -> Bool {
    if count < 16 {
      return !contains { if case .string(let known) = $0.key { known.hasSameBytes(as: key) } else { false } }
    }
    if names.isEmpty {
      for case .string(let known) in lazy.map(\.key) { names.insert(ExactName(known)) }
    }
    return names.insert(ExactName(key)).inserted
  }
}
