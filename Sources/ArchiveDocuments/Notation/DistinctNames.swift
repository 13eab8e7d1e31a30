internal import ArchiveBytes

extension [String] {
  /// Whether no two strings have the same bytes.
  var areDistinct: Bool {
    // Comparing a few strings is faster than hashing them.
    guard count < 8 else { return Set(map(ExactName.init)).count == count }
    return indices.allSatisfy { position in
      !self[..<position].contains { $0.hasSameBytes(as: self[position]) }
    }
  }
}
