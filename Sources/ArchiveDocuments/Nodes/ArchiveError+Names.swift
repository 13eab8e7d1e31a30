internal import ArchiveBytes

extension ArchiveError.Advice {
  /// Returns the advice for a name that does not exist: the nearest name, and the first of the existing names.
  static func names(_ names: some Collection<String>, near name: String?) -> Self? {
    if names.isEmpty { return nil }
    let near = name.flatMap { nearestName(to: $0, among: names.prefix(1000)) }
    let question = near.map { "Did you mean “\($0)”? " } ?? ""
    return .other(
      "\(question)There are \(names.prefix(12).joined(separator: ", "))\(names.count > 12 ? " …" : ".")")
  }
}
