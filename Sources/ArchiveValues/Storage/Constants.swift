internal import ArchiveBytes

extension FieldDecoder {
  /// Checks the stored value of a constant at `position`. An archive that lacks the field is accepted.
  ///
  /// - Throws: ``ArchiveError/Code/invalidValue`` if the archive has another value.
  public mutating func _check<Value: ArchiveValue & Equatable>(_ constant: Value, at position: Int) throws {
    guard hasField(at: position) else { return }
    let found: Value = try decode(at: position)
    guard found != constant else { return }
    throw located(
      ArchiveError(
        .invalidValue, expected: "the constant \(String(reflecting: constant))",
        found: "\(String(reflecting: found))"), at: position)
  }
}
