internal import ArchiveDocuments
internal import ArchiveNodes
internal import ArchiveValues
internal import KeyedArchives

/// Describes the differences between two values, by their paths in the archives.
enum ValueDifferences {
  /// The maximum number of differences in a failure.
  private static let limit = 8

  /// Returns the differences, a line each; `nil` if both have equal archives.
  static func lines<Value: ArchiveValue>(of value: Value, from other: Value) throws -> String? {
    let (node, other) = (try ArchiveNode(encoding: value), try ArchiveNode(encoding: other))
    let found = node.differences(from: other, limit: limit + 1)
    if found.isEmpty { return nil }
    var lines = found.prefix(limit).map { "  " + shortened("\($0)") }
    if found.count > limit { lines.append("  and more") }
    return lines.joined(separator: "\n")
  }

  /// Returns a text without its middle if it is long.
  static func shortened(_ text: String) -> String {
    text.count > 400 ? "\(text.prefix(250)) … \(text.suffix(120))" : text
  }
}
