internal import ArchiveBytes

/// Finds differences in memory between two values that have equal archives.
enum MirrorComparison {
  /// Returns the first different part, with its path; `nil` if all parts that a `Mirror` shows are equal.
  static func difference(of value: Any, from other: Any) -> String? {
    guard let found = search(value, other, depth: 0) else { return nil }
    let path = ArchiveError(.custom, path: found.path).pathDescription
    return ValueDifferences.shortened("\(path): \(found.other) → \(found.value)")
  }

  private struct Found {
    let path: [ArchiveError.PathComponent]
    let value: Any
    let other: Any
  }

  private static func search(_ value: Any, _ other: Any, depth: Int) -> Found? {
    if let areEqual = areEqual(value, other), areEqual { return nil }
    let (mirror, second) = (Mirror(reflecting: value), Mirror(reflecting: other))
    let isOrdered = mirror.displayStyle != .set && mirror.displayStyle != .dictionary
    if depth < 100, isOrdered, mirror.displayStyle != .class, mirror.children.count == second.children.count {
      for (position, (child, counterpart)) in zip(mirror.children, second.children).enumerated() {
        guard let found = search(child.value, counterpart.value, depth: depth + 1) else { continue }
        return Found(
          path: step(child.label, position, mirror) + found.path, value: found.value, other: found.other)
      }
      if !mirror.children.isEmpty { return nil }
    }
    return areEqual(value, other) == false ? Found(path: [], value: value, other: other) : nil
  }

  private static func step(_ label: String?, _ position: Int, _ mirror: Mirror) -> [ArchiveError
    .PathComponent]
  {
    if mirror.displayStyle == .optional { return [] }
    guard let label else { return [.index(position)] }
    return [.field(label)]
  }

  /// Returns whether the two are equal; `nil` if their type is not `Equatable`.
  private static func areEqual(_ value: Any, _ other: Any) -> Bool? {
    guard let value = value as? any Equatable else { return nil }
    return isEqual(value, other)
  }

  private static func isEqual<Value: Equatable>(_ value: Value, _ other: Any) -> Bool {
    (other as? Value) == value
  }
}
